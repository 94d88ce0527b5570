import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ServerLink } from "../../../extension/server-link.ts";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import type { ToFlame } from "../../../webview/flame/incoming.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { ShownSelection } = await import("../../../extension/selection/shown-selection.ts");
const { FlamePanel } = await import("../../../extension/flame/flame-panel.ts");
const { Timeline } = await import("../../../extension/timeline/timeline.ts");

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

const f = { name: "f", path: "/app/listed.js", line: 1 };

test("the profile is requested while the page of a new panel still loads, and only once", async () => {
  const events: string[] = [];
  let made: { title: string } | undefined;
  const posted: Extract<ToFlame, { readonly type: "profile" }>[] = [];
  const folder = await installed();
  let receive: (message: unknown) => void = () => undefined;
  const webview = {
    options: {},
    html: "",
    cspSource: "",
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: (listener: typeof receive) => (receive = listener),
    postMessage: (message: ToFlame) => {
      events.push(`posted ${message.type}`);
      if (message.type === "profile") posted.push(message);
    },
  };
  Object.assign(vscode.window, {
    createWebviewPanel: () => {
      const panel = { title: "", webview, onDidDispose: () => undefined, reveal: () => undefined, dispose: () => undefined };
      return (made = panel);
    },
  });
  const server = {
    request: ({ method }: { readonly method: string }) => {
      events.push(`asked ${method}`);
      if (method === "heatline/locateFrame") return Promise.resolve(null);
      const profile = { shared: { frames: [{ name: "f", file: "/app/listed.js" }] } };
      return Promise.resolve({ profile, functions: [f], kinds: ["own"], filterText: "40 % left out" });
    },
  };
  const changed = new vscode.EventEmitter<void>();
  const shownRun = {
    summary: { id: "run", name: "app", selection: everything, selectionText: "", live: false, ticks: 10, passes: [] },
    mustBeShown: () => Promise.resolve(shownRun.summary),
    onDidChange: changed.event,
    select: async (selection: Selection) => {
      shownRun.summary = { ...shownRun.summary, selection, selectionText: "below f" };
      changed.fire();
    },
  };
  const memory = { keys: () => [], get: (_: string, usual: unknown) => usual, update: () => Promise.resolve() };
  const selection = new ShownSelection(
    memory as never,
    shownRun as never,
    () => Promise.resolve(),
    async (work) => work(),
  );
  const list = { select: (...wanted: readonly unknown[]) => Promise.resolve(selected.push(wanted) > 0) };
  const selected: unknown[] = [];
  const done: Promise<unknown>[] = [];
  const settled = async (): Promise<void> => {
    for (const each of done) await each.catch(() => undefined);
  };
  const register = (id: string, run: () => Promise<void>): unknown => vscode.commands.registerCommand(id, run);
  const guard = ((work: () => Promise<void>) => done.push(work())) as never;
  using timeline = disposable(new Timeline({ server, shownRun, selection, memory, guard } as never, register as never));
  using panel = disposable(
    new FlamePanel(
      {
        context: { extensionUri: vscode.Uri.file(folder), workspaceState: memory } as never,
        server: server as unknown as ServerLink,
        shownRun: shownRun as unknown as ShownRun,
        selection,
        list,
        timeline: timeline.value,
        guard,
        log: {} as never,
      },
      register as never,
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
    receive({ type: "placeClicked", key: posted.at(-1)?.key, file, line: 1 });
    return done.at(-1)?.then(() => "nothing", String);
  };
  expect(await clicked("/etc/passwd")).toBe("nothing");
  expect(await clicked("/app/listed.js")).toContain("listed.js");
  receive({ type: "frameClicked", key: posted[0]?.key, frame: 0 });
  await done.at(-1);
  receive({ type: "showAsList" });
  await done.at(-1);
  expect(vscode.commands.executed).toContain("heatline.hotFunctions.focus");
  expect(selected).toEqual([[f]]);

  receive({ type: "filterFrame", key: posted[0]?.key, frame: 0, how: "below" });
  await settled();
  expect(selection.filter.below).toEqual(f);
  expect(made?.title).toBe("Flame Graph: app · below f");
  expect(posted.map(({ filter: { text, isActive } }) => [text, isActive])).toEqual([
    ["40 % left out", false],
    ["40 % left out", true],
  ]);
  receive({ type: "filterFrame", key: posted[0]?.key, frame: 0, how: "hide" });
  await settled();
  expect(selection.filter.hidden).toEqual([]);
  receive({ type: "filter", change: { hiddenKinds: ["node"] } });
  await settled();
  expect(posted.at(-1)?.filter).toMatchObject({ hiddenKinds: ["node"], coloursByKind: false });
  receive({ type: "showEverything" });
  await settled();
  expect(selection.filter).toEqual(noFilter);
  expect(posted).toHaveLength(4);
});

function disposable<Value extends { dispose(): void }>(value: Value): Disposable & { readonly value: Value } {
  return { value, [Symbol.dispose]: () => value.dispose() };
}
