import type { Composition, FunctionCost, LineCost } from "../../analysis/costs/costs.ts";
import type { LineDifference } from "../../analysis/compare/diff.ts";
import type { DifferenceTree } from "../../analysis/compare/flame-difference.ts";
import type { AdviceFigure, RuleId } from "../../analysis/advice/advice.ts";
import type { AdvicePlace } from "../../analysis/advice/advice-place.ts";
import type { FlameProfile } from "../../analysis/flame/flame-reduction.ts";
import type { Problem } from "../../analysis/profile/profile.ts";
import type { Column, Line, Microseconds, Share, Ticks } from "../../analysis/units.ts";
import type { TierTicks } from "../../analysis/costs/tier-ticks.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import type { Run } from "../../history/run.ts";
import type { HotParent } from "../../protocol/hot-functions.ts";
import type { ExportFormat } from "../../protocol/run-export.ts";
import type { ServerSettings } from "../../protocol/settings.ts";
import type { Locale } from "../../texts/locale.ts";
import type { CompareParams, CompareView, FileDifference, FunctionChange } from "./compare-messages.ts";
import type { FunctionKey } from "./function-key.ts";
import type { HotParams, HotRowsView, HotView } from "./hot-messages.ts";

/**
 * What the server asks its analysis worker, and what comes back: bounded view data, never a profile. Lines are 1-based, columns
 * 0-based, paths as in `Costs.sources`. A worker serves one run; it ends with it.
 */
export interface AnalysisRequests {
  /** Reads a run folder, or the newest readable run of `runsFolder` (null: there is none), and works its costs out. Must come first. */
  readonly open: { readonly params: OpenParams; readonly result: RunView | null };
  /** Hottest own lines first. */
  readonly hotLines: { readonly params: HotLinesParams; readonly result: readonly LinePlace[] };
  /** Costs of one source, laid over the text that the editor has now; null where the run has none. */
  readonly file: { readonly params: FileParams; readonly result: FileView | null };
  /** Own sources that ran with just this text. */
  readonly pathsOfText: { readonly params: { readonly text: string }; readonly result: readonly string[] };
  /** Where each line of a source as it ran (1-based index), or the nearest before it, is in `text`; null: where it was. */
  readonly nearestLines: { readonly params: { readonly path: string; readonly text: string }; readonly result: Int32Array | null };
  /** Costs of some threads from now on, by their ids; of all with null. Ids that the run does not have are passed over; with none left it is null. */
  readonly select: { readonly params: { readonly threads: readonly number[] | null }; readonly result: RunView | null };
  readonly line: { readonly params: { readonly path: string; readonly line: Line }; readonly result: LineView | null };
  readonly function: { readonly params: FunctionKey; readonly result: FunctionView | null };
  /** The selected threads' timelines when `thread` is undefined; null where there is no such thread. Frames keep their index until asked for another selection. */
  readonly flame: { readonly params: { readonly thread: number | undefined }; readonly result: FlameProfile | null };
  readonly flamePlace: { readonly params: { readonly frame: number }; readonly result: FlamePlace };
  /** The folder of what this run is compared with unless another is named; null when there is none. */
  readonly baseline: { readonly params: { readonly runsFolder: string }; readonly result: string | null };
  /** Works out ahead what a comparison needs of this run. */
  readonly prepareComparison: { readonly params: Record<string, never>; readonly result: null };
  /** What a comparison needs of this run, serialized: it goes from worker to worker unread and uncopied. */
  readonly digest: { readonly params: Record<string, never>; readonly result: Uint8Array };
  /** Compares this run with a base; the answers below are about the last comparison. */
  readonly compare: { readonly params: CompareParams; readonly result: CompareView };
  /** Differences of one source, over the text that the editor has now; null where there are none to show. */
  readonly compareFile: {
    readonly params: { readonly path: string; readonly text: string; readonly threshold: Share };
    readonly result: readonly FileDifference[] | null;
  };
  /** Of every function of a source that is compared. */
  readonly compareFunctions: { readonly params: { readonly path: string }; readonly result: readonly FunctionChange[] };
  readonly compareLine: { readonly params: { readonly path: string; readonly line: Line }; readonly result: LineDifference | null };
  readonly compareFlame: { readonly params: Record<string, never>; readonly result: DifferenceTree | null };
  readonly comparePlace: { readonly params: { readonly frame: number }; readonly result: FlamePlace };
  /** The frame of a function, or of the hottest function that runs on a line. */
  readonly flameFrame: { readonly params: FunctionKey | { readonly path: string; readonly line: Line }; readonly result: number | null };
  /** Writes a run, which need not be the opened one, to a file; answers the files written. */
  readonly export: { readonly params: ExportParams; readonly result: readonly string[] };
  readonly hotFunctions: { readonly params: HotParams; readonly result: HotView };
  readonly hotChildren: { readonly params: HotParams & { readonly parent: HotParent }; readonly result: HotRowsView };
}

export type AnalysisRequestName = keyof AnalysisRequests;

export type OpenParams = ({ readonly folder: string } | { readonly runsFolder: string }) & {
  readonly ownCode: readonly string[];
  readonly pathMappings: ServerSettings["pathMappings"];
  /** The client's: sources are looked for there that are not where they ran. */
  readonly sourceFolders: readonly string[];
  /** `folder` is then a profile file; own code is what lies in these. */
  readonly profile?: { readonly workspaceFolders: readonly string[] } | undefined;
  /** Names of the threads to select, where the run has any of them: a selection outlives what a live run grows into. */
  readonly threadNames?: readonly string[] | undefined;
  /** False: nobody will ask for advice, and working it out takes time; its list stays empty. */
  readonly advice?: boolean | undefined;
};

