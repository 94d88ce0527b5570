import { beforeEach, expect, test, vi } from "vitest";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { type MarkdownString, window, workspace } from "./vscode.ts";

vi.mock("vscode", () => import("./vscode.ts"));
const { StatusItem } = await import("../../extension/status-item.ts");
const { runStatus } = await import("../../extension/runs/shown-run-status.ts");

const thread = (id: number, name: string) => ({ id, pid: 1, name, ticks: 1, busyTicks: 1 });
const run = {
  live: false,
  name: "shop",
  recorder: "exact",
  recorderNote: "",
  busySamples: 1234,
  threads: [thread(0, "main")],
  shownThreads: null,
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

test("one item says what the app does; its hover has the source of the shown figures, and links to actions", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  status.item.showRun(runStatus(run));
  expect(window.items.map(({ text, command }) => [text, command])).toEqual([["$(pulse) 1,234 samples", "heatline.showRunDetails"]]);
  expect(hover()).toContain("shop: 1,234 busy samples, every line as V8 logged it. [Details](command:heatline.showRunDetails)");
  expect(hover()).toContain("[Profile the current app](command:heatline.profileCurrentApp)");
  status.item.showApp(app);
  expect(window.items.map(({ text, command }) => [text, command])).toEqual([["$(record) Recording", "heatline.stopRecording"]]);
  expect(hover()).toMatch(/^shop is being recorded\n\nshop: 1,234 busy samples/);
  expect(hover()).not.toContain("profileCurrentApp");
});

test("the status bar always says if only some threads are shown", () => {
  using status = { item: new StatusItem(), [Symbol.dispose]: () => status.item.dispose() };
  const threads = [thread(0, "main"), thread(1, "worker 1")];
  status.item.showRun(runStatus({ ...run, threads }));
  expect(window.items[0]?.text).toBe("$(pulse) 1,234 samples");
  expect(hover()).toContain("Heat shows: all 2 threads. [Show Thread…](command:heatline.showThread)");
  status.item.showApp(app);
  status.item.showRun(runStatus({ ...run, threads, shownThreads: [1] }));
  expect(window.items[0]?.text).toBe("$(record) Recording · worker 1");
});

test("the item names live heat and the inspector", () => {
  expect(runStatus({ ...run, live: true }).face).toMatchObject({ icon: "broadcast", text: "live · 1,234 samples" });
  expect(runStatus({ ...run, recorder: "inspector" }).face).toMatchObject({ icon: "info", text: "inspector · 1,234 samples" });
});
