import { singleExecutableNode } from "../../platform/nodes/single-executable.ts";
import { spawn } from "node:child_process";
import { realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hooksFile } from "../../analysis/profile/profile.ts";
import { reasonOf, reasonOfCode } from "../../analysis/failure-reason.ts";
import { UserError } from "../../analysis/user-error.ts";
import { findExecutable, pathVariable } from "../../platform/executables.ts";
import { applyEnv, type AppCommand, exhaustedProblem } from "./app-command.ts";
import type { InspectorLines } from "./inspector-lines.ts";
import { OutputPassage } from "./output-passage.ts";
import type { LauncherCommand } from "../in-app/terminal-launcher.ts";
import type { LauncherReport } from "../in-app/reports.ts";
import { spawnable } from "../../platform/command-script.ts";
import { endSession, findSessionProcesses, leadsGroup, resumeTrees, signalTree, treeExists } from "../../platform/process-tree.ts";
import { quietInspector, type SessionFolder } from "./session-folder.ts";
import type { Watchdog } from "../processes/watchdog-client.ts";
import type { Recorder } from "../recorder.ts";
import { isPermissionModel } from "../in-app/child-start.ts";

type OutputStream = "stdout" | "stderr";

/** Reading continues once the returned promise has settled. `bytes`: the text as it came; a character may begin in them and end in the next. */
export type OnOutput = (text: string, stream: OutputStream, bytes: Uint8Array) => Promise<void> | undefined;

export interface AppOutput {
  readonly lines: InspectorLines;
  readonly onOutput: OnOutput;
}

export interface AppExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The command to run in a terminal. */
export interface TerminalCommand {
  readonly args: readonly string[];
  readonly cwd: string;
}

/** What the recorder adds to the app's command line; `pathNodeArgs`: for the other Node that is first in PATH. */
export type LaunchAdditions = Pick<Recorder, "nodeArgs" | "pathNodeArgs">;

const passedMs = 1000;
const killGraceMs = 2000;
const pollMs = 40;

/** The app as we started it: the root of its process tree. Its Node processes report themselves in the session's folder. */
export class AppProcess {
  /** The started process; in a terminal, the launcher. */
  readonly pid: number;
  readonly exited: Promise<AppExit>;
  readonly #known = new Set<number>();
  readonly #watchdog: Watchdog;
  readonly #sessionFolder: string;

  private constructor(pid: number, exited: Promise<AppExit>, watchdog: Watchdog, session: SessionFolder) {
    this.#sessionFolder = session.path;
    this.pid = pid;
    this.exited = exited;
    this.#watchdog = watchdog;
    this.own(pid);
  }

  /** Starts the app in a process group of its own. Rejects with a UserError if it cannot be spawned. */
  static async start(
    command: AppCommand,
    additions: LaunchAdditions,
    session: SessionFolder,
    watchdog: Watchdog,
    { lines, onOutput }: AppOutput,
  ): Promise<AppProcess> {
    const { args, envChanges } = await completeCommand(command, additions, session);
    const started = spawnable(command.file, args);
    const child = watchdog.watchStart((mark) =>
      spawn(started.file, started.args, {
        ...started.options,
        cwd: command.cwd,
        env: applyEnv(process.env, { ...envChanges, ...mark }),
        stdio: ["ignore", "pipe", "pipe"],
        detached: leadsGroup(),
        windowsHide: true,
      }),
    );
    const passed: OutputPassage[] = [];
    const closed = new Promise<AppExit>((resolve) => {
      // Not "close": a child that outlives the app may hold the pipes open forever.
      child.once("exit", (code, signal) => {
        // A reader that takes no more is not waited for.
        const isPassed = (): Promise<unknown> => Promise.race([Promise.all(passed.map((each) => each.idle())), delay(passedMs)]);
        const finish = (): void => resolve(isPassed().then(() => ({ code, signal })));
        child.once("close", finish);
        setTimeout(finish, 500).unref();
      });
    });
    const spawned = new Promise<number>((resolve, reject) => {
      child.once("error", (error) => {
        const { file } = command;
        reject(exhaustedProblem(file, error) ?? new UserError("app.notStarted", { file, reason: reasonOf(error) }, { cause: error }));
      });
      child.once("spawn", () => resolve(child.pid ?? 0));
    });
    const pid = await spawned;
    // Only now: a process that could not be started may have no streams.
    passed.push(new OutputPassage(child.stdout, lines, (text, bytes) => onOutput(text, "stdout", bytes)));
    passed.push(new OutputPassage(child.stderr, lines, (text, bytes) => onOutput(text, "stderr", bytes)));
    return new AppProcess(pid, closed, watchdog, session);
  }

