import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { listLinuxNodes } from "../../../language-server/platform/nodes/linux-nodes.ts";
import { listMacNodes } from "../../../language-server/platform/nodes/mac-nodes.ts";
import { listNodeProcesses, openInspector, opensBySignal } from "../../../language-server/platform/nodes/node-processes.ts";
import { appsFolder } from "../../drivers/adapter/dap-client.ts";

/** The macOS implementation, with `ps` and `lsof`, also works on Linux. */
const platforms = ["linux", "darwin"] as const;

test.each(platforms)("%s: a process is listed without its inspector, opens it when asked, and is listed with it", async (platform) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-ж é-"));
  await cp(path.join(appsFolder, "server.js"), path.join(folder, "a server.js"));
  const child = spawn(process.execPath, ["--inspect-port=0", "a server.js", "--port"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const pid = child.pid ?? 0;
  const own = async () => (await listNodeProcesses(() => false, platform)).find((each) => each.pid === pid);
  const listed = {
    pid,
    executable: process.execPath,
    command: "--inspect-port=0 a server.js --port",
    cwd: folder,
    inspectorPort: undefined,
  };
  expect(await own()).toEqual(listed);
  expect((await listNodeProcesses((commandLine) => commandLine.includes("a server.js"), platform)).map((each) => each.pid)).not.toContain(
    pid,
  );
  const port = await openInspector(listed, platform);
  expect(port).toBeGreaterThan(0);
  expect(await own()).toEqual({ ...listed, inspectorPort: port });
  child.kill("SIGKILL");
  await once(child, "exit");
  await rm(folder, { recursive: true });
});

test.each([
  ["linux", true],
  ["darwin", true],
  ["win32", false],
] as const)("on %s a signal makes a process open its inspector: %s", (platform, bySignal) => {
  expect(opensBySignal(platform)).toBe(bySignal);
});

test("macOS and Linux list the same, also for a process with a custom title", async () => {
  const script = 'process.title = "my service"; require("node:http").createServer().listen(0, "127.0.0.1", () => console.log("ready"))';
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const [linux, mac] = await Promise.all(platforms.map((platform) => listNodeProcesses(() => false, platform)));
  const of = (list: typeof linux) => list?.find(({ pid }) => pid === child.pid);
  expect(of(mac)).toMatchObject({ executable: process.execPath, command: "my service", cwd: process.cwd() });
  expect(of(linux)).toEqual(of(mac));
  child.kill("SIGKILL");
  await once(child, "exit");
});

test("macOS and Linux list the same ports, which are all those that a process listens on", async () => {
  const script = `const ports = [];
for (let i = 0; i < 3; i += 1) {
  const server = require("node:net").createServer().listen(0, "127.0.0.1", () => {
    ports.push(server.address().port);
    if (ports.length === 3) console.log(JSON.stringify(ports));
  });
}`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  const ports = new Set(JSON.parse(String(text)) as readonly number[]);
  for (const listed of [await listLinuxNodes(), await listMacNodes()])
    expect(new Set(listed.find(({ pid }) => pid === child.pid)?.ports)).toEqual(ports);
  child.kill("SIGKILL");
  await once(child, "exit");
});
