import type { Microseconds, Milliseconds } from "../../../analysis/units.ts";
import { UserError } from "../../../analysis/user-error.ts";
import type { RunEnd } from "../../../history/run.ts";
import type { AppExit } from "../../app/app-process.ts";
import type { AppHandle } from "../../app/attached-app.ts";
import type { AppTree } from "../../app/app-tree.ts";
import { monotonicUs } from "../../ticks/thread-clock.ts";
import type { EndOfApp } from "../app-end.ts";
import type { RecordingEvents } from "../recording-events.ts";
import type { Session } from "../session.ts";
import type { RecordingWindow } from "../window/recording-window.ts";
import type { StartupRecorder } from "./startup-recorder.ts";

/** An app that neither listens nor ends by then is ended. */
const mostStartSeconds = 30;
/** V8 writes its log in pieces: the last samples before a server was opened are in it somewhat later. */
const writtenMs: Milliseconds = 150;

interface StartsSetting {
  readonly recorder: StartupRecorder;
  readonly tree: AppTree;
  readonly end: EndOfApp;
  readonly window: Pick<RecordingWindow, "kind">;
  readonly app: () => AppHandle | undefined;
  readonly events: Pick<RecordingEvents, "startEnded">;
}

/** A start that we ended. */
const endedWell: AppExit = { code: 0, signal: null };

/** The starts of an app, one after the other: each ends when the app listens or ends by itself. */
export class Starts {
  readonly #setting: StartsSetting;
  #timer: NodeJS.Timeout | undefined;
  #listening: NodeJS.Timeout | undefined;
  /** Of the current start, since we end it. */
  #ending: Promise<void> | undefined;
  /** The current start has ended. */
  #isOver = false;
  #isTooLong = false;

  private constructor(setting: StartsSetting) {
    this.#setting = setting;
  }

  /** Undefined if starts are not what is recorded. */
  static of({ session, ...setting }: Omit<StartsSetting, "recorder"> & { readonly session: Pick<Session, "startup"> }): Starts | undefined {
    return session.startup && new Starts({ ...setting, recorder: session.startup });
  }

  /** Whether we end the current start: its processes die by our signals. */
  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** A start begins. */
  begin(): void {
    this.#ending = undefined;
    this.#isOver = false;
    this.#timer = setTimeout(() => {
      this.#isTooLong = true;
      this.#setting.recorder.cut(monotonicUs());
      this.#ending ??= this.#endStart(true);
    }, mostStartSeconds * 1000);
  }

  /** A server of the app listens. */
  listening(atUs: Microseconds): void {
    if (!this.#isOpen) return;
    this.#setting.recorder.listening(atUs);
    if (this.#isOver) return;
    this.#listening ??= setTimeout(() => {
      this.#ending ??= this.#endStart(false);
    }, writtenMs);
  }

  /** The start is over: whether another one begins. */
  async again(exit: AppExit): Promise<boolean> {
    this.#isOver = true;
    this.stop();
    const { recorder, tree, end, app, events } = this.#setting;
    await app()?.settle();
    const isByUs = this.isEnding;
    await this.#ending;
    if (!this.#isOpen) return false;
    const hasFailed = !isByUs && (end.hasFailed(exit, recorder.kind) || this.#isTooLong);
    if (!isByUs || recorder.isReadAtEnd) await recorder.collect(tree, hasFailed || recorder.isOnlyOne);
    if (!this.#isOpen) return false;
    events.startEnded?.(recorder.figures);
    if (hasFailed || this.#isTooLong || recorder.hasEnough) return false;
    await recorder.begin();
    this.begin();
    return true;
  }

  /** Nothing ends the current start any more. */
  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#listening);
    this.#listening = undefined;
  }

  /** How the last start ended, and its run; undefined unless we ended it. */
  get lastEnd(): { readonly exit: AppExit; readonly run: { readonly end: RunEnd } } | undefined {
    return this.isEnding ? { exit: endedWell, run: { end: this.#isTooLong ? "time-cap" : "exited" } } : undefined;
  }

  /** What is to be said of the last start besides an error that the app printed. */
  problem({ exitCode = 0, error }: Pick<EndOfApp, "exitCode" | "error">): UserError | undefined {
    if (this.#isTooLong) return new UserError("startup.tooLong", { seconds: mostStartSeconds });
    return exitCode === 0 || error !== undefined ? undefined : new UserError("startup.exitCode", { exitCode });
  }

  get #isOpen(): boolean {
    return this.#setting.window.kind !== undefined;
  }

  async #endStart(isOnly: boolean): Promise<void> {
    this.stop();
    const { recorder, tree, app } = this.#setting;
    // Read at the end: once the app has ended.
    if (!recorder.isReadAtEnd && this.#isOpen) await recorder.collect(tree, isOnly || recorder.isOnlyOne);
    await tree.endBusy("SIGTERM");
    await app()?.endStart?.();
  }
}
