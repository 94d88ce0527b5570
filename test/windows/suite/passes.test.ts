import assert from "node:assert/strict";
import path from "node:path";
import { readPass } from "../../../language-server/history/run-passes.ts";
import { readMarks, readRun } from "../../../language-server/history/run-store.ts";
import { heatline, hottestLine, placeApps, reportOf } from "./command.ts";
import { test } from "./windows-test.ts";

test("what a server waits for, and what each of its routes costs, are measured in passes", async (folder) => {
  const apps = await placeApps(folder);
  const runs = path.join(folder, "runs");
  const load = ["--load", "/orders", "--load", "/report", "--connections", "2", "--duration", "2", "--warmup", "0"];
  const recorded = await heatline(["record", "--out", runs, ...load, "--passes", "waits,routes", "--", "node", "waiting.mjs"], apps);
  assert.equal(recorded.code, 0, recorded.err + recorded.out);
  const stored = path.resolve(apps, /The run is in (.+)/.exec(recorded.out)?.[1] ?? "");
  const waits = await readPass({ folder: stored, run: await readRun(stored) }, "waits");
  assert.ok(waits !== undefined, recorded.err);
  const marks = await readMarks(waits.folder, waits.run);
  const served = marks?.threads[0]?.served.begin.length ?? 0;
  assert.ok(served > 10, `${served} requests`);
  const sites = marks?.threads[0]?.waits.sites ?? [];
  const pause = sites.find(({ line }) => line === 13);
  assert.equal(pause?.text, "pause(40)");
  // A timer of wine's may come early by its clock's resolution.
  assert.ok(pause.us / pause.count > 35_000, `${pause.us} µs in ${pause.count} waits`);
  assert.equal(hottestLine(await reportOf(stored, apps, ["--route", "GET /report"])), "waiting.mjs:7");
});
