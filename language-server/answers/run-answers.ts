import type { AdvicePlace } from "../analysis/advice/evidence.ts";
import type { AdviceFigure, RuleId } from "../analysis/advice/advice.ts";
import type { Costs, FunctionCost, LineCost } from "../analysis/costs/costs.ts";
import type { HeatBy } from "../analysis/costs/heat.ts";
import type { Tier } from "../analysis/profile/profile.ts";
import type { SampleTypes } from "../analysis/importers/importer.ts";
import type { KeptSelection } from "../analysis/selection/kept-selection.ts";
import type { Selection } from "../analysis/selection/selection.ts";
import type { FilterEffect } from "../analysis/selection/stack-filter.ts";
import type { SourceVersion } from "../analysis/sources/source.ts";
import type { Bytes, Column, Line, Share, Ticks } from "../analysis/units.ts";
import type { Run } from "../history/run.ts";
import type { RequestedRun } from "../opening/requested-run.ts";
import type { RouteShare, RoutesView } from "./routes/route-costs.ts";
import type { FunctionKey } from "./parts.ts";

export type OpenParams = RequestedRun & {
  /** What is selected at first; by default everything. */
  readonly kept?: KeptSelection | undefined;
  /** False: skips computing advice, whose list stays empty. */
  readonly advice?: boolean | undefined;
};

export interface HotLinesParams {
  readonly heatBy: HeatBy;
  readonly threshold: Share;
  readonly limit: number;
}

export interface FileParams extends HotLinesParams {
  readonly path: string;
  readonly text: string;
}

/** What a run is and how the selected part of it spent its time; without its scripts, which may be many. */
export interface RunView extends Pick<Costs, "ticks" | "busyTicks" | "samples" | "busySamples" | "interval" | "composition" | "problems"> {
  /** For an opened profile, its file. */
  readonly folder: string;
  readonly isProfile: boolean;
  /** Of an opened profile whose samples have several times. */
  readonly sampleTypes: SampleTypes | undefined;
  readonly run: Omit<Run, "scripts" | "problems">;
  /** What the figures are of. A filter leaves them as they are. */
  readonly selection: Selection;
  /** Names of what was selected at first, but is not in this run. */
  readonly dropped: readonly string[];
  /** What its filter took away. */
  readonly effect: FilterEffect;
  /** What can be selected of its routes; undefined if they are not known. `isPass`: a pass of their own has measured them. */
  readonly routes?: (RoutesView & { readonly isPass: boolean }) | undefined;
  /** Answered by what is selected; 0 if unknown, as for a part of a run. */
  readonly requests: number;
  /** Nothing of it was busy. */
  readonly isEmpty: boolean;
  /** Modules were loaded by others while it was sampled, whatever is selected. */
  readonly hasImports: boolean;
  /** How much of it was idle is inferred (≈): when a thread began or ceased to wait is known to a sample. */
  readonly isIdleInferred: boolean;
  /** Whether spans of time can be selected. */
  readonly hasTimes: boolean;
  /** Absolute path of every source with a cost. */
  readonly paths: readonly string[];
  /** Those of these paths that are one of several texts of a file. */
  readonly versions: readonly (readonly [path: string, version: SourceVersion])[];
  /** What the advice rules found, costliest first. */
  readonly advice: readonly AdviceView[];
}

/** What an advice rule found. Places are in the sources as they ran. */
export interface AdviceView {
  /** Id of the rule. */
  readonly rule: RuleId;
  /** Undefined if it concerns the whole run. */
  readonly place: { readonly path: string; readonly line: Line } | undefined;
  readonly ticks: Ticks;
  readonly inferred: boolean;
  readonly figures: Readonly<Record<string, FigureView>>;
  /** URL. */
  readonly documentation: string;
}

/** A figure whose places are given by path; of functions that allocate with how much a request has them allocate. */
export type FigureView =
  | Exclude<AdviceFigure, { readonly places: readonly AdvicePlace[] }>
  | {
      readonly places: readonly {
        /** Of a function; undefined for a line. */
        readonly name?: string;
        readonly path: string;
        readonly line: Line;
        readonly share: Share;
        readonly bytesPerRequest?: Bytes;
      }[];
    };

export interface LinePlace extends Pick<LineCost, "line" | "selfTicks" | "withLibrariesTicks" | "totalTicks"> {
  readonly path: string;
}

export interface FileView {
  readonly own: boolean;
  /** The hottest lines that are still in the text, by line. */
  readonly lines: readonly FileLine[];
  /** Functions at or above the threshold that are still in the text, by place. */
  readonly functions: readonly FileFunction[];
  /** Index: current line, 1-based. Value: the line as it ran, or 0. */
  readonly ranLines: Int32Array;
  /** Current lines with a cost whose function was edited. */
  readonly editedLines: readonly Line[];
  /** Advice about lines that are still in the text and whose function was not edited. */
  readonly advice: readonly FileAdvice[];
}

export interface FileAdvice {
  /** In the current text. */
  readonly line: Line;
  readonly advice: AdviceView;
  /** The function around it, as it ran; undefined if it had no sample. */
  readonly around: FunctionKey | undefined;
}

export type LineFigures = Pick<
  LineCost,
  "selfTicks" | "withLibrariesTicks" | "totalTicks" | "totalSamples" | "inferredTicks" | "candidateTicks"
>;

export interface FileLine extends LineFigures {
  /** In the current text. */
  readonly line: Line;
  /** The ticks that decide how hot it is. */
  readonly heat: Ticks;
  /** Its function was edited since the run. */
  readonly edited: boolean;
  /** Disjoint parts of the line with their own ticks; empty if the line itself was edited. */
  readonly parts: readonly { readonly start: Column; readonly end: Column; readonly ticks: Ticks }[];
}

export interface FileFunction extends Pick<FunctionCost, "name" | "inferred" | "selfTicks" | "withLibrariesTicks" | "totalTicks"> {
  /** In the current text. */
  readonly line: Line;
  readonly edited: boolean;
  readonly key: FunctionKey;
}

export interface PlaceView {
  readonly name: string;
  /** Absolute path, or a URL such as `node:crypto`; undefined for native code. */
  readonly path: string | undefined;
  readonly line: Line;
  readonly column: Column;
  readonly ticks: Ticks;
  readonly inferred: boolean;
}

export interface LineView
  extends LineFigures, Pick<LineCost, "selfSamples" | "withLibrariesSamples" | "repairedTicks" | "composition" | "natives"> {
  readonly own: boolean;
  /** Which routes the run worked for on this line, most first; empty if that is not known. */
  readonly routes?: readonly RouteShare[] | undefined;
  readonly callees: readonly PlaceView[];
  /** Calls and other expressions on the line, as they ran, hottest first; empty unless there are several. */
  readonly expressions: readonly { readonly text: string; readonly ticks: Ticks }[];
  /** Why V8 deoptimised code on this line, and how often since the app started; most frequent first. */
  readonly deopts: readonly { readonly reason: string; readonly count: number }[];
  /** The function around the line; undefined if it had no sample of its own. */
  readonly around: FunctionAroundView | undefined;
}

export interface FunctionAroundView {
  readonly key: FunctionKey;
  readonly callers: readonly PlaceView[];
  /** What its self ticks consist of, by the compiler of the code that ran, largest first; empty if that is not known. */
  readonly tiers: readonly { readonly kind: Exclude<Tier, "none">; readonly share: Share }[];
}

export interface FunctionView extends Pick<FunctionCost, "selfTicks" | "totalTicks"> {
  readonly key: FunctionKey;
  readonly callers: readonly PlaceView[];
  readonly callees: readonly PlaceView[];
}
