import type { HeatBy } from "../../analysis/costs/heat.ts";
import type { Caveat } from "../../analysis/compare/comparability.ts";
import type { Headline } from "../../analysis/compare/chance/headline.ts";
import type { CostVerdict } from "../../analysis/compare/chance/verdict.ts";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import type { Category } from "../../analysis/costs/costs.ts";
import type { Microseconds, Milliseconds, Ticks } from "../../analysis/units.ts";
import type { Run } from "../../history/run.ts";
import type { Location } from "../place.ts";
import type { Difference } from "../../analysis/compare/significance.ts";

/**
 * A cost in both runs, in milliseconds of busy time per unit. `low` to `high` is the 95 % interval of `delta` (next − base); the verdict is
 * stricter, as it is corrected for the number of comparisons.
 */
export type ComparedCost = Difference;

/** One side of a comparison. */
export interface ComparedRun extends Pick<Run, "id" | "name" | "startedAt" | "recorder" | "durationMs" | "load"> {
  readonly folder: string;
  /** "" if unknown. */
  readonly commit: string;
  readonly nodeVersion: string;
  readonly intervalUs: Microseconds;
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  /** CPU time per unit of all threads of the app's processes, including V8's and Node's own; undefined if unknown. */
  readonly cpuMs?: Milliseconds | undefined;
}

/** Why figures may mislead: `text` is a full sentence in the user's language. */
interface CompareWarning {
  readonly kind: Caveat["kind"];
  readonly text: string;
}

export interface ComparedFunction extends ComparedCost {
  readonly name: string;
  /** Its name in the baseline, if different. */
  readonly baseName?: string | undefined;
  /** `util.js:24`, in the new run as it ran; for a vanished function, in the baseline. */
  readonly label: string;
  /** Its place in the baseline, if it moved to another file. */
  readonly baseLabel?: string | undefined;
  readonly category: Category;
  /** Its text differs from the baseline's. */
  readonly edited: boolean;
  /** In the current code; undefined if it is not there. */
  readonly location?: Location | undefined;
}

export interface ComparedLine extends ComparedCost {
  readonly label: string;
  /** Name of the enclosing function. */
  readonly functionName: string;
  /** The line's text, trimmed and cut to 200 characters; "" if it was not kept. */
  readonly text: string;
  /** Its text in the baseline, if it was edited since. */
  readonly baseText?: string | undefined;
  readonly category: Category;
  readonly location?: Location | undefined;
}

/** Bounded view data: at most 500 rows of each kind, significant differences first, then noise, each by size. */
export interface Comparison {
  readonly base: ComparedRun;
  readonly next: ComparedRun;
  /** The unit used: `second` (of the measured window) if a run has no load report. */
  readonly per: CompareUnit;
  /** The compared figure; code that is not own uses self when `withLibraries` was requested. */
  readonly by: HeatBy;
  /** What of both is compared, in the user's language; "" for everything. */
  readonly selectionText: string;
  /** The same, with what the filter leaves out of each: `Filter: before: 12 % left out: only through app.js`. */
  readonly selectionFacts: readonly string[];
  /** Requests per second, next ÷ base; null if a run has no load report. */
  readonly loadRatio: number | null;
  /** The figures of both runs and what is said of them. */
  readonly headline: Headline;
  /** One line in the user's language: `285 → 9,940 req/s, ×35 · slow.js:12 gone`. */
  readonly summary: string;
  /** A change is too small to judge, or too little other code ran: further runs of both sides may show it. */
  readonly isRepeatWorthwhile: boolean;
  /** All busy time. */
  readonly busy: ComparedCost;
  /** Factor by which all code got slower (> 1) or faster, because of the machine; verdicts are corrected for it. */
  readonly drift: number;
  readonly warnings: readonly CompareWarning[];
  readonly functions: readonly ComparedFunction[];
  readonly lines: readonly ComparedLine[];
  readonly composition: Readonly<Record<Category, ComparedCost>>;
  /** Counts of all rows, including those left out. */
  readonly functionCounts: Readonly<Record<CostVerdict, number>>;
  readonly lineCounts: Readonly<Record<CostVerdict, number>>;
}
