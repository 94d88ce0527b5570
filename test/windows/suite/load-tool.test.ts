import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import type { LoadReport } from "../../../language-server/analysis/load/load.ts";
import type { ChildCommand, ChildMessage } from "../../../language-server/recording/load/autocannon/child-protocol.ts";
import { loadPlan } from "../../drivers/adapter/dap-client.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { test } from "./windows-test.ts";

/** Runs the load tool's process and returns its report, or its error message. */
async function runLoad(port: number, ratePerSecond = 0): Promise<LoadReport | string | undefined> {
  const { autocannonChild } = await buildAdapter();
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-load-"));
  const requestsFile = path.join(folder, "requests.bin");
  const child = fork(autocannonChild, [], { execArgv: [] });
  const send = (command: ChildCommand): boolean => child.send(command);
  const exit = once(child, "exit");
  const outcome = await new Promise<LoadReport | string | undefined>((resolve, reject) => {
    child.on("error", reject).on("exit", (code) => reject(new Error(`It ended with code ${code}.`)));
    child.on("message", (message: ChildMessage) => {
      if (message.kind === "warm") send({ kind: "measure" });
      if (message.kind === "done") resolve(message.report);
      if (message.kind === "failed") resolve(message.why.code);
    });
    send({ kind: "start", plan: loadPlan(port, { durationSeconds: 2, warmupSeconds: 0.5, ratePerSecond }), asks: false, requestsFile });
  });
  child.disconnect();
  await exit;
  await rm(folder, { recursive: true });
  return outcome;
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

test("a port that nobody listens on is told as such", async () => {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  assert.equal(await runLoad(port), "load.nobodyAnswers");
});
