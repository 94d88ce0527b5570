import { expect, test, vi } from "vitest";
import { type LoadPlan, planFrom } from "../../../language-server/analysis/load/load.ts";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import type { SlowestRequests } from "../../../language-server/protocol/timeline.ts";
import type { ToTimeline } from "../../../webview/timeline/incoming.ts";
import { initialState } from "../../../extension/load/load-form-state.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { TimelineViews } = await import("../../../extension/timeline/timeline-views.ts");

const location = { uri: "file:///app/a.js", range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } } };
const row = {
  request: "GET /",
  from: -2.5,
  to: 1000.5,
  text: "1 ms · 200",
  notes: [],
  detail: "",
  guilty: { label: "a.js:2 f", location },
};
const slowest: SlowestRequests = {
  rows: [{ ...row, requests: [] }],
  verdict: ["a.js:2 f stands out.", "Failed requests: 1."],
  location,
  rate: { perSecond: 140, reason: "This load had no rate." },
};

function shown({ phase = "ready", tool = "wrk", answer = slowest, passes = [] as readonly string[] } = {}) {
  const run = { id: "a", name: "app", startedAt: "2026", live: false, selection: everything, passes };
  const changed = new vscode.EventEmitter<void>();
  const [selections, posted, plans]: [Partial<Selection>[], ToTimeline[], LoadPlan[]] = [[], [], []];
  const view = { message: "" };
  let asked = 0;
  const shownRun = {
    summary: run,
    restored: () => Promise.resolve(run),
    mustBeShown: () => Promise.resolve(run),
    onDidChange: changed.event,
  };
  const views = new TimelineViews({
    server: { request: () => Promise.resolve((asked += 1) && answer) },
    shownRun,
    selection: { change: async (selection: Partial<Selection>) => void selections.push(selection) },
    memory: { get: () => undefined },
    guard: async (work: () => unknown) => work(),
    loadModel: {
      state: { ...initialState(planFrom({})), phase, appRunning: true, plan: planFrom({ tool: tool as LoadPlan["tool"] }) },
      editPlan: async (plan: LoadPlan) => void plans.push(plan),
    },
    slowestRequestsView: view,
  } as never);
  views.connect("panel", { postMessage: (message: ToTimeline) => Promise.resolve(posted.push(message) > 0) } as never, () => ({}));
  const become = (selection: Selection): void => {
    shownRun.summary = { ...run, selection };
    changed.fire();
  };
  const key = JSON.stringify([run.id, run.name, run.startedAt]);
  return { views, selections, posted, plans, view, run, key, become, asked: () => asked };
}

test("a click on a slow request selects its time, and brings it into view in every strip", async () => {
  const { views, selections, posted } = shown();
  await views.selectRequest({ kind: "request", row, id: "0" });
  expect(selections).toEqual([{ spans: [{ from: 0, to: 1001 }] }]);
  expect(posted).toEqual([{ type: "timelineReveal", span: { from: 0, to: 1001 } }]);
  await expect(views.selectRequest({ row: { from: "1" } })).rejects.toThrow("Invalid type");
});

test("the next block is selected, too; in a recording in progress it is only shown", async () => {
  const block = { thread: 0, from: 10.5, to: 20.5, kind: "block" };
  const { views, selections, posted, run } = shown({ answer: { blocks: [block], blockTexts: ["f"], blockLocations: [null] } as never });
  await views.blocks.go("next");
  expect(selections).toEqual([{ spans: [{ from: 10, to: 21 }] }]);
  run.live = true;
  await views.blocks.go("next");
  expect(selections).toHaveLength(1);
  expect(posted).toEqual(Array.from({ length: 2 }, () => ({ type: "timelineReveal", span: { from: 10, to: 21 } })));
});

test("all strips zoom to the same part of a run", async () => {
  const { views, key } = shown();
  const other: ToTimeline[] = [];
  const second = views.connect("flame", { postMessage: async (message: ToTimeline) => other.push(message) > 0 } as never, () => ({}));
  await second.receive({ type: "timelineReady" });
  const first = views.connect("panel", { postMessage: () => Promise.resolve(true) } as never, () => ({}));
  await first.receive({ type: "timelineZoomed", key, span: { from: 1, to: 2 } });
  expect(other.slice(1)).toEqual([{ type: "timelineZoom", span: { from: 1, to: 2 } }]);
  await second.receive({ type: "timelineReady" });
  expect(other.at(-1)).toMatchObject({ type: "timelineRun", zoom: { from: 1, to: 2 } });
});

test("a request without a line says what to do in place of going there", async () => {
  const { views } = shown();
  await expect(views.goToLine({ row: { ...row, guilty: null } })).rejects.toMatchObject({
    text: expect.stringMatching(/^No line of your code .* Select its time with Enter/),
  });
});

