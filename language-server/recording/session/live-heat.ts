import type { Microseconds, Milliseconds } from "../../analysis/units.ts";
import { LiveRun } from "../../history/live-run.ts";
import type { RunDraft, StoredRun } from "../../history/run-store.ts";
import type { RecordedThread, Recorder } from "../recorder.ts";

/** Between two reads. With the time for reading, analysing and drawing, heat is updated at least every two seconds. */
const pauseMs: Milliseconds = 1000;

/** For each sample of the last read, if there are millions: a read decodes them all, at about 0.2 µs each. */
const pauseUsPerSample: Microseconds = 1;

/** No read starts this close to a planned end, which it would delay. Up to a million samples, heat waits two seconds at most for that. */
const standBackMs: Milliseconds = 1000;

/** Makes a run of what the recorder has so far; undefined if that is nothing. */
export type LiveDraft = (threads: readonly RecordedThread[]) => Promise<RunDraft | undefined>;

export interface LiveHeatSetting {
  readonly recorder: Recorder;
  /** Private to the session and deleted with it. */
  readonly folder: string;
  /** A new state of the recording can be read in its folder; undefined if there is nothing to show any more. */
  readonly changed: (run: StoredRun | undefined) => void;
}

type Wanted = Omit<LiveHeatSetting, "changed"> & { readonly changed: LiveHeatSetting["changed"] | undefined };

/** While a window is open: what it has so far, as a run that grows. One read at a time, and none if it would disturb the app. */
export class LiveHeat {
  readonly #setting: LiveHeatSetting;
  #run: LiveRun | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isReported = false;
  #plannedEnd: Milliseconds | undefined;
  /** Number of samples in the last read. */
  #samples = 0;
  /** Incremented by every start and stop: results of a read that began before are dropped. */
  #turn = 0;

  private constructor(setting: LiveHeatSetting) {
    this.#setting = setting;
  }

  /** Undefined if it was not requested, or the recorder has no data before its end. */
  static of({ recorder, folder, changed }: Wanted): LiveHeat | undefined {
    return changed === undefined || recorder.snapshot === undefined ? undefined : new LiveHeat({ recorder, folder, changed });
  }

  /** `planned`: length of the window; undefined if it is open-ended. */
  start(draft: LiveDraft, planned: Milliseconds | undefined): void {
    const turn = (this.#turn += 1);
    this.#isReported = false;
    this.#samples = 0;
    this.#plannedEnd = planned === undefined ? undefined : performance.now() + planned;
    this.#schedule(turn, draft);
  }

  /** Reports nothing more. A write in progress is finished: `idle` waits for it. */
  stop(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
  }

  /** Removes everything that was reported since the start. */
  drop(): void {
    this.stop();
    if (this.#isReported) this.#setting.changed(undefined);
    this.#isReported = false;
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
    const pause = Math.max(pauseMs, (this.#samples * pauseUsPerSample) / 1000);
    const standBack = Math.max(standBackMs, pause / 2);
    return Math.abs(untilEnd - pause) < standBack ? untilEnd + standBack : pause;
  }

  async #look(turn: number, draft: LiveDraft): Promise<void> {
    await this.#report(turn, draft);
    if (turn === this.#turn) this.#schedule(turn, draft);
  }

  async #report(turn: number, draft: LiveDraft): Promise<void> {
    try {
      const threads = await this.#setting.recorder.snapshot?.();
      if (threads === undefined || turn !== this.#turn) return;
      this.#samples = threads.reduce((sum, { profile }) => sum + profile.samples.stack.length, 0);
      const made = await draft(threads);
      if (made === undefined || turn !== this.#turn) return;
      this.#run ??= new LiveRun(this.#setting.folder);
      const written = await this.#run.write(made);
      if (turn !== this.#turn) return;
      this.#isReported = true;
      this.#setting.changed(written);
    } catch (error) {
      // The recording continues, and the reason is reported at its end: a full disk, a worker that died, a session that is over.
      if (turn === this.#turn) console.error(error);
      this.stop();
    }
  }
}
