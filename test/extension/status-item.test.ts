import { beforeEach, expect, test, vi } from "vitest";
import type { HotLine, RunSummary } from "../../language-server/protocol/run-summary.ts";
import { type MarkdownString, window, workspace } from "./vscode.ts";

vi.mock("vscode", () => import("./vscode.ts"));
const { StatusItem } = await import("../../extension/status-item.ts");
const { runStatus } = await import("../../extension/runs/shown-run-status.ts");

const thread = (id: number, name: string) => ({ id, pid: 1, name, ticks: 1, busyTicks: 1 });
const hotLine: HotLine = {
  location: { uri: "file:///app/util.js", range: { start: { line: 23, character: 0 }, end: { line: 23, character: 0 } } },
  label: "util.js:24",
  self: 0.45,
  withLibraries: 0.451,
  total: 0.98,
  ticks: 555,
};
const run = {
  hotLines: [hotLine],
  live: false,
  name: "shop",
  recorder: "exact",
  recorderNote: "",
  busySamples: 1234,
  threads: [thread(0, "main")],
  selectionText: "",
  isEmpty: false,
  measures: undefined,
} satisfies Partial<RunSummary>;
const app = { icon: "record", text: "Recording", tooltip: "shop is being recorded", command: "heatline.stopRecording" } as const;

workspace.settings.set("statusBar", true);
beforeEach(() => {
  window.items.length = 0;
});

function hover(): string {
  const item = window.items[0]?.tooltip as unknown as MarkdownString | undefined;
  return item?.value.replaceAll("\\", "") ?? "";
}

test("one item says what the app does, else what is hottest; its hover has what that rests on, and links to actions", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  status.item.showRun(runStatus(run));
  const shown = (): readonly unknown[] => window.items.map(({ text, command }) => [text, command]);
  expect(shown()).toEqual([["$(flame) util.js:24 · 45 % self", "heatline.goToHottestLine"]]);
  expect(hover()).toMatch(/^Go to the hottest line, util\.js:24\n/);
  expect(hover()).toContain("shop: 1,234 busy samples, lines measured, not inferred. [Details](command:heatline.showRunDetails)");
  expect(hover()).toContain("[Profile the current app](command:heatline.profileCurrentApp)");
  status.item.showApp({ busy: app });
  expect(shown()).toEqual([["$(record) Recording", "heatline.stopRecording"]]);
  expect(hover()).toMatch(/^shop is being recorded\n\nshop: 1,234 busy samples/);
  expect(hover()).not.toContain("profileCurrentApp");
});

test("of a run without a hot line the status bar says nothing, and offers to profile beside a program", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  const cold = runStatus({ ...run, hotLines: [] });
  status.item.showRun(cold);
  expect(window.items).toEqual([]);
  status.item.showRun({ ...cold, part: "worker 1" });
  expect(window.items.map(({ text, command }) => [text, command])).toEqual([["$(flame) Profile · worker 1", "heatline.profileCurrentApp"]]);
});

test("the status bar always says what is selected, if it is not everything", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  const threads = [thread(0, "main"), thread(1, "worker 1")];
  status.item.showRun(runStatus({ ...run, threads }));
  expect(window.items[0]?.text).toBe("$(flame) util.js:24 · 45 % self");
  expect(hover()).toContain("Heat shows: all 2 threads. [Show Thread…](command:heatline.showThread)");
  status.item.showApp({ busy: app });
  status.item.showRun(runStatus({ ...run, threads, selectionText: "worker 1 · 6.1 to 6.9 s" }));
  expect(window.items[0]?.text).toBe("$(record) Recording · worker 1 · 6.1 to 6.9 s");
  expect(hover()).toContain("Heat shows: worker 1 · 6.1 to 6.9 s. [Show Everything](command:heatline.showEverything)");
  expect(hover()).toContain("[Show Thread…](command:heatline.showThread)");
});

test("an empty selection is said in the bar, where a click shows everything", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  status.item.showRun(runStatus({ ...run, hotLines: [], isEmpty: true, selectionText: "worker 1" }));
  expect(window.items.map(({ text, command }) => [text, command])).toEqual([
    ["$(warning) Nothing measured · worker 1", "heatline.showEverything"],
  ]);
  expect(hover()).toContain("Nothing was measured here (worker 1). Click to show everything.");
});

test("of a running app the bar says what it does, else what is shown, and only of a run with nothing hot that it is ready", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  const ready = { icon: "flame", text: "Ready for load", tooltip: "", command: "heatline.loadForm.focus" } as const;
  const shown = (): unknown => window.items[0]?.text;
  status.item.showApp({ done: ready });
  expect(shown()).toBe("$(flame) Ready for load");
  status.item.showRun(runStatus(run));
  expect(shown()).toBe("$(flame) util.js:24 · 45 % self");
  status.item.showApp({ waiting: ready });
  expect(shown()).toBe("$(flame) Ready for load");
  status.item.showRun(runStatus({ ...run, hotLines: [], isEmpty: true, selectionText: "worker 1" }));
  expect(window.items.map(({ text, command }) => [text, command])).toEqual([
    ["$(warning) Nothing measured · worker 1", "heatline.showEverything"],
  ]);
  status.item.showApp({ busy: app });
  expect(shown()).toBe("$(record) Recording · worker 1");
});

test("of a profile with several measures the hover says which is shown, and leads to the others", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  const measures = { shown: "cpu", choices: ["cpu", "wall"].map((id) => ({ id, unit: "nanoseconds", isTime: true })) };
  status.item.showRun(runStatus({ ...run, measures }));
  expect(hover()).toContain("Measured: cpu. [Measure…](command:heatline.showMeasure)");
});

test("the icon marks live heat, and the hover names the inspector", () => {
  expect(runStatus({ ...run, live: true }).face).toMatchObject({ icon: "broadcast", text: "util.js:24 · 45 % self" });
  expect(runStatus({ ...run, recorder: "inspector" }).notes[0]?.text).toContain("by the inspector");
});

test("Compare is in the hover as long as there is something to compare", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  status.item.showRun(runStatus({ ...run, isComparable: true }));
  expect(hover()).toContain("[Compare with the run before](command:heatline.compareWithPrevious)");
  status.item.showRun(runStatus({ ...run, isComparable: false }));
  expect(hover()).not.toContain("Compare");
});

test("where heat is by waiting the bar names the line that waited longest, and the hover says so and how to change it", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  const { location } = hotLine;
  const lines = [{ location, label: "db.js:7", text: "waited 41 ms per request, 11 times" }];
  const goTo = "Go to the line that waited longest, db.js:7";
  const otherHeat = { lines, goTo, about: "Heat in the code is what lines waited for.", none: "" };
  status.item.showRun(runStatus({ ...run, otherHeat }));
  expect(window.items.map(({ text, command }) => [text, command])).toEqual([
    ["$(flame) db.js:7 · waited 41 ms per request, 11 times", "heatline.goToHottestLine"],
  ]);
  expect(hover()).toMatch(/^Go to the line that waited longest, db\.js:7\n/);
  expect(hover()).toContain("Heat in the code is what lines waited for. [Heat By…](command:heatline.heatBy)");
  status.item.showRun(runStatus({ ...run, otherHeat: { ...otherHeat, lines: [], goTo: "" } }));
  expect(window.items[0]?.text).not.toContain("util.js");
});
