import path from "node:path";
import type { RecorderKind, RunEnd } from "../../history/run.ts";
import { withoutStop } from "../../texts/coded-text.ts";
import type { ErrorPlace, UserError } from "../../analysis/user-error.ts";
import type { RunFailure } from "../../history/schema/run-failure.ts";
import type { AppExit } from "../app/app-process.ts";
import type { OutputError } from "../../analysis/output-error/output-error.ts";
import { OutputTail } from "../../analysis/output-error/output-tail.ts";
import { appFailure, fileHere } from "./app-failure.ts";
import { exitProblem, failedChildProblem } from "./recording-problems.ts";

/**
 * How an app ended, and what that means for its run. `reportedExitCode`: the exit code that its last process announced. `wasStuck`: whether one
 * of its processes was killed since it did not end after its exit.
 */
export function appEnd(
  exit: AppExit,
  byUs: boolean,
  recorder: RecorderKind,
  reportedExitCode: number,
  wasStuck: boolean,
): AppExit & { readonly end: RunEnd } {
  // The signal of its own tick sampler may kill Node 18 as it exits, after it has removed the handler.
  const isBySampler = wasStuck || (exit.signal === "SIGPROF" && recorder === "exact");
  const { code, signal } = isBySampler ? { code: reportedExitCode, signal: null } : exit;
  const hasCrashed = signal !== null || code !== 0;
  return { code, signal, end: byUs ? "stopped" : hasCrashed ? "crashed" : "exited" };
}

/** What is known of an app's end before it comes, and what that end is. */
export class EndOfApp {
  readonly stdout = new OutputTail();
  readonly stderr = new OutputTail();
  /** Undefined while it runs, and where a signal ended it. */
  exitCode: number | undefined;
  /** The last exit code that a process announced. */
  reportedExitCode = 0;
  wasStuck = false;
  /** Whether samples of a process were lost. */
  isLost = false;
  isOver = false;
  readonly #folder: string;

  /** `folder`: the app's, in which printed paths start. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What it died of, as it printed it. Task runners pass what their programs print to stdout. */
  get error(): OutputError | undefined {
    const { stdout, stderr } = this;
    return (stderr.isManagerAlone ? stdout.error : undefined) ?? stderr.error;
  }

  /** The message of `error`, else its last meaningful line; "" if it said nothing. */
  get reason(): string {
    return this.error?.message ?? this.stderr.reason;
  }

  /** Where that happened: an absolute path, and a line as V8 counts them. */
  get place(): Pick<ErrorPlace, "file" | "line"> | undefined {
    const place = this.error?.places.find(({ line }) => line > 0);
    const file = place && fileHere(place, this.#folder);
    return place === undefined || file === undefined ? undefined : { file, line: place.line };
  }

  of(exit: AppExit, byUs: boolean, recorder: RecorderKind): ReturnType<typeof appEnd> {
    const end = appEnd(exit, byUs, recorder, this.reportedExitCode, this.wasStuck);
    this.exitCode = end.code ?? undefined;
    this.isOver = true;
    return end;
  }

  /** Whether it was killed, or ended with an error that it printed. Any exit code is fine without one. */
  hasFailed(exit: AppExit, recorder: RecorderKind): boolean {
    const { code, signal } = appEnd(exit, false, recorder, this.reportedExitCode, this.wasStuck);
    return signal !== null || (code !== 0 && this.error !== undefined);
  }

  /** Undefined unless it printed an error. */
  failure(end: RunEnd): RunFailure | undefined {
    const error = end === "crashed" ? this.error : undefined;
    return error && appFailure(error, this.#folder);
  }

  /** `place`: of the error. */
  problem(exit: AppExit, circumstances: Readonly<Record<"hadLoad" | "isKept" | "isAttached", boolean>>, place?: ErrorPlace): UserError {
    const { hasLastWords, lacksTypeScript, lacksMemory } = this.stderr;
    // libuv aborts without a word where its own descriptors are closed.
    const isSilent = exit.signal === "SIGABRT" && !hasLastWords;
    const why = isSilent ? { code: "app.abortedSilently" as const } : this.#reason(place ?? this.place);
    return exitProblem(exit, why, { ...circumstances, isLost: this.isLost, lacksTypeScript, lacksMemory }, place);
  }

  /** One of its processes failed, and the app goes on. */
  childProblem(exitCode: number, place: ErrorPlace | undefined): UserError {
    return failedChildProblem(exitCode, this.#reason(place ?? this.place), place);
  }

  /** `place`: one and the same in words and as a link. */
  #reason(place: Pick<ErrorPlace, "file" | "line"> | undefined): Parameters<typeof exitProblem>[1] {
    const reason = withoutStop(this.reason);
    if (place === undefined || reason === "") return reason;
    const inside = path.relative(this.#folder, place.file);
    const file = inside.startsWith("..") || path.isAbsolute(inside) ? place.file : inside;
    return { code: "app.errorAt", values: { error: reason, place: `${file}:${place.line}` } };
  }
}
