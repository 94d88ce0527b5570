import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../../analysis/units.ts";
import type { UserError } from "../../analysis/user-error.ts";
import { checkOwnFiles } from "../../platform/installation/own-files.ts";
import { ifRefused } from "../../platform/refusals.ts";
import { type AppCommand, resolveAppCommand } from "../app/app-command.ts";
import { AppProcess } from "../app/app-process.ts";
import { InspectorLines } from "../app/inspector-lines.ts";
import { SessionFolder } from "../app/session-folder.ts";
import { type FirstUse, trialFile, type TrialLine, type TrialOrder, trialReport } from "../in-app/trial/trial-protocol.ts";
import type { Survey } from "../in-app/trial/surveyed-imports.ts";
import { ifFailed, sendRequest } from "../load/send-request.ts";
import { targetRequest } from "../load/request-target.ts";
import { Watchdog } from "../processes/watchdog-client.ts";
import { endLeft } from "../session/session.ts";
import type { RecordingOptions } from "../session/recording-options.ts";

/** A start that takes longer is none whose parts are worth trying. */
const mostStartMs: Milliseconds = 30_000;
const pollMs: Milliseconds = 10;
const answerMs: Milliseconds = 10_000;

export interface Trial {
  /** From the first line of the app's process until it listened or ended; undefined if it did neither. */
  readonly tookMs: Milliseconds | undefined;
  readonly listened: boolean;
  /** Of its processes, and what it wrote to stdout: what two starts in the same way have in common. */
  readonly exitCode: number | undefined;
  readonly output: string;
  readonly usesCache: boolean;
  readonly survey: Survey | undefined;
  readonly used: FirstUse | undefined;
  /** Before the start was over. */
  readonly isNeeded: boolean;
  /** The request that was sent when the deferred module was first used. */
  readonly request: string | undefined;
  readonly loadedBy: string | undefined;
}

/** Of a server: paths to request one after the other once it listens. */
interface TrialOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly requests?: readonly string[];
}

/** Starts an app without a recorder again and again. One at a time; however it ends, nothing of the app is left. */
export class Trials implements AsyncDisposable {
  readonly #command: AppCommand;
  readonly #folder: SessionFolder;
  readonly #watchdog: Watchdog;
  #count = 0;

