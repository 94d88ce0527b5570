import { expect, test, vi } from "vitest";
import type { ServerLink } from "../../../extension/server-link.ts";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";
import { comparison } from "./drawn-comparison.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { comparisonKey } = await import("../../../extension/compare/comparison-view.ts");
const { ComparePanel } = await import("../../../extension/compare/compare-panel.ts");

interface Opened {
  readonly panel: InstanceType<typeof ComparePanel>;
  /** Delivers a message of the page, and waits for what it causes. */
  readonly receive: (message: unknown) => Promise<void>;
  readonly posted: readonly string[];
  readonly createWebviewPanel: ReturnType<typeof vi.fn<(...asked: readonly unknown[]) => unknown>>;
  /** Selects a span of the shown run, or everything, and waits for what that causes. */
  readonly select: (spans: Selection["spans"]) => Promise<void>;
  readonly title: () => string;
}

function opened(request: (method: { readonly method: string }, params: unknown) => Promise<unknown>): Opened {
  const posted: string[] = [];
  const done: Promise<unknown>[] = [];
  let listener: (message: unknown) => void = () => undefined;
  const webview = {
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: (added: typeof listener) => (listener = added),
    postMessage: ({ type }: { readonly type: string }) => void posted.push(type),
  };
  const shown = { title: "" };
  const createWebviewPanel = vi.fn<(...asked: readonly unknown[]) => unknown>(() =>
    Object.assign(shown, {
      webview,
      onDidDispose: () => undefined,
      reveal: () => undefined,
      dispose: () => undefined,
    }),
  );
  Object.assign(vscode.window, { createWebviewPanel });
  const changed = new vscode.EventEmitter<unknown>();
  const shownRun = {
    summary: { id: comparison.next.id, selection: everything, selectionText: "" },
    mustBeShown: () => Promise.resolve(shownRun.summary),
    restored: () => Promise.resolve(shownRun.summary),
    onDidChange: changed.event,
  };
  const deltas = { isShown: false, show: () => undefined };
  const memory = { get: () => undefined, update: () => Promise.resolve() };
  const panel = new ComparePanel(
    {
      context: { extensionUri: vscode.Uri.file("/extension"), workspaceState: memory } as never,
      server: { request, onRestart: () => undefined } as unknown as ServerLink,
      shownRun: shownRun as unknown as ShownRun,
      deltas: deltas as never,
      guard: ((work: () => Promise<void>) => done.push(work())) as never,
    },
    undefined,
  );
  const receive = async (message: unknown): Promise<void> => {
    listener(message);
    await Promise.all(done);
  };
  const select = async (spans: Selection["spans"]): Promise<void> => {
    shownRun.summary = { ...shownRun.summary, selection: { ...everything, spans }, selectionText: spans === null ? "" : "1 to 2 s" };
    changed.fire(shownRun.summary);
    await Promise.all(done);
  };
  changed.fire(shownRun.summary);
  return { panel, receive, posted, createWebviewPanel, select, title: () => shown.title };
}

test("a hidden panel has no page, and a panel that is shown again is sent everything again", async () => {
  const { panel, receive, posted, createWebviewPanel } = opened(() => Promise.resolve(comparison));
  await panel.withPrevious();
  expect(createWebviewPanel.mock.lastCall?.[3]).toBeUndefined();
  for (const _page of ["new", "shown again"]) await receive({ type: "ready" });
  expect(posted).toEqual(["comparison", "codeShows", "comparison", "codeShows"]);
});

test("runs that were measured again stay part of the comparison when its unit is changed", async () => {
  const request = vi.fn<(method: unknown, params: unknown) => Promise<unknown>>(() => Promise.resolve(comparison));
  const { panel, receive } = opened(request);
  const more = { next: ["/runs/second", "/runs/third"] };
  await panel.pair({ newFolder: comparison.next.folder, baseFolder: comparison.base.folder, more });
  await receive({ type: "ready" });
  await receive({ type: "normalise", key: comparisonKey(comparison), per: "second" });
  const asked = request.mock.calls.map(([, params]) => params).filter((params) => Object.hasOwn(params as object, "more"));
  expect(asked).toEqual([expect.objectContaining({ more }), expect.objectContaining({ more, per: "second" })]);
});

test("what could only be compared per second, as a thread is, is compared per request again when everything is selected", async () => {
  const request = vi.fn<(method: unknown, params: unknown) => Promise<unknown>>(() => Promise.resolve({ ...comparison, per: "second" }));
  const { panel, select } = opened(request);
  await panel.withPrevious();
  await select(null);
  await select([]);
  expect(request.mock.calls.findLast(([, params]) => Object.hasOwn(params as object, "by"))?.[1]).toMatchObject({ per: "request" });
});

test("another part of the shown run is compared again, and a span with the rest of the run until it is no longer selected", async () => {
  const ofSpan = { ...comparison, base: { ...comparison.base, folder: comparison.next.folder }, selectionText: "1 to 2 s" };
  const request = vi.fn<(method: unknown, params: { readonly with?: string }) => Promise<unknown>>((_method, params) =>
    Promise.resolve(params.with === "rest" ? ofSpan : comparison),
  );
  const { panel, receive, posted, select, title } = opened(request as never);
  const asked = (): readonly unknown[] => request.mock.calls.map(([, params]) => params).filter((params) => Object.hasOwn(params, "by"));
  await panel.withPrevious();
  await receive({ type: "ready" });
  const { next, base, per, by } = comparison;
  const runs = { newFolder: next.folder, baseFolder: base.folder, per, by };
  await select([{ from: 0, to: 1000 }]);
  expect(asked()).toEqual([runs]);
  expect(title()).not.toContain("1 to 2 s");
  await receive({ type: "compareSpan", key: comparisonKey(comparison) });
  expect(title()).toContain("1 to 2 s");
  await select([{ from: 0, to: 2000 }]);
  expect(asked()).toEqual([runs, { with: "rest", by }]);
  await select(null);
  expect([asked().length, posted.at(-1)]).toEqual([2, "failed"]);
});

test("with one run alone Compare… compares a selected span of it with the rest, and asks for another run only where none is selected", async () => {
  const asked: unknown[] = [];
  const rest = { ...comparison, base: { ...comparison.base, folder: comparison.next.folder } };
  const { panel, select } = opened(({ method }: { readonly method: string }, params) => {
    if (method === "heatline/runs") return Promise.resolve({ runs: [{ id: comparison.next.id }] });
    if (method === "heatline/compare") asked.push(params);
    return Promise.resolve(rest);
  });
  await expect(panel.pickAndOpen()).rejects.toThrow("you need two runs");
  await select([{ from: 1_000_000, to: 2_000_000 }]);
  await panel.pickAndOpen();
  expect(asked).toEqual([{ with: "rest" }]);
});
