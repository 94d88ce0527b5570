import type { Costs, FunctionCost, LineCost } from "../../analysis/costs/costs.ts";
import type { LineDifference } from "../../analysis/compare/diff.ts";
import type { DifferenceTree } from "../../analysis/compare/flame-difference.ts";
import type { AdviceFigure, RuleId } from "../../analysis/advice/advice.ts";
import type { AdvicePlace } from "../../analysis/advice/advice-place.ts";
import type { StackFilter } from "../../analysis/filter/stack-filter.ts";
import type { SampleTypes } from "../../analysis/importers/importer.ts";
import type { SourceVersion } from "../../analysis/sources/source.ts";
import type { Column, Line, Share, Ticks } from "../../analysis/units.ts";
import type { TierTicks } from "../../analysis/costs/tier-ticks.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import type { Run } from "../../history/run.ts";
import type { HotParent } from "../../protocol/hot-functions.ts";
import type { ComparisonFormat } from "../../analysis/exporters/export-formats.ts";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import type { ExportFormat } from "../../protocol/run-export.ts";
import type { ServerSettings } from "../../protocol/settings.ts";
import type { Locale } from "../../texts/locale.ts";
import type { CompareParams, CompareView, FileDifference, FunctionChange } from "./compare-messages.ts";
import type { FlameDrawing, FlamePlaceParams, FlamePlaces } from "./flame-messages.ts";
import type { FunctionKey } from "./function-key.ts";
import type { HotParams, HotRowsView, HotView } from "./hot-messages.ts";

/**
 * Requests from the server to its analysis worker, and the results: bounded view data, never a profile. Lines are 1-based, columns 0-based,
 * paths as in `Costs.sources`. A worker serves one run and ends with it.
 */
export interface AnalysisRequests {
  /**
   * Reads a run folder, or the newest readable run of `runsFolder` in which something was measured (null: there is none), and computes its costs. Must be the first
   * request.
   */
  readonly open: { readonly params: OpenParams; readonly result: RunView | null };
  /** Hottest own lines first. */
  readonly hotLines: { readonly params: HotLinesParams; readonly result: readonly LinePlace[] };
  /** Costs of one source, mapped to the editor's current text; null if the run has none. */
  readonly file: { readonly params: FileParams; readonly result: FileView | null };
  /** Own sources that ran with exactly this text. */
  readonly pathsOfText: { readonly params: { readonly text: string }; readonly result: readonly string[] };
  /** Own sources with a cost that are the text of their file, where the run kept that. */
  readonly ownPaths: { readonly params: Record<string, never>; readonly result: readonly string[] };
  /** Those of these sources that ran with another text. */
  readonly changedPaths: {
    readonly params: { readonly texts: readonly { readonly path: string; readonly text: string }[] };
    readonly result: readonly string[];
  };
  /** For each line of a source as it ran (1-based index), its line in `text` or that of the nearest line before it; null: unchanged. */
  readonly nearestLines: { readonly params: { readonly path: string; readonly text: string }; readonly result: Int32Array | null };
  /** Selects threads by id, or all with null; later costs are theirs. Unknown ids are ignored; the result is null if none is left. */
  readonly select: { readonly params: { readonly threads: readonly number[] | null }; readonly result: RunView | null };
  readonly line: { readonly params: { readonly path: string; readonly line: Line }; readonly result: LineView | null };
  readonly function: { readonly params: FunctionKey; readonly result: FunctionView | null };
  /**
   * The selected threads' timelines if `thread` is undefined; null if there is no such thread. Frame indices stay valid until another
   * selection is requested.
   */
  readonly flame: {
    readonly params: { readonly thread: number | undefined; readonly filter: StackFilter };
    readonly result: FlameDrawing | null;
  };
  readonly flamePlaces: { readonly params: FlamePlaceParams; readonly result: FlamePlaces | null };
  /** Folder of the run that this one is compared with by default; null if there is none. */
  readonly baseline: { readonly params: { readonly runsFolder: string; readonly locale: Locale }; readonly result: FoundBaseline };
  /** Computes ahead what a comparison needs of this run. */
  readonly prepareComparison: { readonly params: Record<string, never>; readonly result: null };
  /** What a comparison needs of this run, serialized: transferred from worker to worker without being read or copied. */
  readonly digest: { readonly params: Record<string, never>; readonly result: Uint8Array };
  /** Compares this run with a base; the requests below are about the last comparison. */
  readonly compare: { readonly params: CompareParams; readonly result: CompareView };
  /** Differences of one source, mapped to the editor's current text; null if there are none to show. */
  readonly compareFile: {
    readonly params: { readonly path: string; readonly text: string; readonly threshold: Share };
    readonly result: readonly FileDifference[] | null;
  };
  /** Every compared function of a source. */
  readonly compareFunctions: { readonly params: { readonly path: string }; readonly result: readonly FunctionChange[] };
  readonly compareLine: { readonly params: { readonly path: string; readonly line: Line }; readonly result: LineDifference | null };
  readonly compareFlame: { readonly params: Record<string, never>; readonly result: DifferenceTree | null };
  readonly comparePlaces: {
    readonly params: { readonly node: number; readonly to: "hottest" | "declaration" };
    readonly result: FlamePlaces | null;
  };
  /** The frame of a function, or of the hottest function on a line. */
  readonly flameFrame: { readonly params: FunctionKey | { readonly path: string; readonly line: Line }; readonly result: number | null };
  /** Writes any run, not only the opened one, to a file; returns the files written. */
  readonly export: { readonly params: ExportParams; readonly result: readonly string[] };
  readonly exportComparison: { readonly params: ExportComparisonParams; readonly result: readonly string[] };
  readonly hotFunctions: { readonly params: HotParams; readonly result: HotView };
  readonly hotChildren: { readonly params: HotParams & { readonly parent: HotParent }; readonly result: HotRowsView };
}

