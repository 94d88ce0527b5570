import * as vscode from "vscode";
import { type BuildStep, staleBuild, type StaleBuildFacts } from "../../language-server/protocol/stale-build.ts";
import { quietSession, restartQuietly } from "../debug/quiet-session.ts";
import type { ProfiledApp, Sessions } from "../debug/session-events.ts";
import type { AdapterEvents } from "../debug-adapter/messages.ts";
import type { Guard } from "../errors.ts";
import type { LoadFormModel } from "../load/load-form-model.ts";
import { confirm, showError, warn } from "../screen/notifications.ts";
import { withNotifiedProgress } from "../screen/progress.ts";
import type { ServerLink } from "../server-link.ts";
import { showFailure } from "./build-failure.ts";
import { runSteps, type BuildFailure } from "./build-run.ts";
import path from "node:path";

interface LaunchWords {
  /** Absolute path. */
  readonly folder: string;
  /** The program and its arguments. */
  readonly words: string[];
}

/** What starts an app: its folder and words, also of a configuration in which VS Code has not filled in the folders yet. */
function launchOf(app: vscode.DebugConfiguration): LaunchWords {
  const { cwd, program, runtimeExecutable, runtimeArgs, args } = app as Readonly<Record<string, unknown>>;
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const runtime = filledIn(runtimeExecutable);
  const folder = path.resolve(root, filledIn(cwd));
  const file = filledIn(program) === "" ? [] : [path.resolve(folder, filledIn(program))];
  return { folder, words: [runtime === "" ? "node" : runtime, ...wordsOf(runtimeArgs), ...file, ...wordsOf(args)] };
}

function wordsOf(value: unknown): readonly string[] {
  const words = Array.isArray(value) ? value.map(filledIn) : filledIn(value).split(" ");
  return words.filter((word) => word !== "");
}

/** "" for what is no text. */
function filledIn(value: unknown): string {
  if (typeof value !== "string") return "";
  const folders = vscode.workspace.workspaceFolders ?? [];
  return value.replaceAll(/\$\{workspaceFolder(?::([^}]*))?\}/g, (whole, name?: string) => {
    const folder = name === undefined ? folders[0] : folders.find((each) => each.name === name);
    return folder?.uri.fsPath ?? whole;
  });
}

const allowedKey = "heatline.allowedBuilds";
const mostAllowed = 50;

export interface BuildParts {
  readonly server: ServerLink;
  readonly memory: vscode.Memento;
  readonly sessions: Sessions;
  readonly loadModel: LoadFormModel;
  readonly guard: Guard;
}

/** What would run is older than its source. */
export interface StaleBuild {
  /** Says so and what to do, to show before a load: `dist/ is older than src/: build first.` */
  readonly text: string;
  /** The command line that builds it, as it is shown; undefined if none is known. */
  readonly command: string | undefined;
  readonly facts: StaleBuildFacts;
  /** A task that VS Code runs before it starts the app. */
  readonly task: string | undefined;
  readonly folder: vscode.WorkspaceFolder | undefined;
}

/** What the processes of an app started with when it ran last. */
interface Ran {
  readonly entries: readonly string[];
  /** Whether that was older than its source, although what the configuration runs beforehand had run. */
  readonly startsStale: boolean;
}

type Outcome = "built" | "failed" | "declined" | "cancelled";

/** Finds and runs builds, and says of a running app that its build is old. A bundle of its own. */
export class LoadedBuilds implements vscode.Disposable {
  readonly #parts: BuildParts;
  readonly #subscriptions: vscode.Disposable;
  /** By the keys of apps. */
  readonly #ran = new Map<string, Ran>();
  readonly #seen = new WeakSet<vscode.DebugSession>();
  /** What is to be said at the end of a script, which has no load before which it could be said: by its session's id. */
  readonly #oldScripts = new Map<string, string>();
  #saved: string | undefined;

