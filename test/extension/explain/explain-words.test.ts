import { expect, test, vi } from "vitest";
import type { Subject } from "../../../extension/again/measurement.ts";
import { askedPasses } from "../../../language-server/analysis/passes/asked-passes.ts";
import { type LoadReport, planFrom } from "../../../language-server/analysis/load/load.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { costText, passRefusal, progressText } = await import("../../../extension/explain/explain-words.ts");

const plan = planFrom({ requests: [{ path: "/orders", method: "POST" }, { path: "/login" }], durationSeconds: 18, warmupSeconds: 2 });
const subject = {
  measured: { run: "a", key: "k", name: "shop", course: "load" },
  app: { folder: undefined, configuration: {} },
  reloading: undefined,
  plan,
  pids: [],
} as unknown as Subject;

function refusals(changes: Partial<Subject>): readonly (string | undefined)[] {
  return askedPasses.map((pass) => passRefusal(pass, { ...subject, ...changes }));
}

test("each pass says why it cannot run for a run", () => {
  const none = askedPasses.map(() => undefined);
  expect(refusals({})).toEqual(none);
  expect(refusals({ reloading: "process" })).toEqual(none);
  expect(refusals({ reloading: "inPlace" })).toEqual([expect.stringContaining("A development server"), ...none.slice(1)]);
  expect(refusals({ plan: planFrom({}) })).toEqual([undefined, expect.stringContaining("a single request"), undefined, undefined]);
  const never = [
    [{ measured: { ...subject.measured, attached: { host: "127.0.0.1", port: 9229 } } }, "attached"],
    [{ measured: { ...subject.measured, test: {} } }, "a test"],
    [{ plan: undefined }, "no load"],
  ] as const;
  for (const [changes, why] of never) expect(refusals(changes)).toEqual(askedPasses.map((): unknown => expect.stringContaining(why)));
});

test("what the passes take is said with the run's own figures", () => {
  const load = { label: "POST /orders (+1)", requests: 6000 } as LoadReport;
  expect([0, 1, 2].map((passes) => costText(passes, plan, load, true))).toEqual([
    "Choose at least one pass.",
    "Sends your load once more (1 × 20 s, 6,000 × POST /orders (+1)) and restarts the app.",
    "Sends your load 2 more times (2 × 20 s, 6,000 × POST /orders (+1)) and restarts the app.",
  ]);
  expect(costText(2, plan, undefined, false)).toBe("Sends your load 2 more times (2 × 20 s) and starts the app.");
});

test("progress says which pass it is and how long all of them take", () => {
  const progress = { kind: "waits", pass: 2, of: 3, isStarting: false } as const;
  expect(
    [{ secondsLeft: 13.4 }, {}, { isStarting: true, secondsLeft: 40 }].map((changes) => progressText({ ...progress, ...changes })),
  ).toEqual(["pass 2 of 3, 14 s left", "pass 2 of 3", "pass 2 of 3, starting the app"]);
});
