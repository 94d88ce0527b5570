import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { familyNodes, findFamilyNodes, parseProcesses } from "../../../language-server/platform/nodes/family-nodes.ts";

test.each(["linux", "darwin"] as const)(
  "on %s the Nodes that a process started are found, also behind a shell and without an environment",
  async (platform) => {
    const script = "console.log(process.pid); setInterval(() => undefined, 1000)";
    const start = `const child = require("node:child_process").spawn("sh", ["-c", ${JSON.stringify(`env -i '${process.execPath}' -e '${script}'; true`)}], { stdio: "inherit" }); child.on("exit", () => process.exit());`;
    const root = spawn(process.execPath, ["-e", start], { stdio: ["ignore", "pipe", "ignore"] });
    const child = Number(String((await once(root.stdout, "data"))[0]));
    const found = await findFamilyNodes([root.pid ?? 0], platform);
    expect(found.map(({ pid, commandLine }) => [pid, commandLine])).toEqual([[child, `${process.execPath} -e ${script}`]]);
    process.kill(child);
    await once(root, "exit");
  },
);

test("on Windows nothing is looked for", async () => {
  expect(await findFamilyNodes([process.ppid], "win32")).toEqual([]);
});

test("of what ps prints, the Nodes of the family are left: those of its children, and of its group where a parent has ended", () => {
  const listed = parseProcesses(`    1     0     1 /sbin/launchd
  100     1   100 /usr/local/bin/node server.js
  101   100   100 sh -c node a.js
  102   101   100 node a.js --port 80
  103     1   100 /usr/local/bin/node orphan.js
  104   102   104 /opt/node/bin/node in its own group.js
  200     1   200 /usr/local/bin/node somebody else's.js
  201   100   100 /bin/notnode
`);
  expect(familyNodes([100], listed).map(({ pid }) => pid)).toEqual([102, 103, 104]);
  expect(familyNodes([102], listed).map(({ pid }) => pid)).toEqual([104]);
});