export interface HotLinesParams {
  readonly heatBy: ServerSettings["heatBy"];
  readonly threshold: Share;
  readonly limit: number;
}

export interface FileParams extends HotLinesParams {
  readonly path: string;
  readonly text: string;
}

/** What a run is and what its selected threads' time is made of; without its scripts, which may be many. */
export interface RunView {
  /** Of the run; of an opened profile its file. */
  readonly folder: string;
  readonly isProfile: boolean;
  readonly run: Omit<Run, "scripts" | "problems">;
  /** Ids of the selected threads; null for all. */
  readonly selected: readonly number[] | null;
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  readonly samples: number;
  readonly busySamples: number;
  readonly interval: Microseconds;
  readonly composition: Composition;
  readonly problems: readonly Problem[];
  /** Absolute path of every source with a cost. */
  readonly paths: readonly string[];
  /** What the rules found, the costliest first. */
  readonly advice: readonly AdviceView[];
}

/** What a rule found; its texts are the rule's own. Places are of the sources as they ran. */
export interface AdviceView {
  /** Id of the rule. */
  readonly rule: RuleId;
  /** Undefined where it concerns the run as a whole. */
  readonly place: { readonly path: string; readonly line: Line } | undefined;
  /** The function around the place; undefined where it had no tick. */
  readonly around: FunctionKey | undefined;
  readonly ticks: Ticks;
  readonly inferred: boolean;
  readonly figures: Readonly<Record<string, FigureView>>;
  /** URL. */
  readonly documentation: string;
}

/** A figure whose places go by path. */
export type FigureView =
  | Exclude<AdviceFigure, { readonly places: readonly AdvicePlace[] }>
  | { readonly places: readonly { readonly path: string; readonly line: Line; readonly share: Share }[] };

export interface LinePlace {
  readonly path: string;
  readonly line: Line;
  readonly selfTicks: Ticks;
  readonly withLibrariesTicks: Ticks;
  readonly totalTicks: Ticks;
}

export interface FileView {
  readonly own: boolean;
  /** The hottest lines that the text still has, by line. */
  readonly lines: readonly FileLine[];
  /** Functions at or above the threshold that the text still has, by place. */
  readonly functions: readonly FileFunction[];
  /** Index: line of the text now, 1-based. Value: the line as it ran, or 0. */
  readonly ranLines: Int32Array;
  /** Lines with a cost, in the text as it is now, whose function was edited. */
  readonly editedLines: readonly Line[];
  /** Advice about lines that the text still has and whose function was not edited. */
  readonly advice: readonly FileAdvice[];
}

export interface FileAdvice {
  /** In the text as it is now. */
  readonly line: Line;
  readonly advice: AdviceView;
}

export type LineFigures = Pick<
  LineCost,
  "selfTicks" | "withLibrariesTicks" | "totalTicks" | "totalSamples" | "inferredTicks" | "candidateTicks"
>;

export interface FileLine extends LineFigures {
  /** In the text as it is now. */
  readonly line: Line;
  /** Its function was edited since the run. */
  readonly edited: boolean;
  /** Disjoint parts of the line with their own ticks; none where the line itself was edited. */
  readonly parts: readonly { readonly start: Column; readonly end: Column; readonly ticks: Ticks }[];
}

export interface FileFunction extends Pick<FunctionCost, "name" | "selfTicks" | "withLibrariesTicks" | "totalTicks"> {
  /** In the text as it is now. */
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

export interface LineView extends LineFigures {
  readonly own: boolean;
  readonly selfSamples: number;
  readonly withLibrariesSamples: number;
  readonly repairedTicks: Ticks;
  readonly composition: Composition;
  readonly natives: LineCost["natives"];
  readonly callees: readonly PlaceView[];
  /** Calls and other expressions on the line by the text that ran, hottest first; empty where there are not several to tell apart. */
  readonly expressions: readonly { readonly text: string; readonly ticks: Ticks }[];
  /** Why V8 threw optimised code away here, and how often, since the app began; most often first. */
  readonly deopts: readonly { readonly reason: string; readonly count: number }[];
  /** The function around the line; undefined where it had no tick of its own. */
  readonly around: FunctionAroundView | undefined;
}

export interface FunctionAroundView {
  readonly key: FunctionKey;
  readonly callers: readonly PlaceView[];
  /** Its own ticks by the compiler whose code ran; undefined where the recorder does not know. */
  readonly tiers: TierTicks | undefined;
}

export interface FunctionView {
  readonly key: FunctionKey;
  readonly selfTicks: Ticks;
  readonly totalTicks: Ticks;
  readonly callers: readonly PlaceView[];
  readonly callees: readonly PlaceView[];
}

export interface ExportParams {
  readonly folder: string;
  readonly format: ExportFormat;
  /** Absolute. */
  readonly file: string;
  readonly ownCode: readonly string[];
  readonly pathMappings: OpenParams["pathMappings"];
  readonly sourceFolders: OpenParams["sourceFolders"];
  readonly locale: Locale;
}

/** `unknown`: not a frame of the flame that was last handed out. */
export type FlamePlace =
  | { readonly kind: "place"; readonly path: string; readonly line: Line; readonly column: Column }
  | { readonly kind: "nowhere" }
  | { readonly kind: "unknown" };

/** Server → worker. */
export type ToAnalysis =
  | {
      readonly [Name in AnalysisRequestName]: {
        readonly id: number;
        readonly name: Name;
        readonly params: AnalysisRequests[Name]["params"];
      };
    }[AnalysisRequestName]
  | { readonly cancel: number };

/** Worker → server. A UserError travels as its code, a bug as its stack. */
export type FromAnalysis =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly userError: CodedText }
  | { readonly id: number; readonly bug: { readonly message: string; readonly stack: string } };
