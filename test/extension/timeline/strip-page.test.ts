import { expect, test, vi } from "vitest";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import type { Timeline } from "../../../language-server/protocol/timeline.ts";
import type { ToTimeline } from "../../../webview/timeline/incoming.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { StripPage } = await import("../../../extension/timeline/strip-page.ts");
const { UserError } = await import("../../../extension/user-error.ts");

const block = { thread: 0, from: 10, to: 20, kind: "block" } as const;
const location = { uri: "file:///app/a.js", range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } } };
const strip = { length: 100, blocks: [block], blockTexts: ["a.js:2 f"], blockLocations: [location] } as unknown as Timeline;

/** A page of a shown run, whose server answers as it is asked to. */
function shown(answer: () => Promise<Timeline | null> = () => Promise.resolve(strip)) {
  const posted: ToTimeline[] = [];
  const changed = new vscode.EventEmitter<void>();
  const asked: unknown[] = [];
  const blocks: unknown[] = [];
  const zooms = new Map<string, { readonly from: number; readonly to: number }>();
  const values = new Map<string, unknown>();
  const first = { id: "a", name: "app", startedAt: "2026", ticks: 10, live: false, selection: everything };
  const run = { summary: first as typeof first | undefined, onDidChange: changed.event };
  const become = (changes: Partial<typeof first> | undefined): void => {
    run.summary = changes === undefined ? undefined : { ...(run.summary ?? first), ...changes };
    changed.fire();
  };
  const page = new StripPage(
    "panel",
    { postMessage: (message: ToTimeline) => Promise.resolve(posted.push(message) > 0) },
    {
      server: {
        request: async (_message: unknown, params: unknown) => {
          asked.push(params);
          return answer();
        },
      },
      shownRun: run,
      selection: { change: async ({ spans }: Partial<Selection>) => become({ selection: { ...everything, spans: spans ?? null } }) },
      memory: { get: (key: string) => values.get(key), update: async (key: string, value: unknown) => void values.set(key, value) },
      guard: async (work: () => unknown) => work(),
    } as never,
    {
      showBlock: async (...shownBlock) => void blocks.push(shownBlock),
      zoomOf: (key) => zooms.get(key),
      zoomed: async (key, span) => void (span === null ? zooms.delete(key) : zooms.set(key, span)),
      disposed: () => undefined,
    },
  );
  const taken = (): readonly ToTimeline[] => posted.splice(0);
  const key = async (): Promise<string> => {
    await page.receive({ type: "timelineReady" });
    const [reported] = taken();
    return reported?.type === "timelineRun" ? (reported.key ?? "") : "";
  };
  return { page, taken, key, become, asked, blocks };
}

test("a page gets the run once it is ready, of another time by that alone, and of anything else as of new data", async () => {
  const { page, taken, become } = shown();
  become({ ticks: 11 });
  expect(taken()).toEqual([]);
  expect(await page.receive({ type: "timelineReady" })).toBe(true);
  expect(taken()).toMatchObject([{ type: "timelineRun", spans: [] }]);
  become({ selection: { ...everything, spans: [{ from: 1, to: 2 }] }, ticks: 3 });
  expect(taken()).toEqual([{ type: "timelineSpans", spans: [{ from: 1, to: 2 }] }]);
  // The server notifies of it, too.
  become({});
  expect(taken()).toEqual([]);
  become({ selection: { ...everything, threads: [1], spans: [{ from: 1, to: 2 }] } });
  become({ ticks: 12 });
  become({ id: "b" });
  const reported = taken();
  expect(reported.map(({ type }) => type)).toEqual(["timelineRun", "timelineRun", "timelineRun"]);
  const keys = reported.map((each) => (each.type === "timelineRun" ? each.key : ""));
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  become(undefined);
  expect(taken()).toEqual([{ type: "timelineRun", key: null, isLive: false, spans: [] }]);
  page.dispose();
  become({});
  expect(taken()).toEqual([]);
});