  constructor(parts: BuildParts) {
    this.#parts = parts;
    const { sessions, loadModel, guard } = parts;
    this.#saved = loadModel.state.changedFile;
    this.#subscriptions = vscode.Disposable.from(
      loadModel.onDidChange(({ changedFile }) => {
        const isNew = changedFile !== undefined && changedFile !== this.#saved;
        this.#saved = changedFile;
        if (isNew) void guard(() => this.#lookAgain());
      }),
      sessions.onDidReceive(({ app, event }) => {
        if (event.name === "heatline.ready" && event.body.origins.length > 0) this.#oldScripts.delete(app.session.id);
      }),
      sessions.onDidEnd((app) => {
        const text = this.#oldScripts.get(app.session.id);
        this.#oldScripts.delete(app.session.id);
        if (text !== undefined) void guard(() => this.#offer(app, text));
      }),
    );
  }

  /** Call when an app says what it runs. */
  received({ key, session }: ProfiledApp, { ran, stale }: AdapterEvents["heatline.build"]): void {
    const isFirst = !this.#seen.has(session);
    this.#seen.add(session);
    this.#ran.set(key, { entries: ran, startsStale: isFirst ? stale !== null : this.#ran.get(key)?.startsStale === true });
    if (isFirst && stale !== null && this.#parts.loadModel.state.origins.length === 0)
      this.#oldScripts.set(session.id, vscode.l10n.t("{0} is older than {1}, so old code ran.", stale.output, stale.source));
  }

  /** Undefined if what would run is up to date, or compiles by itself. */
  async stale(app: vscode.DebugConfiguration): Promise<StaleBuild | undefined> {
    if (app.request !== "launch") return undefined;
    const { appKey, preLaunchTask } = app as { readonly appKey?: unknown; readonly preLaunchTask?: unknown };
    const known = typeof appKey === "string" ? this.#ran.get(appKey) : undefined;
    const launch = launchOf(app);
    const facts = await this.#parts.server.request(staleBuild, { ...launch, ran: [...(known?.entries ?? [])] });
    if (facts === null) return undefined;
    // One that left the build old when the app was started does something else.
    const task = typeof preLaunchTask === "string" && known?.startsStale !== true ? preLaunchTask : undefined;
    return {
      text: vscode.l10n.t("{0} is older than {1}: build first.", facts.output, facts.source),
      command: task ?? (facts.command === "" ? undefined : facts.command),
      facts,
      task,
      folder: vscode.workspace.getWorkspaceFolder(vscode.Uri.file(launch.folder)),
    };
  }

  /** Asks once per command, shows progress, can be cancelled. What failed has been reported, with its first error as a link. */
  async build(stale: StaleBuild, token: vscode.CancellationToken): Promise<Outcome> {
    const { facts, task, command } = stale;
    const { guard, memory } = this.#parts;
    if (!vscode.workspace.isTrusted) return "declined";
    if (command === undefined) {
      const text = vscode.l10n.t("Heatline found nothing that builds {0}. Build it yourself, then measure again.", facts.output);
      void guard(() => showError(text));
      return "failed";
    }
    // VS Code runs a task of the configuration without asking.
    if (task === undefined && !(await mayRun(facts, memory))) return "declined";
    await vscode.workspace.saveAll(false);
    return await withNotifiedProgress(vscode.l10n.t("Building: {0}", command), async (cancelled) => {
      const abort = new AbortController();
      const stops = [token, cancelled].map((each) => each.onCancellationRequested(() => abort.abort()));
      if (token.isCancellationRequested) abort.abort();
      const failure = await (task === undefined ? runSteps(facts.steps, abort.signal) : runTask(task, stale.folder, abort.signal));
      for (const stop of stops) stop.dispose();
      if (abort.signal.aborted) return "cancelled";
      if (failure === undefined) return "built";
      void guard(() => showFailure(failure));
      return "failed";
    });
  }

  /** Builds what the app runs, then starts it again; an app whose build fails runs on. */
  async restart(app: ProfiledApp): Promise<void> {
    if (await this.#isBuilt(app)) await restartQuietly(app.session);
  }

  /** Code was saved: the app may be older than it now. */
  async #lookAgain(): Promise<void> {
    const { loadModel } = this.#parts;
    const { app } = loadModel;
    if (app === undefined) return;
    const stale = await this.stale(app.session.configuration);
    if (app === loadModel.app) loadModel.showBuild(stale?.facts);
  }

  async #offer(app: ProfiledApp, text: string): Promise<void> {
    const again = vscode.l10n.t("Build and Run Again");
    if ((await warn(text, again)) !== again || !(await this.#isBuilt(app))) return;
    await vscode.debug.startDebugging(app.session.workspaceFolder, app.session.configuration, quietSession);
  }

  async #isBuilt({ session }: ProfiledApp): Promise<boolean> {
    const stale = await this.stale(session.configuration);
    const source = new vscode.CancellationTokenSource();
    const outcome = stale === undefined ? "built" : await this.build(stale, source.token);
    source.dispose();
    return outcome === "built";
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

/** Asks before a command of the workspace first runs, and again when it has become another one. */
async function mayRun({ command, steps, output, source }: StaleBuildFacts, memory: vscode.Memento): Promise<boolean> {
  const key = JSON.stringify(steps);
  const allowed = memory.get<readonly string[]>(allowedKey, []);
  if (allowed.includes(key)) return true;
  const build = vscode.l10n.t("Build");
  const why = vscode.l10n.t("{0} is older than {1}. Heatline asks once per command.", output, source);
  const isAllowed = await confirm(vscode.l10n.t("Run “{0}”?", command), [...steps.flatMap(scriptText), why].join("\n"), build);
  if (isAllowed) await memory.update(allowedKey, [key, ...allowed].slice(0, mostAllowed));
  return isAllowed;
}

/** What a script does in turn: `build: tsc -p .` */
function scriptText({ args, script }: BuildStep): readonly string[] {
  return script === "" ? [] : [`${args.at(-1) ?? ""}: ${script}`];
}

/** Runs a task of the workspace, as VS Code does before it starts an app: its output is in a terminal. Undefined if it succeeds. */
async function runTask(name: string, folder: vscode.WorkspaceFolder | undefined, signal: AbortSignal): Promise<BuildFailure | undefined> {
  const tasks = await vscode.tasks.fetchTasks();
  const task = tasks.find((each) => isCalled(each, name) && each.scope === folder) ?? tasks.find((each) => isCalled(each, name));
  const place = folder?.uri.fsPath ?? "";
  if (task === undefined) return { folder: place, command: name, output: "" };
  const listening: vscode.Disposable[] = [];
  const ended = new Promise<number>((resolve) => {
    listening.push(
      vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (isCalled(execution.task, name)) resolve(exitCode ?? 1);
      }),
    );
  });
  try {
    const execution = await vscode.tasks.executeTask(task);
    const stop = (): void => execution.terminate();
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    const code = await ended;
    signal.removeEventListener("abort", stop);
    return code === 0 ? undefined : { folder: place, command: name, output: "" };
  } finally {
    for (const each of listening) each.dispose();
  }
}

/** In launch.json a task of npm or tsc stands with its kind: `npm: build`. */
function isCalled({ name, source }: vscode.Task, wanted: string): boolean {
  return wanted === name || wanted === `${source}: ${name}`;
}
