import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import type { LoadReport } from "../../../language-server/analysis/load/load.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";
import { autocannonTool } from "../../../language-server/recording/load/autocannon/autocannon.ts";
import { loadPlan } from "../../drivers/adapter/dap-client.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { test } from "./windows-test.ts";

/** Runs the load tool and returns its report, or the code of its error. */
async function runLoad(port: number, ratePerSecond = 0): Promise<LoadReport | string | undefined> {
  const { autocannonChild } = await buildAdapter();
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-load-"));
  const other = (): never => assert.fail("autocannon is our own");
  let exit: Promise<unknown> | undefined;
  const startAutocannon = (): ChildProcess => {
    const child = fork(autocannonChild, [], { execArgv: [], silent: true });
    exit = once(child, "exit");
    return child;
  };
  try {
    return await autocannonTool.run(loadPlan(port, { durationSeconds: 2, warmupSeconds: 0.5, ratePerSecond }), {
      signal: new AbortController().signal,
      appFolder: folder,
      privateFolder: folder,
      processes: { find: other, start: other, startAutocannon },
      onProgress: () => undefined,
      measure: () => Promise.resolve(),
    });
  } catch (error) {
    if (error instanceof UserError) return error.coded.code;
    throw error;
  } finally {
    await exit;
    await rm(folder, { recursive: true });
  }
}

test("the load tool's process sends requests, reports and ends", async () => {
  const server = http.createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const report = await runLoad((server.address() as AddressInfo).port);
  server.close();
  assert.ok(typeof report === "object");
  assert.ok((report.requests ?? 0) > 20, JSON.stringify(report));
  assert.equal(report.errors, 0);
});

test("at a fixed rate as many requests are sent as asked", async () => {
  let seen = 0;
  const server = http.createServer((_request, response) => {
    seen += 1;
    response.end("ok");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const report = await runLoad((server.address() as AddressInfo).port, 20);
  server.close();
  assert.ok(typeof report === "object");
  assert.deepEqual([report.errors, report.timeouts], [0, 0]);
  // 10 before the measured part, and one that waits for the app.
  assert.equal(seen + (report.unsent ?? 0), 51);
});

test("a port that nobody listens on is reported as such", async () => {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  assert.equal(await runLoad(port), "load.nobodyAnswers");
});