  /**
   * Starts the app in a terminal, through a launcher that reports to the session's folder. `launched` settles with its first report,
   * `exited` with its last.
   */
  static async startInTerminal(
    command: AppCommand,
    additions: LaunchAdditions,
    session: SessionFolder,
    watchdog: Watchdog,
    terminal: {
      readonly run: (command: TerminalCommand) => Promise<void>;
      readonly launched: Promise<LauncherReport>;
      readonly exited: Promise<AppExit>;
    },
  ): Promise<AppProcess> {
    const { args, envChanges } = await completeCommand(command, additions, session);
    const order: LauncherCommand = { ...spawnable(command.file, args), cwd: command.cwd, env: envChanges };
    await writeFile(session.terminalCommand, JSON.stringify(order), { mode: 0o600 });
    await terminal.run({ args: [command.nodePath, session.terminalLauncher], cwd: command.cwd });
    const launched = await terminal.launched;
    if (launched.kind !== "launcher") {
      throw launched.kind === "failed"
        ? new UserError("app.notStartedInTerminalBecause", { file: command.file, reason: reasonOfCode(launched.reason) })
        : new UserError("app.notStartedInTerminal", { file: command.file });
    }
    const app = new AppProcess(launched.pid, terminal.exited, watchdog, session);
    app.own(launched.appPid);
    return app;
  }

  /** Registers a process of the app: it will end with the session, even outside the process group. */
  own(pid: number): void {
    this.#known.add(pid);
    this.#watchdog.watch(pid);
  }

  /** Call when the process has ended. */
  disown(pid: number): void {
    this.#known.delete(pid);
    this.#watchdog.forget(pid);
  }

  /** Lets all of it that is paused (SIGSTOP) run on. */
  async resume(): Promise<void> {
    await resumeTrees([...this.#known, ...findSessionProcesses(this.#sessionFolder)]);
  }

  /** Ends the app and everything it started: SIGTERM, then SIGKILL for what is left after 2 s. Resolves with true if force was needed. */
  async kill(): Promise<boolean> {
    for (const pid of findSessionProcesses(this.#sessionFolder)) this.own(pid);
    for (const pid of this.#known) signalTree(pid, "SIGTERM");
    // No event reports when the last member of a process group is gone, so poll. A machine's sleep and a jump of its clock do not count.
    for (let waited = 0; this.#anyLeft() && waited < killGraceMs; waited += pollMs) await delay(pollMs);
    const forced = this.#anyLeft();
    // One may have been started while the others were ending.
    if (forced) for (const pid of this.#known) signalTree(pid, "SIGKILL");
    await endSession(this.#sessionFolder);
    for (const pid of this.#known) this.#watchdog.forget(pid);
    return forced;
  }

  #anyLeft(): boolean {
    return [...this.#known].some((pid) => treeExists(pid));
  }
}

async function completeCommand(
  command: AppCommand,
  additions: LaunchAdditions,
  session: SessionFolder,
): Promise<{ args: readonly string[]; envChanges: Readonly<Record<string, string | null>> }> {
  session.giveAway();
  const envChanges: Record<string, string | null> = { ...command.envChanges };
  const options = envChanges["NODE_OPTIONS"] === undefined ? process.env["NODE_OPTIONS"] : envChanges["NODE_OPTIONS"];
  const ours = (await takesDebuggerOptions(command)) ? session.nodeOptions : session.preloadOption;
  envChanges["NODE_OPTIONS"] = `${withoutDebuggerWait(withoutPreload(options ?? ""))} ${ours}`.trim();
  const added = [...additions.nodeArgs, ...(command.args.some(isPermissionModel) ? session.access : [])];
  const args = command.isNode ? [...added, ...command.args.map(withoutDebuggerWait)] : command.args;
  if (additions.nodeArgs.length === 0) return { args, envChanges };
  const own = await session.writeNodeShim(command, additions.nodeArgs, "bin");
  const { pathNode } = command;
  const { pathNodeArgs = [] } = additions;
  const hasOther = pathNode !== undefined && pathNodeArgs.length > 0;
  const other = hasOther ? await session.writeNodeShim(pathNode, pathNodeArgs, "path-bin") : undefined;
  const env = applyEnv(process.env, envChanges);
  // For children that the app starts as “node”. Only with the arguments of the Node which that is: another one may not know them.
  const shims = (await isNodeOfPath(command, env)) ? own : other;
  if (shims !== undefined) {
    const variable = pathVariable(env);
    envChanges[variable] = `${shims}${path.delimiter}${env[variable] ?? ""}`;
  }
  return { args, envChanges };
}

/**
 * A single executable application of Node 20 refuses options of the inspector in NODE_OPTIONS, and does not start. Without them its inspector
 * gives its address to whoever asks the port on this machine, as with `node --inspect`.
 */
async function takesDebuggerOptions({ isNode, file }: AppCommand): Promise<boolean> {
  const major = isNode ? undefined : await singleExecutableNode(file);
  return major === undefined || major >= firstWithDebuggerOptions;
}

const firstWithDebuggerOptions = 22;

/** For when we run inside an app that is itself recorded: removes the outer preload, so that only we record. */
function withoutPreload(options: string): string {
  const quiet = quietInspector.replace("\\", "\\\\");
  return options.replaceAll(new RegExp(`--require "(?:\\\\.|[^"\\\\])*${hooksFile}"(?: ${quiet})?`, "g"), "");
}

/** Removes options that wait for a debugger: none will attach to a profiled app. */
function withoutDebuggerWait(options: string): string {
  return options.replace(/(^|\s)--inspect-(?:brk|wait)(?=[=\s]|$)/g, "$1--inspect");
}

async function isNodeOfPath({ nodePath, cwd }: AppCommand, env: NodeJS.ProcessEnv): Promise<boolean> {
  const found = await findExecutable("node", cwd, env);
  return found !== undefined && (await realpath(found)) === (await realpath(nodePath));
}
