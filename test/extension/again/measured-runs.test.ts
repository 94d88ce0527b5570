import { expect, test, vi } from "vitest";

vi.mock("vscode", () => import("../vscode.ts"));
const { MeasuredRuns } = await import("../../../extension/again/measured-runs.ts");

function memory(kept?: unknown) {
  const values = new Map<string, unknown>([["heatline.measuredRuns", kept]]);
  return {
    get: <Value>(key: string, otherwise?: Value) => (values.get(key) ?? otherwise) as Value,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
    keys: () => [],
  };
}

const made = (run: string) => ({ run, key: "file:/app/server.js", name: "server.js", course: "load" as const });

test("how a run was made is known in later sessions, for the newest sixty", async () => {
  const workspace = memory();
  const runs = new MeasuredRuns(workspace);
  for (let run = 1; run <= 60; run++) expect(await runs.keep(made(`run${run}`))).toEqual([]);
  expect(await runs.keep(made("run60"))).toEqual([]);
  expect(await runs.keep(made("run61"))).toEqual(["run1"]);
  expect(new MeasuredRuns(workspace).of("run2")).toEqual(made("run2"));
  expect(new MeasuredRuns(workspace).of("run1")).toBeUndefined();
});

test("what another version has left in the memory is passed over", () => {
  const runs = new MeasuredRuns(memory([null, "run1", { run: "run2" }, made("run3")]));
  expect(runs.of("run2")).toBeUndefined();
  expect(runs.of("run3")).toEqual(made("run3"));
  expect(new MeasuredRuns(memory("broken")).of("run3")).toBeUndefined();
});
