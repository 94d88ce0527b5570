import type { FunctionDifference, LineDifference, RunDifference } from "../../analysis/compare/diff.ts";
import type { Difference } from "../../analysis/compare/significance.ts";
import type { FilterEffect } from "../../analysis/selection/stack-filter.ts";
import type { Column, Line, Microseconds, Milliseconds, Ticks } from "../../analysis/units.ts";
import type { ComparedSides, SideFacts } from "./compared-sides.ts";

/** Requests and results about a comparison: see `analysis-messages.ts`. */

/** A side of a comparison: figures of what is compared. */
export interface SideView extends Pick<SideFacts, "id" | "name" | "startedAt" | "recorder" | "durationMs" | "load"> {
  readonly folder: string;
  /** "" if unknown. */
  readonly commit: string;
  readonly nodeVersion: string;
  readonly intervalUs: Microseconds;
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  /** CPU time per unit; undefined if unknown. */
  readonly cpuMs: Milliseconds | undefined;
}

export interface CompareView extends Pick<ComparedSides, "units" | "loadRatio" | "headline" | "caveats" | "needed"> {
  readonly base: SideView;
  readonly next: SideView;
  readonly busy: Difference;
  readonly composition: RunDifference["composition"];
  /** Factor by which all code got slower or faster. */
  readonly drift: number;
  readonly functions: readonly FunctionDifference[];
  readonly lines: readonly (LineDifference & { readonly functionName: string })[];
  readonly functionCounts: Readonly<Record<Difference["verdict"], number>>;
  readonly lineCounts: Readonly<Record<Difference["verdict"], number>>;
  /** Whether further starts of both sides may show what these do not. */
  readonly isRepeatWorthwhile: boolean;
  /** What the filter took away of each side. */
  readonly effects: { readonly base: FilterEffect; readonly next: FilterEffect };
}

/** A function with its place in the run, as it ran. */
export interface FunctionChange extends Difference {
  readonly name: string;
  readonly line: Line;
  readonly column: Column;
}

/** A line of the current text. */
export interface FileDifference extends Difference {
  readonly line: Line;
  /** How much hotter (1 to 8) or colder (−1 to −8) it is; 0 without a significant change. */
  readonly step: number;
}
