import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { listNodeProcesses, openInspector } from "../../extension/app/node-processes.ts";
import { appsFolder } from "../drivers/adapter/dap-client.ts";

test("a process is listed without its inspector, opens it when asked, and is listed with it", async () => {
  const child = spawn(process.execPath, [path.join(appsFolder, "idle.js"), "--inspect-port=0"], { cwd: appsFolder, stdio: "ignore" });
  await once(child, "spawn");
  const own = async () => (await listNodeProcesses(() => false)).find(({ pid }) => pid === child.pid);
  await expect.poll(own).toMatchObject({ command: `${path.join(appsFolder, "idle.js")} --inspect-port=0`, cwd: appsFolder });
  expect((await own())?.inspectorPort).toBeUndefined();
  expect((await listNodeProcesses((commandLine) => commandLine.includes("idle.js"))).map(({ pid }) => pid)).not.toContain(child.pid);
  child.kill("SIGKILL");
  await once(child, "exit");

  const waiting = spawn(process.execPath, ["--inspect-port=0", path.join(appsFolder, "server.js")], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(waiting.stdout, "data");
  const port = await openInspector(waiting.pid ?? 0);
  expect(port).toBeGreaterThan(0);
  expect((await listNodeProcesses(() => false)).find(({ pid }) => pid === waiting.pid)?.inspectorPort).toBe(port);
  waiting.kill("SIGKILL");
  await once(waiting, "exit");
});
