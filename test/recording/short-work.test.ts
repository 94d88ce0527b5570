import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { samplersOf } from "../../language-server/platform/sampler-slice.ts";
import { monotonicUs } from "../../language-server/recording/ticks/thread-clock.ts";
import { lacksShortWork } from "../../language-server/recording/short-work.ts";
import { ExactApp } from "./exact-app.ts";

const program = path.join(import.meta.dirname, "../fixtures/ground-truth/two-phases.cjs");
const { PATH: pathBefore } = process.env;

afterEach(() => {
  process.env["PATH"] = pathBefore;
});

/** A recording of it by a machine with these programs, as if its main thread had worked ten seconds more than it did. */
async function recordedWith(programs: string | undefined): Promise<boolean | undefined> {
  process.env["PATH"] = programs;
  await using app = await ExactApp.start(process.execPath, process.versions.node, [program, "stay"]);
  await app.recorder.start();
  app.recorder.running(app.inspector.main, monotonicUs(), { own: { user: -10_000_000, system: 0 } });
  await app.run(false);
  expect(await samplersOf(app.inspector.pid)).toHaveLength(1);
  await app.line();
  await app.line();
  const [thread] = await app.recorder.stop();
  return thread?.lacksShortWork;
}

test("a thread whose samples leave out its short work says so, but not where its sampler has a short slice", async () => {
  expect(await recordedWith("/nonexistent")).toBe(true);
  expect(await recordedWith(pathBefore)).toBeUndefined();
});

test("short work is missing where samples stand for less than 0.6 of the CPU time", () => {
  // A server of requests of 0.5 ms beside longer ones, alone on a core; the same with two cores; timers beside a busy core.
  expect(lacksShortWork({ covered: 1_752_000, user: 2_780_000, system: 210_000 })).toBe(true);
  expect(lacksShortWork({ covered: 2_330_000, user: 2_780_000, system: 210_000 })).toBe(false);
  expect(lacksShortWork({ covered: 1_389_161, user: 2_570_000, system: 140_000 })).toBe(true);
  // Long system calls have one sample each; of a few ticks of the clock nothing is said.
  expect(lacksShortWork({ covered: 269_000, user: 400_000, system: 1_610_000 })).toBe(true);
  expect(lacksShortWork({ covered: 320_000, user: 400_000, system: 1_610_000 })).toBe(false);
  expect(lacksShortWork({ covered: 20_000, user: 120_000, system: 60_000 })).toBe(false);
});
