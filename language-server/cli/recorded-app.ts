import os from "node:os";
import { harmless } from "../analysis/escaping/terminal-text.ts";
import type { LoadProgress } from "../analysis/load/load.ts";
import { UserError } from "../analysis/user-error.ts";
import { caughtUp } from "../recording/back-pressure.ts";
import { exactElseInspector, inspectorOnly } from "../recording/session/default-recorder.ts";
import { isFailedLoad } from "../recording/load/report-problem.ts";
import { Deferred } from "../recording/deferred.ts";
import { Recording } from "../recording/session/recording.ts";
import type { RecordingOptions } from "../recording/session/recording-options.ts";
import type { CommandText } from "../texts/command-text.ts";
import type { Terminal } from "./command.ts";
import { exit } from "./exit.ts";
import type { Words } from "./words/words.ts";
import type { RequestedLoad } from "./requested-load.ts";

/** Before what is recorded: only then there are any. */
export { setupRequests } from "./setup-option.ts";

export interface RecordedApp {
  /** Folders of the runs written, in order. */
  readonly folders: readonly string[];
  /**
   * Like a shell's: 0, or the app's own code if it failed by itself (128 plus the signal's number if a signal ended it); 1 if the load
   * failed.
   */
  readonly exitCode: number;
  /** No request of the load succeeded, which the user has been told. */
  readonly hasFailedLoad: boolean;
  /** The user ended it while the load warmed up. */
  readonly isStoppedInWarmup: boolean;
}

/** How long to wait for the load's own port once the app listens on another. */
const otherPortMs = 10_000;
/** After this time without a server, says what the load is waiting for. */
const silenceMs = 5000;

/**
 * Starts the app and records it until it ends, its load run is over, or a terminating signal arrives; a second signal exits at once.
 * Resolves when no process of the app is left. The app's output is passed through.
 */
export async function recordApp(
  recorder: "exact" | "inspector",
  options: Omit<RecordingOptions, "createRecorder">,
  load: RequestedLoad | undefined,
  terminal: Terminal,
  onProblem: (problem: UserError) => void,
): Promise<RecordedApp> {
  const status = new StatusLine(terminal);
  const folders: string[] = [];
  const ended = new Deferred<void>();
  let exitCode = 0;
  let hasFailedLoad = false;
  let hasBegun = false;
  let isEnding = false;
  let recording: Recording | undefined;
  let patience: NodeJS.Timeout | undefined;

  function end(): void {
    isEnding = true;
    void recording?.stop();
  }

  let isWarmingUp = false;
  let isInterrupted = false;
  let isStoppedInWarmup = false;
  function interrupt(): void {
    // The watchdog ends the app.
    if (isInterrupted) exit(130);
    isInterrupted = true;
    isStoppedInWarmup = isWarmingUp;
    status.say({ code: "command.ending" });
    end();
  }

  function begin(origin: string): void {
    if (hasBegun || isEnding || recording === undefined) return;
    hasBegun = true;
    clearTimeout(patience);
    clearTimeout(told);
    try {
      if (load === undefined) {
        recording.startRecording();
        status.say({ code: "command.listening", values: { port: portOf(origin) } });
      } else recording.startLoad(load.planFor(origin));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      onProblem(error);
    }
  }

  function onListening(origins: readonly string[]): void {
    const [first] = origins;
    if (first === undefined || hasBegun) return;
    if (load?.port === undefined || origins.some((origin) => portOf(origin) === load.port)) begin(first);
    else patience ??= setTimeout(begin, otherPortMs, first);
  }

  const told = load === undefined ? undefined : setTimeout(() => status.say(waitingText(load)), silenceMs);
  const waiting: (readonly string[])[] = [];
  const staleOutputs = new Set<string>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
  try {
    const createRecorder = recorder === "exact" ? exactElseInspector : inspectorOnly;
    recording = await Recording.start(
      { ...options, createRecorder },
      {
        output: (_text, stream, bytes) => {
          status.clear();
          const out = terminal[stream === "stdout" ? "out" : "err"];
          out.write(bytes);
          return caughtUp(out);
        },
        ready: ({ origins }) => (recording === undefined ? void waiting.push(origins) : onListening(origins)),
        build: ({ stale, command }) => {
          if (stale === undefined || staleOutputs.has(stale.output)) return;
          staleOutputs.add(stale.output);
          const { output, source } = stale;
          const withCommand = { code: "command.staleBuildWith", values: { output, source, command } } as const;
          status.warn(command === "" ? { code: "command.staleBuild", values: { output, source } } : withCommand);
        },
        recording: () => undefined,
        loadProgress: (progress) => {
          isWarmingUp = progress.phase === "warmup";
          status.show(progressText(progress, terminal.words));
        },
        loadEnded: ({ error }) => {
          status.clear();
          if (error !== undefined) {
            exitCode = 1;
            onProblem(error);
          }
          end();
        },
        runWritten: ({ folder, run }) => {
          folders.push(folder);
          if (load !== undefined || isEnding) return;
          // The recording of a server reached its time limit; the app would run on forever. Another program may have work to finish.
          if (hasBegun) end();
          else if (run.end === "time-cap") status.say({ code: "command.goesOn" });
        },
        problem: (problem) => {
          status.clear();
          hasFailedLoad ||= isFailedLoad(problem);
          onProblem(problem);
        },
        ended: ({ code, signal }, isAsked) => {
          if (!isAsked) exitCode = signal === null ? (code ?? 1) : 128 + os.constants.signals[signal];
          ended.resolve();
        },
      },
    );
    for (const origins of waiting) onListening(origins);
    if (isEnding) end();
    await ended.promise;
    await recording.stop();
    if (load !== undefined && !hasBegun && !isInterrupted && exitCode === 0) {
      exitCode = 1;
      onProblem(notListened());
    }
  } finally {
    clearTimeout(patience);
    clearTimeout(told);
    status.clear();
  }
  return { folders, exitCode, hasFailedLoad, isStoppedInWarmup };
}