export type AnalysisRequestName = keyof AnalysisRequests;

export type OpenParams = ({ readonly folder: string } | { readonly runsFolder: string }) & {
  readonly ownCode: readonly string[];
  readonly pathMappings: ServerSettings["pathMappings"];
  /** The client's folders, in which sources are looked for that are not where they ran. */
  readonly sourceFolders: readonly string[];
  /** Set if `folder` is a profile file. */
  readonly profile?: ProfileParams | undefined;
  /** Names of the threads to select, if the run has any of them: keeps the selection while a live run grows. */
  readonly threadNames?: readonly string[] | undefined;
  /** False: skips computing advice, whose list stays empty. */
  readonly advice?: boolean | undefined;
};

export interface ProfileParams {
  /** Own code is what is in these folders. */
  readonly workspaceFolders: readonly string[];
  /** Where it is not the file's. */
  readonly name?: string | undefined;
  /** Which of the file's sample types to show, if it has that one. */
  readonly sampleType?: string | undefined;
  /** A folder with the sources that were recorded, in place of those in the client's folders. */
  readonly sourceFolder?: string | undefined;
}

export interface HotLinesParams {
  readonly heatBy: ServerSettings["heatBy"];
  readonly threshold: Share;
  readonly limit: number;
}

export interface FileParams extends HotLinesParams {
  readonly path: string;
  readonly text: string;
}

/** What a run is and how its selected threads spent their time; without its scripts, which may be many. */
/** The folder of the run to compare with; null if none is like this one, and then why the nearest is not, if there is any. */
interface FoundBaseline {
  readonly folder: string | null;
  readonly why?: CodedText | undefined;
}

export interface RunView extends Pick<Costs, "ticks" | "busyTicks" | "samples" | "busySamples" | "interval" | "composition" | "problems"> {
  /** For an opened profile, its file. */
  readonly folder: string;
  readonly isProfile: boolean;
  /** Of an opened profile whose samples have several times. */
  readonly sampleTypes: SampleTypes | undefined;
  readonly run: Omit<Run, "scripts" | "problems">;
  /** Ids of the selected threads; null for all. */
  readonly selected: readonly number[] | null;
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
  /** The function around the place; undefined if it had no sample. */
  readonly around: FunctionKey | undefined;
  readonly ticks: Ticks;
  readonly inferred: boolean;
  readonly figures: Readonly<Record<string, FigureView>>;
  /** URL. */
  readonly documentation: string;
}

/** A figure whose places are given by path. */
export type FigureView =
  | Exclude<AdviceFigure, { readonly places: readonly AdvicePlace[] }>
  | { readonly places: readonly { readonly path: string; readonly line: Line; readonly share: Share }[] };

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
}

export type LineFigures = Pick<
  LineCost,
  "selfTicks" | "withLibrariesTicks" | "totalTicks" | "totalSamples" | "inferredTicks" | "candidateTicks"
>;

export interface FileLine extends LineFigures {
  /** In the current text. */
  readonly line: Line;
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
  /** Its self ticks by the compiler of the code that ran; undefined if the recorder does not know. */
  readonly tiers: TierTicks | undefined;
}

export interface FunctionView extends Pick<FunctionCost, "selfTicks" | "totalTicks"> {
  readonly key: FunctionKey;
  readonly callers: readonly PlaceView[];
  readonly callees: readonly PlaceView[];
}

interface ExportTarget {
  /** Absolute. */
  readonly file: string;
  readonly ownCode: readonly string[];
  readonly pathMappings: OpenParams["pathMappings"];
  readonly sourceFolders: OpenParams["sourceFolders"];
  readonly locale: Locale;
}

export interface ExportParams extends ExportTarget {
  readonly filter: StackFilter;
  readonly folder: string;
  readonly format: ExportFormat;
}

export interface ExportComparisonParams extends ExportTarget {
  readonly newFolder: string;
  readonly baseFolder: string;
  readonly per: CompareUnit;
  readonly format: ComparisonFormat;
}

/** What the server gives a worker at its start. */
export interface AnalysisWorkerData {
  /** Shared. Place `id % length` has the id of a request that was cancelled: it reaches a worker that is busy. */
  readonly cancelled: Int32Array;
}

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

/** Worker → server. A UserError is sent as its code, a bug as its stack. */
export type FromAnalysis =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly userError: CodedText }
  /** It was cancelled while it ran. */
  | { readonly id: number; readonly stopped: true }
  | { readonly id: number; readonly bug: { readonly message: string; readonly stack: string } };
