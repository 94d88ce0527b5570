import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ServerLink } from "../../../extension/server-link.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { FlamePanel } = await import("../../../extension/flame/flame-panel.ts");

/** An installed extension, reduced to what the panel's page needs. */
async function installed(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-flame-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, "out/webview/speedscope"), { recursive: true });
  await writeFile(path.join(folder, "out/webview/flame.js"), "ours()");
  await writeFile(path.join(folder, "out/webview/speedscope/speedscope.js"), 'speedscope("</script>")');
  await writeFile(path.join(folder, "out/webview/speedscope/speedscope.css"), 'src:url("./font.woff2")');
  return folder;
}

test("the profile is asked for while the page of a new panel still loads, and once", async () => {
  const events: string[] = [];
  const folder = await installed();
  let receive: (message: unknown) => void = () => undefined;
  const webview = {
    options: {},
    html: "",
    cspSource: "",
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: (listener: typeof receive) => (receive = listener),
    postMessage: ({ type }: { readonly type: string }) => void events.push(`posted ${type}`),
  };
  Object.assign(vscode.window, {
    createWebviewPanel: () => ({ webview, onDidDispose: () => undefined, reveal: () => undefined, dispose: () => undefined }),
  });
  const server = {
    request: ({ method }: { readonly method: string }) => {
      events.push(`asked ${method}`);
      if (method === "heatline/locateFrame") return Promise.resolve(null);
      return Promise.resolve({ shared: { frames: [{ name: "f", file: "/app/listed.js" }] } });
    },
  };
  const summary = { id: "run", name: "app", shownThreads: null, live: false, ticks: 10 };
  const shownRun = { summary, restored: () => Promise.resolve(summary), onDidChange: () => vscode.Disposable.from() };
  const list = { select: (...wanted: readonly unknown[]) => Promise.resolve(selected.push(wanted) > 0) };
  const selected: unknown[] = [];
  const done: Promise<unknown>[] = [];
  const register = (id: string, run: () => Promise<void>): unknown => vscode.commands.registerCommand(id, run);
  using panel = disposable(
    new FlamePanel(
      { extensionUri: vscode.Uri.file(folder) } as never,
      server as unknown as ServerLink,
      shownRun as unknown as ShownRun,
      list,
      register as never,
      ((work: () => Promise<void>) => done.push(work())) as never,
      {} as never,
    ),
  );
  await panel.value.open();
  expect(events).toEqual(["asked heatline/flame"]);
  expect(webview.html.indexOf(">ours()\n</script>")).toBeGreaterThan(0);
  expect(webview.html.indexOf('>speedscope("\\x3c/script>")\n</script>')).toBeGreaterThan(webview.html.indexOf(">ours()"));
  expect(webview.html).toContain(`url("file://${folder}/out/webview/speedscope/font.woff2")`);
  receive({ type: "ready" });
  await Promise.all(done);
  expect(events).toEqual(["asked heatline/flame", "posted profile"]);
  Object.assign(vscode.workspace, { openTextDocument: (uri: unknown) => Promise.reject(new Error(`opened ${String(uri)}`)) });
  const clicked = async (file: string): Promise<unknown> => {
    receive({ type: "placeClicked", key: "run", file, line: 1 });
    return done.at(-1)?.then(() => "nothing", String);
  };
  expect(await clicked("/etc/passwd")).toBe("nothing");
  expect(await clicked("/app/listed.js")).toContain("listed.js");
  receive({ type: "frameClicked", key: "run", frame: 0 });
  await done.at(-1);
  await vscode.commands.registered.get("heatline.showFlameAsList")?.();
  expect(vscode.commands.executed).toContain("heatline.hotFunctions.focus");
  expect(selected).toEqual([["f", undefined]]);
});

function disposable<Value extends { dispose(): void }>(value: Value): Disposable & { readonly value: Value } {
  return { value, [Symbol.dispose]: () => value.dispose() };
}
