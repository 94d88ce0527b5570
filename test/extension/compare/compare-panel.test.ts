import { expect, test, vi } from "vitest";
import type { ServerLink } from "../../../extension/server-link.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";
import { comparison } from "./drawn-comparison.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { ComparePanel } = await import("../../../extension/compare/compare-panel.ts");

test("a hidden panel has no page, and a panel that is shown again is sent everything again", async () => {
  const posted: string[] = [];
  const done: Promise<unknown>[] = [];
  let receive: (message: unknown) => void = () => undefined;
  const webview = {
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: (listener: typeof receive) => (receive = listener),
    postMessage: ({ type }: { readonly type: string }) => void posted.push(type),
  };
  const createWebviewPanel = vi.fn<(...asked: readonly unknown[]) => unknown>(() => ({
    webview,
    onDidDispose: () => undefined,
    reveal: () => undefined,
    dispose: () => undefined,
  }));
  Object.assign(vscode.window, { createWebviewPanel });
  const summary = { id: comparison.next.id };
  const deltas = { isShown: false, show: () => undefined };
  const memory = { get: () => undefined, update: () => Promise.resolve() };
  const panel = new ComparePanel(
    { extensionUri: vscode.Uri.file("/extension"), workspaceState: memory } as never,
    { request: () => Promise.resolve(comparison), onRestart: () => undefined } as unknown as ServerLink,
    { summary, restored: () => Promise.resolve(summary), onDidChange: () => vscode.Disposable.from() } as unknown as ShownRun,
    deltas as never,
    ((id: string, run: () => Promise<void>) => vscode.commands.registerCommand(id, run)) as never,
    ((work: () => Promise<void>) => done.push(work())) as never,
  );
  await panel.withPrevious();
  expect(createWebviewPanel.mock.lastCall?.[3]).toBeUndefined();
  for (const _page of ["new", "shown again"]) {
    receive({ type: "ready" });
    await Promise.all(done);
  }
  expect(posted).toEqual(["comparison", "codeShows", "comparison", "codeShows"]);
});
