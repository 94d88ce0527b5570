import { copyFile, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { appsFolder, DapClient, loadPlan, portsOf } from "../drivers/adapter/dap-client.ts";
import { hottestLine, lossesOf } from "../drivers/adapter/recorded-lines.ts";

test("node --watch: after a save the app is another process on another port; the next load reaches it, and its lines are the new ones", async () => {
  const cwd = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-watched-")));
  const program = path.join(cwd, "server.js");
  await copyFile(path.join(appsFolder, "server.js"), program);
  await using client = await DapClient.start();
  await client.launch("", { cwd, workspaceFolders: [cwd], program, runtimeArgs: ["--watch"] });

  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port) });
  const first = await client.run();
  expect(await hottestLine(path.join(client.runsFolder, first.id))).toBe("server.js:6");

  await writeFile(program, `// Saved.\n${await readFile(program, "utf8")}`);
  const ready = await client.waitFor("heatline.ready", (body) => portsOf(body).some((each) => each !== port));
  expect(ready["origins"]).toHaveLength(1);
  const evaluated = await client.request("evaluate", { expression: "`${process.argv[1]} ${process.pid}`", context: "repl" });
  expect(evaluated["result"]).toContain(`server.js ${String(ready["pid"])}`);
  await client.request("heatline.startLoad", { plan: loadPlan(portsOf(ready)[0]!) });
  await client.waitFor("heatline.runWritten", ({ id }) => id !== first.id);
  const second = await client.run();
  expect(second.threads.map(({ name }) => name)).toContain("main");
  expect(second.threads[0]?.pid).not.toBe(first.threads[0]?.pid);
  expect(lossesOf(second)).toEqual([]);
  expect(await hottestLine(path.join(client.runsFolder, second.id))).toBe("server.js:7");

  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
  await rm(cwd, { recursive: true });
});
