import type { Caveat } from "../analysis/compare/comparability.ts";
import type { CompareUnit } from "../analysis/compare/compare-units.ts";
import type { Category } from "../analysis/costs/costs.ts";
import type { LoadReport } from "../analysis/load/load.ts";
import type { Microseconds, Milliseconds, Ticks } from "../analysis/units.ts";
import type { RecorderKind } from "../history/run.ts";
import type { Location } from "./place.ts";
import type { ServerSettings } from "./settings.ts";

/** What a difference is. `new`: no cost in the baseline. `vanished`: no cost any more. `noise`: within what chance and the machine explain. */
export type Verdict = "slower" | "faster" | "new" | "vanished" | "noise";

/**
 * One cost in both runs: milliseconds of busy time per unit. `low` to `high` is the 95 % interval of `delta` (next − base); the verdict asks for
 * more than that: it allows for all that is compared at once.
 */
export interface ComparedCost {
  readonly base: Milliseconds;
  readonly next: Milliseconds;
  readonly delta: Milliseconds;
  readonly low: Milliseconds;
  readonly high: Milliseconds;
  readonly verdict: Verdict;
}

/** Head of one side of a comparison. */
export interface ComparedRun {
  readonly folder: string;
  readonly id: string;
  readonly name: string;
  readonly startedAt: string;
  /** "" where unknown. */
  readonly commit: string;
  readonly nodeVersion: string;
  readonly recorder: RecorderKind;
  readonly intervalUs: Microseconds;
  readonly durationMs: Milliseconds;
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  /** CPU of all threads of the app's processes, V8's and Node's own included, per unit; left out where unknown. */
  readonly cpuMs?: Milliseconds | undefined;
  readonly load?: LoadReport | undefined;
}

/** Why figures may mislead: `text` is one whole sentence in the user's language. */
export interface CompareWarning {
  readonly kind: Caveat["kind"];
  readonly text: string;
}

export interface ComparedFunction extends ComparedCost {
  readonly name: string;
  /** Its name in the baseline, where that was another. */
  readonly baseName?: string | undefined;
  /** `util.js:24`, in the new run as it ran; of a vanished function, in the baseline. */
  readonly label: string;
  /** Its place in the baseline, where it moved to another file. */
  readonly baseLabel?: string | undefined;
  readonly category: Category;
  /** Its text is not what it was in the baseline. */
  readonly edited: boolean;
  /** In the code as it is now; undefined where it has no place there. */
  readonly location?: Location | undefined;
}

export interface ComparedLine extends ComparedCost {
  readonly label: string;
  /** Name of the function around it. */
  readonly functionName: string;
  /** The line's text, trimmed and cut to 200 characters; "" where it was not kept. */
  readonly text: string;
  /** What it was in the baseline, where it was edited since. */
  readonly baseText?: string | undefined;
  readonly category: Category;
  readonly location?: Location | undefined;
}

/** Bounded view data: rows are the biggest differences first (those that count before noise), at most 500 of each. */
export interface Comparison {
  readonly base: ComparedRun;
  readonly next: ComparedRun;
  /** The unit that was used: `second` (of the measured window) where a run has no load report. */
  readonly per: CompareUnit;
  /** Figure that is compared; code that is not own has self where `withLibraries` was asked for. */
  readonly by: ServerSettings["heatBy"];
  /** next ÷ base of requests per second; null where a run has no load report. */
  readonly loadRatio: number | null;
  /** All busy time. */
  readonly busy: ComparedCost;
  /** By how much all code alike got dearer (> 1) or cheaper, as the machine does it; verdicts allow for it. */
  readonly drift: number;
  readonly warnings: readonly CompareWarning[];
  readonly functions: readonly ComparedFunction[];
  readonly lines: readonly ComparedLine[];
  readonly composition: Readonly<Record<Category, ComparedCost>>;
  /** Of all rows, also those that were left out. */
  readonly functionCounts: Readonly<Record<Verdict, number>>;
  readonly lineCounts: Readonly<Record<Verdict, number>>;
}
