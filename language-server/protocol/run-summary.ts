import type { Composition } from "../analysis/costs/costs.ts";
import type { LoadReport } from "../analysis/load/load.ts";
import type { Microseconds, Milliseconds, Share, Ticks } from "../analysis/units.ts";
import type { RecorderKind, RunEnd } from "../history/run.ts";
import type { Location } from "./place.ts";

/** One hot line of a run, as a place to go to. */
export interface HotLine {
  readonly location: Location;
  /** `util.js:24`. */
  readonly label: string;
  readonly self: Share;
  readonly withLibraries: Share;
  readonly total: Share;
  readonly ticks: Ticks;
}

/** A thread of a run, of its busy ticks before any selection. */
export interface ThreadSummary {
  readonly id: number;
  readonly pid: number;
  /** `main`, `worker 3`, `child 4711`, `child 4711 worker 2`. */
  readonly name: string;
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
}

/** Bounded view data of an open run. Its figures are those of the shown threads. */
export interface RunSummary {
  readonly id: string;
  /** The recording is still running: it grows every second or two, and the run that is kept follows at its end. */
  readonly live: boolean;
  /** The busiest 200 at most, in the run's order: the main one first. */
  readonly threads: readonly ThreadSummary[];
  /** Ids of the threads whose costs are shown; null for all of them together. */
  readonly shownThreads: readonly number[] | null;
  readonly name: string;
  readonly startedAt: string;
  readonly recorder: RecorderKind;
  readonly recorderNote: string;
  readonly nodeVersion: string;
  readonly end: RunEnd;
  readonly durationMs: Milliseconds;
  readonly intervalUs: Microseconds;
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  /** How many samples these are; only of a file whose samples have weights other numbers. */
  readonly samples: number;
  readonly busySamples: number;
  readonly composition: Composition;
  readonly load?: LoadReport | undefined;
  /** Hottest first by `heatBy`, own code only, at most 200, none below the threshold. */
  readonly hotLines: readonly HotLine[];
  readonly problems: readonly { readonly message: string; readonly count: number }[];
}
