import type { Composition } from "../analysis/costs/costs.ts";
import type { SampleTypes } from "../analysis/importers/importer.ts";
import type { LoadReport } from "../analysis/load/load.ts";
import type { Selection } from "../analysis/selection/selection.ts";
import type { Microseconds, Milliseconds, Share, Ticks } from "../analysis/units.ts";
import type { RecorderKind, RunEnd } from "../history/run.ts";
import type { Location } from "./place.ts";

/** A hot line of a run, as a place to go to. */
export interface HotLine {
  readonly location: Location;
  /** `util.js:24`. */
  readonly label: string;
  readonly self: Share;
  readonly withLibraries: Share;
  readonly total: Share;
  readonly ticks: Ticks;
}

/** A thread of a run; its busy ticks are independent of the selection. */
export interface ThreadSummary {
  readonly id: number;
  readonly pid: number;
  /** `main`, `worker 3`, `child 4711`, `child 4711 worker 2`. */
  readonly name: string;
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
}

/** Bounded view data of an open run. Figures are those of its selection. */
export interface RunSummary {
  readonly id: string;
  /** The recording is still running: this run grows every second or two, and is replaced by the saved one at the end. */
  readonly live: boolean;
  /** At most the busiest 200, in the run's order: the main one first. */
  readonly threads: readonly ThreadSummary[];
  readonly selection: Selection;
  /** `worker 1 · 6.1 to 6.9 s`, localised; "" for everything. */
  readonly selectionText: string;
  /** Nothing of the selection was busy. */
  readonly isEmpty: boolean;
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
  /** The number of samples; only for a file whose samples have weights. */
  readonly samples: number;
  readonly busySamples: number;
  readonly composition: Composition;
  readonly load?: LoadReport | undefined;
  /** Of a profile file whose samples have several: `select` shows another one. */
  readonly measures?: SampleTypes | undefined;
  /** What ran is a test, that often. */
  readonly test?: { readonly runs: number } | undefined;
  /** Hottest first by `heatBy`, own code only, at most 200, none below the threshold. */
  readonly hotLines: readonly HotLine[];
  /** Names of files that are not the text that was recorded, as the profile's functions show. */
  readonly otherTexts: readonly string[];
  readonly problems: readonly { readonly message: string; readonly count: number }[];
}