test("a sentence above the rows has no time to select, and leads to no line if it names none", async () => {
  const { views, selections } = shown();
  for (const node of [
    { kind: "verdict", text: "Failed requests: 1.", location: null },
    { kind: "rate", rate: { perSecond: 140 } },
  ]) {
    await views.selectRequest(node);
    await expect(views.goToLine(node)).rejects.toMatchObject({ text: expect.stringContaining("No line of your code") });
  }
  expect(selections).toEqual([]);
});

test("what slow requests show together stands above them; without any it is the view's message", async () => {
  const { views, view } = shown();
  const items = (await views.slowestRequests.getChildren()).map((node) => views.slowestRequests.getTreeItem(node));
  expect(items.map(({ label, description, command }) => [label, description, command?.command])).toEqual([
    ["a.js:2 f stands out.", undefined, "heatline.goTo"],
    ["Failed requests: 1.", undefined, undefined],
    ["Send 140 requests per second", "puts this rate into the load form", "heatline.useProposedRate"],
    ["1 ms · 200", "a.js:2 f · GET /", "heatline.selectSlowRequest"],
  ]);
  expect(view.message).toBe("");
  const { views: empty, view: silent } = shown({ answer: { rows: [], verdict: ["No load was sent."], location: null, rate: null } });
  expect(await empty.slowestRequests.getChildren()).toEqual([]);
  expect(silent.message).toBe("No load was sent.");
});

test("where the run has a waits pass, a click on a request explains it; a moment still selects its time", async () => {
  const moment = { ...row, text: "2 requests at 0 s", requests: [row, row] };
  const answer = { ...slowest, rows: [moment, { ...row, requests: [] }], verdict: [], rate: null };
  for (const [passes, command] of [
    [[], "heatline.selectSlowRequest"],
    [["waits"], "heatline.explainRequest"],
  ] as const) {
    const tree = shown({ answer, passes }).views.slowestRequests;
    const items = (await tree.getChildren()).map((node) => tree.getTreeItem(node).command?.command);
    expect(items).toEqual(["heatline.selectSlowRequest", command]);
  }
});

test("requests of one moment are one row that opens to them", async () => {
  const moment = {
    ...row,
    text: "2 requests at 0 s",
    request: "",
    notes: ["up to 1 ms · 200"],
    requests: [row, { ...row, text: "0.9 ms · 200" }],
  };
  const { views } = shown({ answer: { rows: [moment, { ...row, requests: [] }], verdict: [], location: null, rate: null } });
  const tree = views.slowestRequests;
  const nodes = await tree.getChildren();
  const items = nodes.map((node) => tree.getTreeItem(node));
  expect(
    items.map(({ label, description, collapsibleState, contextValue }) => [label, description, collapsibleState, contextValue]),
  ).toEqual([
    ["2 requests at 0 s", "a.js:2 f · up to 1 ms · 200", vscode.TreeItemCollapsibleState.Collapsed, "slowRequest inCode"],
    ["1 ms · 200", "a.js:2 f · GET /", vscode.TreeItemCollapsibleState.None, "slowRequest inCode"],
  ]);
  const requests = await tree.getChildren(nodes[0]);
  expect(requests.map((node) => tree.getTreeItem(node)).map(({ id, label }) => [id, label])).toEqual([
    ["0.0", "1 ms · 200"],
    ["0.1", "0.9 ms · 200"],
  ]);
  expect(await tree.getChildren(nodes[1])).toEqual([]);
  expect(await tree.getChildren(requests[0])).toEqual([]);
});

test("the list is asked for again for other threads, not for another time", () => {
  const { views, become } = shown();
  let changes = 0;
  views.slowestRequests.onDidChangeTreeData(() => (changes += 1));
  become({ ...everything, spans: [{ from: 0, to: 1 }] });
  expect(changes).toBe(0);
  become({ ...everything, threads: [1] });
  expect(changes).toBe(1);
});

test("the proposed rate goes into the load form, with a tool that can send at a rate, once an app is ready", async () => {
  const { views, plans } = shown();
  await views.useProposedRate();
  expect(plans).toEqual([]);
  await views.slowestRequests.getChildren();
  await views.useProposedRate();
  expect(plans).toMatchObject([{ tool: "autocannon", ratePerSecond: 140 }]);
  expect(vscode.commands.executed).toContain("heatline.loadForm.focus");
  const vegeta = shown({ tool: "vegeta" });
  await vegeta.views.slowestRequests.getChildren();
  await vegeta.views.useProposedRate();
  expect(vegeta.plans).toMatchObject([{ tool: "vegeta", ratePerSecond: 140 }]);
  const idle = shown({ phase: "idle" });
  await idle.views.slowestRequests.getChildren();
  await expect(idle.views.useProposedRate()).rejects.toThrow("No app is ready for a load run.");
});