function waitingText({ port }: RequestedLoad): CommandText {
  return port === undefined ? { code: "command.waiting" } : { code: "command.waitingAt", values: { port } };
}

function notListened(): UserError {
  return new UserError("terminal.neverListened");
}

function portOf(origin: string): number {
  return Number(/:(\d+)$/.exec(origin)?.[1]);
}

function progressText({ phase, remainingSeconds, figures }: LoadProgress, { say }: Words): string {
  const parts: CommandText[] = [{ code: `command.phase.${phase}` }];
  if (remainingSeconds !== undefined) parts.push({ code: "command.progress.left", values: { seconds: Math.ceil(remainingSeconds) } });
  if (figures !== undefined) {
    const { requestsPerSecond, p99Ms, errors } = figures;
    parts.push({ code: "report.perSecond", values: { requests: Math.round(requestsPerSecond) } });
    parts.push({ code: "command.progress.p99", values: { shown: Math.round(p99Ms) } });
    if (errors > 0) parts.push({ code: "command.progress.errors", values: { shown: errors, count: errors } });
  }
  return parts.map(say).join(" · ");
}

/** A line at the bottom of a terminal that is overwritten; without a terminal only lasting messages are written. */
class StatusLine {
  readonly #terminal: Terminal;
  #isShown = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(text: string): void {
    if (!this.#terminal.err.isTTY) return;
    this.#terminal.err.write(`\r\u001B[2K${text}`);
    this.#isShown = true;
  }

  say(text: CommandText): void {
    this.clear();
    this.#terminal.err.write(`${harmless(this.#terminal.words.say(text))}\n`);
  }

  warn(text: CommandText): void {
    this.clear();
    this.#terminal.err.write(`heatline: ${harmless(this.#terminal.words.say(text))}\n`);
  }

  clear(): void {
    if (this.#isShown) this.#terminal.err.write("\r\u001B[2K");
    this.#isShown = false;
  }
}
