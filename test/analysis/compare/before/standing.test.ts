import { expect, test } from "vitest";
import type { RunFacts } from "../../../../language-server/analysis/compare/before/program.ts";
import { isWorthless, standingOf } from "../../../../language-server/analysis/compare/before/standing.ts";
import { crashedStart, load, ran, runOf, script } from "./history.ts";

const unitTest = { runner: "Vitest", file: "/shop/cart.test.ts", name: "adds" };

test.each<[string, Partial<RunFacts>, string]>([
  ["a load that ended", {}, "good"],
  ["a load with 9 failed requests of 1,000", { load: { ...load, non2xx: 9 } }, "good"],
  ["a load with 10 failed requests of 1,000", { load: { ...load, non2xx: 10 } }, "failing"],
  ["a load of a tool that counts no failures", { load: { ...load, errors: undefined, timeouts: undefined, non2xx: undefined } }, "good"],
  ["a load of a tool that counts nothing", { load: { ...load, requests: undefined, errors: undefined } }, "good"],
  ["a cancelled load", { end: "cancelled", load: { ...load, cancelled: true } }, "cancelled"],
  ["a load whose app crashed", { end: "crashed", load: { ...load, cancelled: true } }, "crashed"],
  ["a load whose session was stopped", { end: "stopped" }, "stopped"],
  ["a load cut off at the time limit", { end: "time-cap" }, "endedEarly"],
  ["a load recovered after Heatline was killed", { end: "recovered" }, "endedEarly"],
  ["a load that met only idle threads", { threads: [{ busyTicks: 0 }] }, "noSamples"],
  ["a script that ended", script, "good"],
  ["a script that failed", { ...script, exitCode: 3 }, "crashed"],
  ["a script that threw", { ...crashedStart, name: "sum.js", ...ran("/shop/sum.js") }, "crashed"],
  ["a script that was stopped", { ...script, end: "stopped", window: "first-line" }, "stopped"],
  ["a server driven by hand", { load: undefined, end: "stopped", window: "measured" }, "byHand"],
  ["a server driven by hand until the time limit", { load: undefined, end: "time-cap", window: "measured" }, "byHand"],
  ["code that cannot be read", { ...crashedStart, failure: { isLoading: true } }, "failedStart"],
  ["a crash before the load that was to follow", { ...crashedStart, lacksLoad: true }, "failedStart"],
  ["an exit before the load that was to follow", { ...script, window: "first-line", lacksLoad: true }, "beforeLoad"],
  ["a test that passed", { ...script, test: unitTest }, "good"],
  ["a test that failed", { load: undefined, end: "crashed", exitCode: 1, test: unitTest }, "good"],
  ["a test whose runner was killed", { load: undefined, end: "crashed", test: unitTest }, "crashed"],
  ["a test that was stopped", { load: undefined, end: "stopped", test: unitTest }, "stopped"],
])("%s", (_what, given, kind) => {
  expect(standingOf(runOf(given)).kind).toBe(kind);
});

test("of an app that is loaded otherwise, what ends before it listens is a failed start, also in runs that do not say so", () => {
  const loaded = runOf();
  const unmarked = { ...crashedStart, window: undefined };
  for (const crashed of [crashedStart, unmarked]) {
    expect(standingOf(runOf(crashed), [loaded]).kind).toBe("failedStart");
    // npm starts it, and the process that would serve was not reached.
    expect(standingOf(runOf({ ...crashed, ...ran("/usr/bin/npm", "start") }), [loaded]).kind).toBe("failedStart");
    expect(standingOf(runOf({ ...crashed, name: "shop · sum.js", ...ran("/shop/sum.js") }), [loaded]).kind).toBe("crashed");
  }
  expect(standingOf(runOf({ ...script, end: "stopped" }), [loaded]).kind).toBe("beforeLoad");
  expect(standingOf(runOf({ load: undefined, end: "stopped", window: "measured" }), [loaded]).kind).toBe("byHand");
});

test("only runs in which nothing was measured are not shown by themselves", () => {
  const worthless = (["failedStart", "beforeLoad", "noSamples", "crashed", "cancelled", "byHand", "good"] as const).filter((kind) =>
    isWorthless({ kind }),
  );
  expect(worthless).toEqual(["failedStart", "beforeLoad", "noSamples"]);
});
