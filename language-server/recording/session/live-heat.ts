import type { Milliseconds } from "../../analysis/units.ts";
import { LiveRun } from "../../history/live-run.ts";
import type { RunDraft, StoredRun } from "../../history/run-store.ts";
import type { RecordedThread, Recorder } from "../recorder.ts";

/** From one look to the next. With the time that reading, analysing and drawing take, heat is renewed every two seconds at least. */
const pauseMs: Milliseconds = 1000;

/** How near to a window's planned end nobody looks: the last look would hold up the run itself. Heat waits two seconds at most for that. */
const standBackMs: Milliseconds = 1000;

/** Makes a run of what the recorder has; undefined where that is nothing yet. */
export type LiveDraft = (threads: readonly RecordedThread[]) => Promise<RunDraft | undefined>;

export interface LiveHeatSetting {
  readonly recorder: Recorder;
  /** Private to the session, and gone with it. */
  readonly folder: string;
  /** A new state of the recording can be read in its folder; undefined: it came to nothing. */
  readonly changed: (run: StoredRun | undefined) => void;
}

/** While a window is open: what it has so far, as a run that grows. One look at a time, and none where the recorder cannot give it without disturbing the app. */
export class LiveHeat {
  readonly #setting: LiveHeatSetting;
  #run: LiveRun | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isTold = false;
  #plannedEnd: Milliseconds | undefined;
  /** Raised with every start and stop: a look that began before counts for nothing. */
  #turn = 0;

  constructor(setting: LiveHeatSetting) {
    this.#setting = setting;
  }

  /** `planned`: how long the window is to be; undefined where that is open. */
  start(draft: LiveDraft, planned: Milliseconds | undefined): void {
    const turn = (this.#turn += 1);
    this.#isTold = false;
    this.#plannedEnd = planned === undefined ? undefined : performance.now() + planned;
    this.#schedule(turn, draft);
  }

  /** Tells nothing more. What is being written still comes to its end: `idle` waits for that. */
  stop(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
  }

  /** Nothing is kept of what was told since the start. */
  drop(): void {
    this.stop();
    if (this.#isTold) this.#setting.changed(undefined);
    this.#isTold = false;
  }

  async idle(): Promise<void> {
    await this.#looking;
  }

  #schedule(turn: number, draft: LiveDraft): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look(turn, draft);
    }, this.#untilNext());
  }

  #untilNext(): Milliseconds {
    const untilEnd = this.#plannedEnd === undefined ? Infinity : this.#plannedEnd - performance.now();
    return Math.abs(untilEnd - pauseMs) < standBackMs ? untilEnd + standBackMs : pauseMs;
  }

  async #look(turn: number, draft: LiveDraft): Promise<void> {
    await this.#tell(turn, draft);
    if (turn === this.#turn) this.#schedule(turn, draft);
  }

  async #tell(turn: number, draft: LiveDraft): Promise<void> {
    try {
      const threads = await this.#setting.recorder.snapshot?.();
      if (threads === undefined || turn !== this.#turn) return;
      const made = await draft(threads);
      if (made === undefined || turn !== this.#turn) return;
      this.#run ??= new LiveRun(this.#setting.folder);
      const written = await this.#run.write(made);
      if (turn !== this.#turn) return;
      this.#isTold = true;
      this.#setting.changed(written);
    } catch (error) {
      // The recording itself goes on, and tells at its end whatever there is to tell: a full disk, a reader that died, a session that is over.
      if (turn === this.#turn) console.error(error);
      this.stop();
    }
  }
}
