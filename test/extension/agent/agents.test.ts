import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ExtensionContext } from "vscode";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { noteRecording } from "../../../language-server/history/agent-recording.ts";
import { CancellationTokenSource, EventEmitter, Uri, window, workspace } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { Agents } = await import("../../../extension/agent/agents.ts");
const { usersNode } = await import("../../../extension/agent/agent-calls.ts");

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-agents-"));
  workspace.settings.set("statusBar", true);
});

afterAll(async () => rm(folder, { recursive: true }));

function started(runs = path.join(folder, "runs")) {
  const context = { asAbsolutePath: (file: string) => `/extension/${file}`, extension: { packageJSON: { version: "1.2.3" } } };
  const changed = new EventEmitter<void>();
  const agents = new Agents(context as unknown as ExtensionContext, Uri.file(runs) as never, changed);
  return { agents, changed, [Symbol.dispose]: () => agents.dispose() };
}

const noToken = new CancellationTokenSource().token as never;

test("VS Code is offered a server for the window's folders, and none where there is no folder or nothing may be run", async () => {
  using window_ = started();
  const { agents, changed } = window_;
  expect(agents.definitions()).toEqual([]);
  workspace.workspaceFolders = ["/shop", "/till"].map((name) => ({ uri: Uri.file(name), name }));
  let changes = 0;
  changed.event(() => changes++);
  workspace.changedFolders.fire();
  expect(changes).toBe(1);
  const [definition] = agents.definitions();
  const runs = path.join(folder, "runs");
  expect(definition).toMatchObject({ label: "Heatline", version: "1.2.3", cwd: Uri.file("/shop") });
  expect(definition?.args).toEqual(["/extension/out/mcp.js", "--root", "/shop", "--root", "/till", "--runs", runs]);
  expect((await agents.resolved(definition!)).command).toMatch(/node/);
  workspace.isTrusted = false;
  expect(agents.definitions()).toEqual([]);
  workspace.isTrusted = true;
});

test("the server runs on the user's Node.js, unless there is none or an old one", async () => {
  expect(await usersNode({ PATH: path.dirname(process.execPath) })).toEqual({ command: process.execPath, env: {} });
  const old = path.join(folder, "old");
  await mkdir(old);
  await writeFile(path.join(old, "node"), "#!/bin/sh\necho v18.20.4\n", { mode: 0o755 });
  expect(await usersNode({ PATH: old })).toBeUndefined();
  expect(await usersNode({ PATH: path.join(folder, "nowhere") })).toBeUndefined();
});

test("in Restricted Mode, and without a folder, a call is refused in words and asks nothing", async () => {
  using window_ = started();
  workspace.isTrusted = false;
  await expect(window_.agents.invoke("heatline_runs", {}, noToken)).rejects.toThrow("Restricted Mode");
  expect(await window_.agents.prepare("heatline_profile", { script: "start" })).not.toHaveProperty("confirmationMessages");
  workspace.isTrusted = true;
  workspace.workspaceFolders = undefined;
  await expect(window_.agents.invoke("heatline_runs", {}, noToken)).rejects.toThrow("No folder is open");
});

test("what any agent records is in the status bar until it ends or is stopped; runs that appear are announced", async () => {
  const runs = path.join(folder, "noted");
  const noted = { name: "shop", client: "Some Client", startedAt: new Date().toISOString(), pid: process.pid };
  const note = await noteRecording(runs, noted);
  using window_ = started(runs);
  const shown = (): readonly (string | undefined)[] => window.items.map(({ text }) => text?.replace(/\d+/, "0"));
  await vi.waitFor(() => expect(shown()).toEqual(["$(debug-stop) Stop agent: Some Client, 0 s"]));
  let reported = 0;
  window_.agents.onDidChangeRuns(() => reported++);
  workspace.writtenFiles.fire(Uri.file(path.join(runs, "run-1")));
  for (const name of [".tmp-1", path.basename(note)]) workspace.writtenFiles.fire(Uri.file(path.join(runs, name)));
  // The fake has one event for both watchers.
  expect(reported).toBe(1);
  await window_.agents.stop();
  await expect(import("node:fs/promises").then(({ access }) => access(note))).rejects.toThrow("ENOENT");
});
