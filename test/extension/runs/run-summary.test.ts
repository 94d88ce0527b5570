import { beforeEach, expect, test, vi } from "vitest";
import type { RunSummary } from "../../../language-server/protocol/run-summary.ts";
import { commands, EventEmitter, window, workspace } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { ExplainOffer } = await import("../../../extension/explain/explain.ts");
const { announce, registerRunSummary } = await import("../../../extension/runs/run-summary.ts");

const figures = { busyTicks: 10, intervalUs: 1000, recorderNote: "", load: undefined, selectionText: "" };
const summary = { name: "shop", hotLines: [], ...figures } as unknown as RunSummary;
const load = { label: "GET /", latency: {}, requestsPerSecond: 3, errors: 9, non2xx: 9, timeouts: 9, mismatches: 0 };
const failed = { ...summary, load } as unknown as RunSummary;

beforeEach(() => {
  window.shown.length = 0;
  window.buttons.length = 0;
  workspace.settings.set("runNotification", true);
});

const announcements = { arePaused: false };

const actions = { openFlame: () => Promise.resolve(), takeOffer: () => Promise.resolve(false) };

/** The summaries of new runs, in order. */
async function reported(runs: readonly RunSummary[]): Promise<number> {
  const shown = new EventEmitter<RunSummary>();
  const done: Promise<unknown>[] = [];
  const compare = { resultOf: () => Promise.resolve(undefined), withPrevious: () => Promise.resolve() };
  registerRunSummary(shown.event as never, { ...actions, compare }, announcements, ((work: () => Promise<void>) =>
    done.push(work())) as never);
  for (const run of runs) {
    shown.fire(run);
    await Promise.all(done);
  }
  return window.shown.filter((text) => text.includes("busy") || text.includes("failed")).length;
}

test("with notifications of runs off, only a run whose requests failed is notified", async () => {
  window.answers.push("Don't Show Again");
  expect(await reported([summary, summary, summary])).toBe(1);
  expect(workspace.settings.get("runNotification")).toBe(false);
  expect(await reported([failed])).toBe(2);
});

test("the notification of a run whose requests failed does not offer to turn notifications off", async () => {
  await reported([failed]);
  expect(window.buttons).toEqual(["Flame Graph", "Details"]);
  await reported([summary]);
  expect(window.buttons).toContain("Don't Show Again");
});

test("the notification has at most four buttons, which fit in it: Compare replaces Details", async () => {
  const hot = { ...summary, hotLines: [{ label: "app.js:1", withLibraries: 0.5 }] } as unknown as RunSummary;
  for (const result of [undefined, "", "33.7 → 1,190 req/s, ×35"]) {
    const compare = { resultOf: () => Promise.resolve(result), withPrevious: () => Promise.resolve() };
    window.buttons.length = 0;
    await announce(hot, { ...actions, compare });
    expect(window.buttons).toEqual(["Go to Line", "Flame Graph", result === undefined ? "Details" : "Compare", "Don't Show Again"]);
  }
});

test("without a hot line the profile that a tool wrote of its own work is offered in place of the flame graph", async () => {
  const executed = vi.spyOn(commands, "executeCommand");
  const tsc = { ...summary, toolProfiles: [{ tool: "tsc", file: "/runs/a/profiles/tsc-1.pb.gz" }] } as unknown as RunSummary;
  const compare = { resultOf: () => Promise.resolve(undefined), withPrevious: () => Promise.resolve() };
  window.answers.push("Open tsc’s Profile");
  await announce(tsc, { ...actions, compare });
  expect(window.buttons).toEqual(["Open tsc’s Profile", "Details", "Don't Show Again"]);
  expect(executed).toHaveBeenLastCalledWith("heatline.openProfile", expect.objectContaining({ path: "/runs/a/profiles/tsc-1.pb.gz" }));
  executed.mockClear();
  window.buttons.length = 0;
  const hotLines = [{ label: "app.js:1", withLibraries: 0.5 }];
  await announce({ ...tsc, hotLines } as unknown as RunSummary, { ...actions, compare });
  expect(window.buttons).not.toContain("Open tsc’s Profile");
  expect(executed).not.toHaveBeenCalled();
});

test("the notification of a second run says what changed in place of its figures", async () => {
  const compare = { resultOf: () => Promise.resolve("3 → 105 req/s, ×35 · app.js:1 gone"), withPrevious: () => Promise.resolve() };
  await announce({ ...failed, load: { ...load, errors: 0, non2xx: 0, timeouts: 0 } } as unknown as RunSummary, { ...actions, compare });
  expect(window.shown).toEqual(["GET / · 3 → 105 req/s, ×35 · app.js:1 gone · no hot line in your own code"]);
});

test("the notification names the part of the run that its figures are of, as after Measure Again", async () => {
  const compare = { resultOf: () => Promise.resolve("56 → 48 ms busy time per second, ÷1.17"), withPrevious: () => Promise.resolve() };
  await announce({ ...summary, selectionText: "worker 2" }, { ...actions, compare });
  expect(window.shown).toEqual(["shop · 56 → 48 ms busy time per second, ÷1.17 · no hot line in your own code · worker 2"]);
});

test("the runs of a series are not announced one by one", async () => {
  announcements.arePaused = true;
  expect(await reported([summary, failed])).toBe(0);
  announcements.arePaused = false;
  expect(await reported([summary])).toBe(1);
});

test("a run that mostly waited offers once for its app to explain it", async () => {
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string, none: unknown) => kept.get(key) ?? none,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
  const offer = new ExplainOffer(memory as never);
  const compare = { resultOf: () => Promise.resolve(undefined), withPrevious: () => Promise.resolve() };
  const takeOffer = (run: RunSummary): Promise<boolean> => offer.take(run);
  const waited = {
    ...failed,
    load: { ...load, errors: 0, non2xx: 0, timeouts: 0 },
    hasMostlyWaited: true,
    passes: [],
  } as unknown as RunSummary;
  const offers: boolean[] = [];
  for (const changes of [
    { hasMostlyWaited: false },
    { passes: ["waits" as const] },
    { pass: { kind: "waits" as const, of: "/runs/a" } },
    {},
    {},
    { name: "another" },
  ]) {
    window.buttons.length = 0;
    await announce({ ...waited, ...changes }, { ...actions, takeOffer, compare });
    offers.push(window.buttons.includes("Explain…"));
  }
  expect(offers).toEqual([false, false, false, true, false, true]);
  expect(window.shown.at(-1)).toContain("the app mostly waited: explain what it waited for?");
});
