import { mkdir, mkdtemp, readFile, realpath, rm, stat, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type * as vscode from "vscode";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CancellationTokenSource, EventEmitter, window, workspace } from "../vscode.ts";
import { type BuildParts, LoadedBuilds, type StaleBuild } from "../../../extension/build/app-builds.ts";
import { launchedEntries } from "../../../language-server/history/builds/launched-entries.ts";
import { buildCommandText } from "../../../language-server/history/builds/build-command.ts";
import { findStaleBuild } from "../../../language-server/history/builds/stale-build.ts";
import { isRunning } from "../../../language-server/platform/process-tree.ts";

vi.mock("vscode", () => import("../vscode.ts"));

let folder = "";
let builds: LoadedBuilds;
let memory: Map<string, unknown>;

/** What `server.ts` has become by the time of the build: `dist/server.js` is an hour old. */
const text = "export const answer: string = 'after';\n";
const copies = `require("node:fs").writeFileSync("dist/server.js", "exports.answer = 'after';")`;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-app-builds-")));
  for (const each of ["src", "dist"]) await mkdir(path.join(folder, each));
  await writeFile(path.join(folder, "dist/server.js"), "exports.answer = 'before';\n");
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(path.join(folder, "dist/server.js"), hourAgo, hourAgo);
  await writeFile(path.join(folder, "src/server.ts"), text);
  await writeBuild(copies);
  memory = new Map();
  workspace.isTrusted = true;
  for (const list of [window.shown, window.buttons, window.details, window.answers, window.cancelProgress]) list.length = 0;
  builds = new LoadedBuilds(parts());
});

afterEach(async () => {
  builds.dispose();
  await rm(folder, { recursive: true });
});

async function writeBuild(program: string): Promise<void> {
  await writeFile(path.join(folder, "build.cjs"), program);
  const scripts = { start: "node dist/server.js", build: `node build.cjs # ${program.length}` };
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "shop", scripts }));
}

/** The server's own answer, without its process. */
async function answer(_message: unknown, asked: { folder: string; words: string[]; ran: string[] }): Promise<unknown> {
  const { entries, compiles } = await launchedEntries(asked);
  const stale = compiles ? undefined : await findStaleBuild(entries.length > 0 ? entries : asked.ran, asked.folder);
  return stale === undefined ? null : { ...stale, steps: stale.commands, command: buildCommandText(stale.commands, asked.folder) };
}

function parts(): BuildParts {
  const events = { event: new EventEmitter<unknown>().event };
  return {
    server: { request: answer },
    memory: {
      get: (key: string, otherwise: unknown) => memory.get(key) ?? otherwise,
      update: (key: string, value: unknown) => void memory.set(key, value),
    },
    sessions: { onDidReceive: events.event, onDidEnd: events.event },
    loadModel: { onDidChange: events.event, state: { origins: [] } },
    guard: async (work: () => unknown) => await work(),
  } as unknown as BuildParts;
}

const start = (): vscode.DebugConfiguration => ({
  type: "heatline",
  request: "launch",
  name: "shop",
  cwd: folder,
  runtimeExecutable: "npm",
  runtimeArgs: ["run", "start"],
});

async function found(configuration = start()): Promise<StaleBuild> {
  const stale = await builds.stale(configuration);
  if (stale === undefined) throw new Error("It is not stale.");
  return stale;
}

function token(): vscode.CancellationToken {
  return new CancellationTokenSource().token as unknown as vscode.CancellationToken;
}

