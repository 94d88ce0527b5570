import { expect, test, vi } from "vitest";
import type { ExplainedRequest, WhichRequest } from "../../../language-server/protocol/explain/explained-request.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { RequestPanel } = await import("../../../extension/request/request-panel.ts");

const side = { title: "This request", ms: 5, sum: "5 ms = 5 waiting", parts: [], rows: [], moreRows: 0 };
const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 0 } };
const location = { uri: "file:///app/server.js", range };
const explained: ExplainedRequest = {
  id: 7,
  title: "GET /a, 5 ms",
  facts: [],
  notes: [],
  previous: null,
  next: 8,
  one: side,
  usual: null,
  differences: [
    { kind: "waiting", what: "waiting", label: "", location: null, isLine: false, ms: 5, usualMs: undefined },
    { kind: "waiting", what: "query()", label: "server.js:4", location, isLine: true, ms: 5, usualMs: undefined },
  ],
  markdown: "# GET /a",
};

interface Posted {
  readonly type: string;
  readonly key?: string;
  readonly canExplain?: boolean;
}

function opened(answer: (which: WhichRequest) => ExplainedRequest | null, memory = new Map<string, unknown>(), id = "run") {
  const posted: Posted[] = [];
  const asked: WhichRequest[] = [];
  let receive: (message: unknown) => void = () => undefined;
  const working: Promise<unknown>[] = [];
  const webview = {
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: (added: typeof receive) => (receive = added),
    postMessage: (message: Posted) => void posted.push(message),
  };
  let isClosed = false;
  const createWebviewPanel = () => ({
    webview,
    onDidDispose: () => undefined,
    reveal: () => undefined,
    dispose: () => void (isClosed = true),
  });
  const executeCommand = vi.fn<(...given: readonly unknown[]) => Promise<void>>(() => Promise.resolve());
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  Object.assign(vscode.window, { createWebviewPanel, setStatusBarMessage: () => undefined });
  Object.assign(vscode.commands, { executeCommand });
  Object.assign(vscode.env, { clipboard: { writeText } });
  const request = (_message: unknown, { which }: { readonly which: WhichRequest }) => {
    asked.push(which);
    return Promise.resolve(answer(which));
  };
  const summary = id === "" ? undefined : { id, passes: ["waits"] };
  const shown = new vscode.EventEmitter<unknown>();
  const received = new vscode.EventEmitter<{ readonly event: { readonly name: string } }>();
  const showAgain = () => shown.fire(summary);
  const explainAgain = () => received.fire({ event: { name: "heatline.passWritten" } });
  const panel = new RequestPanel({
    extensionUri: vscode.Uri.file("/extension"),
    server: { request },
    shownRun: { summary, onDidChange: shown.event, restored: () => Promise.resolve(summary) },
    sessions: { onDidReceive: received.event },
    memory: { get: (key: string) => memory.get(key), update: (key: string, value: unknown) => Promise.resolve(memory.set(key, value)) },
    guard(work: () => Promise<unknown>) {
      const done = work();
      working.push(done);
      return done;
    },
  } as never);
  const deliver = async (message: unknown): Promise<void> => {
    receive(message);
    await Promise.all(working.splice(0));
  };
  const revive = () => panel.revive(createWebviewPanel() as never);
  return { panel, posted, asked, deliver, executeCommand, writeText, revive, isClosed: () => isClosed, showAgain, explainAgain };
}

test("without a waits pass the page says so, and its button opens the list of passes", async () => {
  const { panel, posted, deliver, executeCommand } = opened(() => null);
  await panel.show({ kind: "slowest" });
  await deliver({ type: "ready" });
  expect(posted).toMatchObject([{ type: "missing", canExplain: true }]);
  await deliver({ type: "explain" });
  expect(executeCommand).toHaveBeenCalledWith("heatline.explain");
});

test("the page goes from request to request, and gets places by number alone; what it copies is the server's", async () => {
  const { panel, posted, asked, deliver, writeText } = opened(() => explained);
  await panel.show({ kind: "like", request: "GET /a", from: 5 });
  await deliver({ type: "ready" });
  const shown = posted[0] as Posted & { readonly explained: unknown };
  expect(JSON.stringify(shown)).not.toContain("file:");
  expect(shown).toMatchObject({
    type: "explained",
    explained: { hasPrevious: false, hasNext: true, isMean: false, differences: [{ place: null }, { place: 0 }] },
  });
  await deliver({ type: "copy", key: shown.key });
  expect(writeText).toHaveBeenCalledWith("# GET /a");
  await deliver({ type: "show", key: shown.key, which: "previous" });
  expect(asked).toHaveLength(1);
  await deliver({ type: "show", key: shown.key, which: "next" });
  // An answer to what is no longer shown does nothing.
  await deliver({ type: "show", key: shown.key, which: "slowest" });
  await deliver({ type: "show", key: posted.at(-1)?.key, which: "slowest" });
  expect(asked).toEqual([{ kind: "like", request: "GET /a", from: 5 }, { kind: "id", id: 8 }, { kind: "together" }]);
});

test("after a reload of the window the page shows the request that it showed, or of another run the slowest", async () => {
  const memory = new Map<string, unknown>();
  const before = opened(() => explained, memory);
  await before.panel.show({ kind: "like", request: "GET /a", from: 5 });
  const after = opened(() => explained, memory);
  await after.revive();
  await after.deliver({ type: "ready" });
  expect([after.asked, after.posted.map(({ type }) => type)]).toEqual([[{ kind: "id", id: 7 }], ["explained"]]);
  // What all of them show together is kept, too.
  await opened(() => ({ ...explained, id: null }), memory).panel.show({ kind: "together" });
  const together = opened(() => explained, memory);
  await together.revive();
  expect(together.asked).toEqual([{ kind: "together" }]);
  const other = opened(() => explained, memory, "other");
  await other.revive();
  expect(other.asked).toEqual([{ kind: "slowest" }]);
});

test("a restored page of a request that is no more shows the slowest; with nothing to show it closes", async () => {
  const memory = new Map<string, unknown>();
  await opened(() => explained, memory).panel.show({ kind: "slowest" });
  const again = opened(({ kind }) => (kind === "id" ? null : explained), memory);
  await again.revive();
  await again.deliver({ type: "ready" });
  expect([again.asked.map(({ kind }) => kind), again.posted.at(-1)?.type]).toEqual([["id", "slowest"], "explained"]);
  const empty = opened(() => explained);
  await empty.revive();
  const without = opened(() => explained, memory, "");
  await without.revive();
  expect([empty.asked, empty.isClosed(), without.isClosed()]).toEqual([[], true, true]);
});

test("another part of the run keeps the request; a run that was explained again has others, of which the slowest is shown", async () => {
  const { panel, asked, showAgain, explainAgain, deliver } = opened(() => explained);
  await panel.show({ kind: "id", id: 7 });
  showAgain();
  expect(asked).toHaveLength(1);
  explainAgain();
  showAgain();
  await deliver({ type: "ready" });
  expect(asked.slice(1)).toEqual([{ kind: "slowest" }]);
  showAgain();
  expect(asked).toHaveLength(2);
});
