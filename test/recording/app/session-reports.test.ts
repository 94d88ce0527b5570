import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readReport } from "../../../language-server/recording/app/report-schema.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "reports-"));
const exit = JSON.stringify({ kind: "exit", code: null, signal: "SIGTERM" });

test("a report is read", async () => {
  const file = path.join(folder, "exit.json");
  await writeFile(file, exit);
  expect(await readReport(file)).toEqual({ kind: "exit", code: null, signal: "SIGTERM" });
});

test.each([
  ["null", "null"],
  ["no JSON", exit.slice(1)],
  ["no report", '{"kind":"hello"}'],
  ["half a report", '{"kind":"process","pid":3}'],
  ["a report with another kind of id", '{"kind":"launcher","pid":-1,"appPid":"3"}'],
])("what the app writes as %s is left out", async (name, content) => {
  const file = path.join(folder, `${name}.json`);
  await writeFile(file, content);
  expect(await readReport(file)).toBeUndefined();
});

test("a pipe in the place of a report is not waited for, a link is not followed, and a socket ends nothing", async () => {
  const [pipe, link, socket] = ["pipe.json", "link.json", "socket.json"].map((name) => path.join(folder, name)) as [string, string, string];
  execFileSync("mkfifo", [pipe]);
  await writeFile(path.join(folder, "target"), exit);
  await symlink("target", link);
  expect(await readReport(pipe)).toBeUndefined();
  expect(await readReport(link)).toBeUndefined();
  const server = net.createServer().listen(socket);
  await once(server, "listening");
  expect(await readReport(socket)).toBeUndefined();
  server.close();
});
