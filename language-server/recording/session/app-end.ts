import path from "node:path";
import type { RecorderKind, RunEnd } from "../../history/run.ts";
import { pathOfFileUrl } from "../../history/file-url.ts";
import { withoutStop } from "../../texts/coded-text.ts";
import type { ErrorPlace, UserError } from "../../analysis/user-error.ts";
import type { RunFailure } from "../../history/schema/run-failure.ts";
import type { AppExit } from "../app/app-process.ts";
import type { OutputError, PrintedPlace } from "../../analysis/output-error/output-error.ts";
import { OutputTail } from "../../analysis/output-error/output-tail.ts";
import { appFailure } from "./app-failure.ts";
import { exitProblem, failedChildProblem } from "./recording-problems.ts";

/**
 * How an app ended, and what that means for its run. `toldExitCode`: the exit code that its last process announced. `wasStuck`: whether one
 * of its processes was killed since it did not end after its exit.
 */
export function appEnd(
  exit: AppExit,
  byUs: boolean,
  recorder: RecorderKind,
  toldExitCode: number,
  wasStuck: boolean,
): AppExit & { readonly end: RunEnd } {
  // The signal of its own tick sampler may kill Node 18 as it exits, after it has removed the handler.
  const isBySampler = wasStuck || (exit.signal === "SIGPROF" && recorder === "exact");
  const { code, signal } = isBySampler ? { code: toldExitCode, signal: null } : exit;
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
  toldExitCode = 0;
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
    const { error, isManagerAlone } = this.stderr;
    return isManagerAlone ? (this.stdout.thrown ?? error) : error;
  }

  /** Where that happened: an absolute path, and a line as V8 counts them. */
  get place(): PrintedPlace | undefined {
    const place = this.error?.place;
    const file = place?.file.startsWith("file:") === true ? pathOfFileUrl(place.file) : place?.file;
    return place === undefined || file === undefined ? undefined : { ...place, file: path.resolve(this.#folder, file) };
  }

  of(exit: AppExit, byUs: boolean, recorder: RecorderKind): ReturnType<typeof appEnd> {
    const end = appEnd(exit, byUs, recorder, this.toldExitCode, this.wasStuck);
    this.exitCode = end.code ?? undefined;
    this.isOver = true;
    return end;
  }

  /** Undefined unless its output says why it failed. */
  failure(end: RunEnd): RunFailure | undefined {
    if (end !== "crashed") return undefined;
    const { stderr, stdout } = this;
    const printed = (stderr.isManagerAlone ? stdout.printed : undefined) ?? stderr.printed;
    const found = printed && appFailure(printed, this.#folder);
    const place = this.error?.place;
    if (found?.place !== undefined || place === undefined) return found;
    // As loggers and task runners print it.
    return appFailure({ isLoading: found?.isLoading === true, places: [{ ...place, column: place.column ?? 0 }] }, this.#folder);
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
  #reason(place: Pick<PrintedPlace, "file" | "line"> | undefined): Parameters<typeof exitProblem>[1] {
    const reason = withoutStop(this.error?.message ?? "");
    if (place === undefined || reason === "") return reason;
    const inside = path.relative(this.#folder, place.file);
    const file = inside.startsWith("..") || path.isAbsolute(inside) ? place.file : inside;
    return { code: "app.errorAt", values: { error: reason, place: `${file}:${place.line}` } };
  }
}