test("a dragged time is selected, nothing selects everything, and a page of another run selects nothing", async () => {
  const { page, taken, key: ready } = shown();
  const key = await ready();
  await page.receive({ type: "selectSpans", key, spans: [{ from: 5, to: 6 }] });
  expect(taken()).toEqual([{ type: "timelineSpans", spans: [{ from: 5, to: 6 }] }]);
  await page.receive({ type: "selectSpans", key: "another", spans: [{ from: 7, to: 8 }] });
  expect(taken()).toEqual([]);
  await page.receive({ type: "selectSpans", key, spans: [] });
  expect(taken()).toEqual([{ type: "timelineSpans", spans: [] }]);
});

test("every question is answered: with data, with why there is none, or with nothing for another run", async () => {
  const answers: (() => Promise<Timeline | null>)[] = [
    () => Promise.resolve(strip),
    () => Promise.resolve(null),
    () => Promise.reject(new UserError("The analysis ended.", "Open the run again.")),
    () => Promise.reject(new vscode.CancellationError()),
  ];
  const { page, taken, key: ready, asked } = shown(async () => answers.shift()?.() ?? null);
  const key = await ready();
  const wanted = { type: "timelineWanted", key, columns: 7, span: { from: 0, to: 50 } };
  for (let id = 0; id < 4; id++) await page.receive({ ...wanted, id });
  await page.receive({ ...wanted, id: 4, key: "another" });
  expect(asked).toHaveLength(4);
  expect(asked[0]).toEqual({ view: "panel", columns: 7, span: { from: 0, to: 50 } });
  expect(taken()).toEqual([
    { type: "timelineData", id: 0, timeline: strip },
    { type: "timelineData", id: 1, timeline: null },
    { type: "timelineFailed", id: 2, message: "The analysis ended. Open the run again." },
    { type: "timelineFailed", id: 3, message: "" },
    { type: "timelineFailed", id: 4, message: "" },
  ]);
  answers.push(() => Promise.reject(new Error("a bug")));
  await expect(page.receive({ ...wanted, id: 5 })).rejects.toThrow("a bug");
  expect(taken()).toEqual([{ type: "timelineFailed", id: 5, message: "a bug" }]);
});

test("a block of the drawn strip leads to its line; the layout is kept for the next page", async () => {
  const { page, taken, key: ready, blocks } = shown();
  const key = await ready();
  await page.receive({ type: "timelineWanted", id: 0, key, columns: 7 });
  await page.receive({ type: "revealBlock", key, block: { thread: 0, from: 10, to: 20 } });
  await page.receive({ type: "revealBlock", key, block: { thread: 1, from: 10, to: 20 } });
  expect(blocks).toEqual([[block, location]]);
  await page.receive({ type: "timelineLayout", layout: { isOpen: false, height: 90 } });
  taken();
  await page.receive({ type: "timelineReady" });
  expect(taken()).toMatchObject([{ layout: { isOpen: false, height: 90 } }]);
});

test("a recording in progress is reported, and its end, though nothing else has changed", async () => {
  const { taken, key, become } = shown();
  await key();
  become({ live: true });
  become({ live: false });
  expect(taken().map((each) => each.type === "timelineRun" && each.isLive)).toEqual([true, false]);
});

test("what a page has zoomed to is shown by the next page of the same run, and of no other", async () => {
  const { page, taken, key: ready, become } = shown();
  const key = await ready();
  await page.receive({ type: "timelineZoomed", key, span: { from: 20, to: 30 } });
  await page.receive({ type: "timelineZoomed", key: "another", span: { from: 40, to: 50 } });
  await page.receive({ type: "timelineReady" });
  become({ id: "b" });
  expect(taken().map((each) => each.type === "timelineRun" && each.zoom)).toEqual([{ from: 20, to: 30 }, undefined]);
  await page.zoomTo({ from: 1, to: 2 });
  expect(taken()).toEqual([{ type: "timelineZoom", span: { from: 1, to: 2 } }]);
});

test("a message that is not the strip's is left to its page", async () => {
  const { page, taken } = shown();
  expect([await page.receive({ type: "frameClicked" }), await page.receive(7)]).toEqual([false, false]);
  expect(taken()).toEqual([]);
});