  private constructor(command: AppCommand, folder: SessionFolder, watchdog: Watchdog) {
    [this.#command, this.#folder, this.#watchdog] = [command, folder, watchdog];
  }

  /** Rejects with a UserError if the app cannot be started. */
  static async open(
    { launch, workspaceFolders, bundles }: Pick<RecordingOptions, "launch" | "workspaceFolders" | "bundles">,
    onProblem: (problem: UserError) => void,
  ): Promise<Trials> {
    const command = await resolveAppCommand(launch, workspaceFolders[0] ?? process.cwd());
    checkOwnFiles([
      bundles.watchdog,
      ...["preload.js", "terminal-launcher.js", "trial-preload.js"].map((name) => path.join(bundles.inApp, name)),
    ]);
    const folder = await SessionFolder.create(bundles.inApp, onProblem, endLeft);
    const watchdog = new Watchdog(bundles.watchdog);
    watchdog.removeAtEnd(folder.path);
    const trials = new Trials(command, folder, watchdog);
    try {
      await folder.measureStarts(bundles.inApp);
      return trials;
    } catch (error) {
      await trials[Symbol.asyncDispose]();
      throw error;
    }
  }

  get nodeVersion(): string {
    return this.#command.nodeVersion;
  }

  /** The app's own value of a variable of its environment. */
  variable(name: string): string | undefined {
    const changed = this.#command.envChanges[name];
    return changed === undefined ? process.env[name] : (changed ?? undefined);
  }

  /** Where a cache can be written by the app, also under Node's permission model. */
  get cacheFolder(): string {
    return path.join(this.#folder.reports, "cache");
  }

  /** Resolves when the app has ended. Rejects with the reason of `signal` once that aborts. */
  async start(order: Omit<TrialOrder, "number">, { env = {}, requests = [] }: TrialOptions, signal: AbortSignal): Promise<Trial> {
    signal.throwIfAborted();
    this.#count += 1;
    const number = this.#count;
    await writeFile(path.join(this.#folder.path, trialFile), JSON.stringify({ ...order, number } satisfies TrialOrder), { mode: 0o600 });
    const hash = createHash("sha256");
    const command = { ...this.#command, envChanges: { ...this.#command.envChanges, ...env } };
    const app = await AppProcess.start(command, { nodeArgs: [] }, this.#folder, this.#watchdog, {
      lines: new InspectorLines(),
      onOutput: (_text, stream, bytes) => void (stream === "stdout" && hash.update(bytes)),
    });
    let request: string | undefined;
    try {
      await this.#startOf(app, number, signal);
      const listening = (await this.#lines(number)).flat().find((line) => line.kind === "listening");
      if (listening !== undefined) request = await this.#requestThatUses(number, listening.origin, requests, signal);
    } finally {
      await app.kill();
    }
    signal.throwIfAborted();
    return { ...trialOf(await this.#lines(number)), output: hash.digest("hex"), request };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder.close();
    await this.#folder[Symbol.asyncDispose]();
    await this.#watchdog[Symbol.asyncDispose]();
  }

  /** Resolves when the app listens, has ended, or takes too long. */
  async #startOf(app: AppProcess, number: number, signal: AbortSignal): Promise<void> {
    const ended = app.exited.then(() => true);
    for (let waited = 0; !signal.aborted && waited < mostStartMs; waited += pollMs) {
      if ((await this.#lines(number)).flat().some(({ kind }) => kind === "listening")) return;
      if (await Promise.race([ended, delay(pollMs, false)])) return;
    }
  }

  /** Which of the requests has the deferred module loaded; undefined if none does. */
  async #requestThatUses(number: number, origin: string, requests: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const isUsed = async (): Promise<boolean> => (await this.#lines(number)).flat().some(({ kind }) => kind === "used");
    if (await isUsed()) return undefined;
    for (const request of requests) {
      const target = targetRequest({ method: "GET", path: request, headers: {}, body: "" }, origin);
      await sendRequest(target, signal, answerMs).catch(ifFailed);
      if (await isUsed()) return request;
    }
    return undefined;
  }

  /** What each process of a start has written so far. */
  async #lines(number: number): Promise<readonly (readonly TrialLine[])[]> {
    const { reports } = this.#folder;
    const names = (await readdir(reports).catch(ifRefused)) ?? [];
    const ours = names.filter((name) => name.startsWith(`${trialReport}${number}-`));
    return Promise.all(ours.map(async (name) => linesOf((await readFile(path.join(reports, name), "utf8").catch(ifRefused)) ?? "")));
  }
}

/** Of the process that listened first, else of the busiest one. */
function trialOf(processes: readonly (readonly TrialLine[])[]): Omit<Trial, "output" | "request"> {
  const ends = processes.map((lines) => ({ lines, end: lines.find(({ kind }) => kind === "listening" || kind === "exiting") }));
  const cpuOf = ({ end }: (typeof ends)[number]): number => (end?.kind === "exiting" ? end.cpuUs : -1);
  const app = ends.find(({ end }) => end?.kind === "listening") ?? ends.toSorted((one, other) => cpuOf(other) - cpuOf(one))[0];
  const found = <Kind extends TrialLine["kind"]>(wanted: Kind): Extract<TrialLine, { kind: Kind }> | undefined =>
    app?.lines.find((line): line is Extract<TrialLine, { kind: Kind }> => line.kind === wanted);
  const [listening, exiting, used] = [found("listening"), found("exiting"), found("used")];
  const end = listening ?? exiting;
  return {
    tookMs: end === undefined ? undefined : end.tookUs / 1000,
    listened: listening !== undefined,
    exitCode: exiting?.code,
    usesCache: end?.usesCache === true,
    survey: found("surveyed"),
    used: used && { file: used.file, line: used.line, column: used.column },
    isNeeded: used !== undefined && (end === undefined || (app?.lines.indexOf(used) ?? 0) < (app?.lines.indexOf(end) ?? 0)),
    loadedBy: found("loaded")?.by,
  };
}

/** A line that is not whole yet is left out. */
function linesOf(text: string): readonly TrialLine[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as TrialLine);
}
