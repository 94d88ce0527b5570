import { expect, test, vi } from "vitest";

vi.mock("vscode", () => import("../vscode.ts"));
const { hasOtherSpeed, passesIn, passSpeed } = await import("../../../extension/explain/pass-words.ts");

const pass = { kind: "waits", folder: "" } as const;

test("a pass has its speed beside that of its run, which is reported only where equal runs do not differ by as much", () => {
  const speeds = [
    { requestsPerSecond: 131, inRun: 99 },
    { requestsPerSecond: 40, inRun: 99 },
    { requestsPerSecond: 131 },
    { inRun: 99 },
    {},
  ];
  const passes = speeds.map((figures) => ({ ...pass, ...figures }));
  expect(passes.map(passSpeed)).toEqual(["131 req/s (99 in the run)", "40 req/s (99 in the run)", "131 req/s", "", ""]);
  expect(passes.map(hasOtherSpeed)).toEqual([false, true, false, false, false]);
  expect(hasOtherSpeed({ ...pass, kind: "routes", requestsPerSecond: 40, inRun: 99 })).toBe(false);
});

test("a pass that failed is not reported, although the run has it from before", () => {
  const [waits, routes] = (["waits", "routes"] as const).map((kind) => ({ kind, folder: `/runs/1/passes/${kind}` }));
  expect(passesIn(["/runs/1/passes/waits"], [waits!, routes!])).toEqual([waits]);
});