test("what would run is older than its source: said with the command, which is asked about once, and again when its script is another one", async () => {
  const stale = await found();
  expect(stale).toMatchObject({ text: "dist/ is older than src/: build first.", command: "npm run build" });
  window.answers.push("Build");
  expect(await builds.build(stale, token())).toBe("built");
  expect(await readFile(path.join(folder, "dist/server.js"), "utf8")).toContain("after");
  expect(window.shown).toEqual(["Run “npm run build”?", "Building: npm run build"]);
  expect(window.details[0]).toContain(`build: node build.cjs # ${copies.length}`);
  expect(await builds.stale(start())).toBeUndefined();

  expect(await builds.build(stale, token())).toBe("built");
  expect(window.shown).toHaveLength(3);
  const { mtimeMs } = await stat(path.join(folder, "src/server.ts"));
  await utimes(path.join(folder, "src/server.ts"), new Date(), new Date(mtimeMs + 60_000));
  await writeBuild(`${copies};`);
  expect(await builds.build(await found(), token())).toBe("declined");
  expect(window.shown.at(-1)).toBe("Run “npm run build”?");
});

test.each([
  { start: "npm run build && node dist/server.js" },
  { start: "tsc && node dist/server.js" },
  { start: "tsx src/server.ts" },
  { prestart: "npm run build", start: "node dist/server.js" },
])("a start that builds first, or a loader, is never stale: %j", async (scripts) => {
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "shop", scripts: { ...scripts, build: "tsc" } }));
  expect(await builds.stale(start())).toBeUndefined();
});

test("nothing runs in a workspace that is not trusted, and nothing is asked", async () => {
  const stale = await found();
  workspace.isTrusted = false;
  expect(await builds.build(stale, token())).toBe("declined");
  expect(window.shown).toEqual([]);
});

test("a build that fails ends with its first error, whose button leads there", async () => {
  await writeBuild(`console.log("src/server.ts(3,5): error TS2322: Type 'string' is not assignable."); process.exit(2)`);
  window.answers.push("Build");
  expect(await builds.build(await found(), token())).toBe("failed");
  await expect.poll(() => window.shown.at(-1)).toBe("The build failed: TS2322: Type 'string' is not assignable.");
  expect(window.buttons.slice(-2)).toEqual(["server.ts:3", "Show Output"]);
});

test.each(["progress", "token"])("a build that is cancelled by the %s ends with all that it started", async (by) => {
  const pids = path.join(folder, "pids");
  await writeBuild(
    `const child = require("node:child_process").spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
require("node:fs").writeFileSync(${JSON.stringify(pids)}, process.pid + " " + child.pid);`,
  );
  window.answers.push("Build");
  const source = new CancellationTokenSource();
  const built = builds.build(await found(), source.token as unknown as vscode.CancellationToken);
  const started = async (): Promise<number[]> => (await readFile(pids, "utf8").catch(() => "")).split(" ").map(Number);
  await expect.poll(started, { timeout: 30_000 }).toHaveLength(2);
  if (by === "token") source.cancel();
  else window.cancelProgress.at(-1)?.();
  expect(await built).toBe("cancelled");
  const left = await started();
  await expect.poll(() => left.filter((pid) => isRunning(pid)), { timeout: 30_000 }).toEqual([]);
});

test("the task that VS Code runs before the app is what builds it; one that left the build old at the start is not", async () => {
  const configuration = { ...start(), appKey: "shop", preLaunchTask: "npm: build" };
  expect((await found(configuration)).command).toBe("npm: build");
  const session = { id: "1", configuration };
  builds.received({ key: "shop", name: "shop", session, startedAt: 0 } as never, {
    ran: [],
    stale: { output: "dist/", source: "src/", command: "" },
  });
  expect((await found(configuration)).command).toBe("npm run build");
});

test("a program that does not report what it starts is known from its last start", async () => {
  const configuration = { ...start(), appKey: "shop", runtimeExecutable: "./serve.sh", runtimeArgs: [] };
  expect(await builds.stale(configuration)).toBeUndefined();
  const ran = [path.join(folder, "dist/server.js")];
  builds.received({ key: "shop", name: "shop", session: { id: "1" }, startedAt: 0 } as never, { ran, stale: null });
  expect(await builds.stale(configuration)).toMatchObject({ facts: { output: "dist/" } });
});
