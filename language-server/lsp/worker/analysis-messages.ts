import type { InferOutput } from "valibot";
import type { LineDifference } from "../../analysis/compare/diff.ts";
import type { DifferenceTree } from "../../analysis/compare/flame-difference.ts";
import type { ComparedPart } from "../../analysis/selection/compared-part.ts";
import type { Selection } from "../../analysis/selection/selection.ts";
import type { StackFilter } from "../../analysis/selection/stack-filter.ts";
import type { HeatBy } from "../../analysis/costs/heat.ts";
import type { Line, Share } from "../../analysis/units.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import type { HotParent } from "../../analysis/costs/hot-query.ts";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import type { exportComparison, exportRun } from "../../protocol/run-export.ts";
import type { Locale } from "../../texts/locale.ts";
import type { CompareView, FileDifference, FunctionChange } from "../../answers/compare/compare-answers.ts";
import type { FlameDrawing, FlamePlaceParams, FlamePlaces } from "../../answers/flame-answers.ts";
import type {
  FileParams,
  FileView,
  FunctionView,
  HotLinesParams,
  LinePlace,
  LineView,
  OpenParams,
  RunView,
} from "../../answers/run-answers.ts";
import type { AllocatingFunction, Allocation, LineAllocation } from "../../answers/allocations/run-allocations.ts";
import type { FunctionKey } from "../../answers/parts.ts";
import type { HotParams, HotRowsView, HotView } from "../../answers/hot-answers.ts";
import type { RunGroups } from "../../answers/groups/run-groups.ts";
import type { ImportCandidate } from "../../analysis/import-costs/has-imports.ts";
import type { ImportChain, ImportChildren, ImportPlace, ImportsAnswer } from "../../answers/imports/run-imports.ts";
import type { LongestBlocks } from "../../answers/timeline/longest-blocks.ts";
import type { SlowestAnswer } from "../../answers/timeline/slowest-requests.ts";
import type { StripAnswer, StripParams } from "../../answers/timeline/strip-view.ts";
import type {
  ExplainedAnswer,
  FileWaitsParams,
  FunctionStart,
  FunctionWait,
  LineWait,
  LongestWait,
  LongestWaitsParams,
  WantedRequest,
} from "../../answers/waits/shown-waits.ts";
import type { HotCounts } from "../../answers/counts/hot-counts.ts";
import type { Counted, CountedStartOf, FileCountsParams, LineCount } from "../../answers/counts/shown-counts.ts";

/**
 * Requests from the server to its analysis worker, and the results: bounded view data, never a profile. Lines are 1-based, columns 0-based,
 * paths as in `Costs.sources`. A worker serves one run and ends with it.
 */
interface AnalysisRequests {
  /**
   * Reads a run folder, or the newest readable run of `runsFolder` in which something was measured (null: there is none), and computes its costs. Must be the first
   * request.
   */
  readonly open: (params: OpenParams) => RunView | null;
  /** Hottest own lines first. */
  readonly hotLines: (params: HotLinesParams) => readonly LinePlace[];
  /** Costs of one source, mapped to the editor's current text; null if the run has none. */
  readonly file: (params: FileParams) => FileView | null;
  /** Own sources that ran with exactly this text. */
  readonly pathsOfText: (params: { readonly text: string }) => readonly string[];
  /** Own sources with a cost that are the text of their file, where the run kept that. */
  readonly ownPaths: (params: Record<string, never>) => readonly string[];
  /** Those of these sources that ran with another text. */
  readonly changedPaths: (params: { readonly texts: readonly { readonly path: string; readonly text: string }[] }) => readonly string[];
  /** For each line of a source as it ran (1-based index), its line in `text` or that of the nearest line before it; null: unchanged. */
  readonly nearestLines: (params: { readonly path: string; readonly text: string }) => Int32Array | null;
  /** Lines as they ran, without the blanks around them; "" where the text was not kept. */
  readonly lineTexts: (params: { readonly places: readonly { readonly path: string; readonly line: Line }[] }) => readonly string[];
  /** Later answers are about the selection. Unknown ids of threads are ignored; the result is null if none is left. */
  readonly select: (params: { readonly selection: Selection }) => RunView | null;
  readonly line: (params: { readonly path: string; readonly line: Line }) => LineView | null;
  readonly function: (params: FunctionKey) => FunctionView | null;
  /**
   * `thread`, `filter`: in place of the selection's; null if there is no such thread. Frame indices stay valid until another selection is
   * requested.
   */
  readonly flame: (params: { readonly thread?: number | undefined; readonly filter?: StackFilter | undefined }) => FlameDrawing | null;
  readonly flamePlaces: (params: FlamePlaceParams) => FlamePlaces | null;
  /** What blocked the selected threads' event loops, longest first; `limit` of them. */
  readonly blocks: (params: { readonly limit: number }) => LongestBlocks;
  /** What a module imports first (-1: entries), dearest first, and the sums of all modules. `areUnsampled`: those without samples instead. */
  readonly imports: (params: {
    readonly parent: number;
    readonly limit: number;
    readonly areUnsampled: boolean;
  }) => ImportChildren & Pick<ImportsAnswer, "ownTicks" | "loadTicks">;
  /** Why a module is loaded, by its row; null if there is none. */
  readonly importChain: (params: { readonly row: number }) => ImportChain | null;
  /** Modules of the whole run, dearest first. */
  readonly dearestImports: (params: { readonly limit: number }) => ImportsAnswer;
  /** Modules of a package, of a file by the end of its path, or as they are written. */
  readonly importsNamed: (params: { readonly name: string }) => readonly ImportChain[];
  /** Plugins, loaders, rules, test files and imports. */
  readonly groups: (params: Record<string, never>) => RunGroups;
  /** Imports in own code whose modules might be loaded later. */
  readonly importCandidates: (params: Record<string, never>) => readonly ImportCandidate[];
  /** Modules that a line imports first. */
  readonly lineImports: (params: ImportPlace) => readonly ImportChain[];
  readonly slowest: (params: Record<string, never>) => SlowestAnswer | null;
  /** Null if the run has no times. */
  readonly strip: (params: StripParams) => StripAnswer | null;
  /** Folder of the run that this one is compared with by default; null if there is none. */
  readonly baseline: (params: { readonly runsFolder: string; readonly locale: Locale }) => FoundBaseline;
  /** Computes ahead what a comparison of the selection needs. */
  readonly prepareComparison: (params: Record<string, never>) => null;
  /** What a comparison needs of a part of this run, serialized: transferred from worker to worker without being read or copied. */
  readonly digest: (params: ComparedPart) => Uint8Array;
  /** Compares what is selected of this run, but for its spans, with a base; the requests below are about the last comparison. */
  readonly compare: (params: CompareParams) => CompareView;
  /** Compares the selected spans with the rest of this run, per second. */
  readonly compareRest: (params: CompareTerms) => CompareView;
  /** Differences of one source, mapped to the editor's current text; null if there are none to show. */
  readonly compareFile: (params: {
    readonly path: string;
    readonly text: string;
    readonly threshold: Share;
  }) => readonly FileDifference[] | null;
  /** Every compared function of a source. */
  readonly compareFunctions: (params: { readonly path: string }) => readonly FunctionChange[];
  readonly compareLine: (params: { readonly path: string; readonly line: Line }) => LineDifference | null;
  readonly compareFlame: (params: Record<string, never>) => DifferenceTree | null;
  readonly comparePlaces: (params: { readonly node: number; readonly to: "hottest" | "declaration" }) => FlamePlaces | null;
  /** The frame of a function, or of the hottest function on a line. */
  readonly flameFrame: (params: FunctionKey | { readonly path: string; readonly line: Line }) => number | null;
  /** Writes any run, not only the opened one, to a file; returns the files written. */
  readonly export: (params: ExportParams) => readonly string[];
  readonly exportComparison: (params: ExportComparisonParams) => readonly string[];
  /** What lines of a file waited for, at their places in this text, by line; empty without a waits pass. */
  readonly fileWaits: (params: FileWaitsParams) => readonly LineWait[];
  /** The lines that waited longest; empty without a waits pass. */
  readonly longestWaits: (params: LongestWaitsParams) => readonly LongestWait[];
  /** How often the lines of a file ran, at their places in this text, by line; empty without a counts pass. */
  readonly fileCounts: (params: FileCountsParams) => readonly LineCount[];
  /** How often functions were called; null for those that were not counted, and without a counts pass. */
  readonly functionCounts: (params: { readonly starts: readonly CountedStartOf[] }) => readonly (Counted | null)[];
  /** How often a line of the text that ran did so; null if it was not counted. */
  readonly lineCount: (params: { readonly path: string; readonly line: Line }) => Omit<LineCount, "line"> | null;
  /** How often the hottest own functions were called; null without a counts pass. */
  readonly hotCounts: (params: { readonly limit: number }) => HotCounts | null;
  /** What functions waited for in requests; null for those that did not, and without a waits pass. */
  readonly functionWaits: (params: { readonly starts: readonly FunctionStart[] }) => readonly (FunctionWait | null)[];
  /** What is allocated by functions that start on lines of a file, at their places in this text, by line; empty without an allocations pass. */
  readonly fileAllocations: (params: FileWaitsParams) => readonly LineAllocation[];
  /** What functions allocate; null for those that allocate nothing, and without an allocations pass. */
  readonly functionAllocations: (params: { readonly starts: readonly FunctionStart[] }) => readonly (Allocation | null)[];
  /** The functions that allocate most; empty without an allocations pass. */
  readonly topAllocators: (params: { readonly limit: number }) => readonly AllocatingFunction[];
  /** Where the time of a request of the waits pass went; null without a pass or requests. */
  readonly explain: (params: WantedRequest) => ExplainedAnswer | null;
  readonly hotFunctions: (params: HotParams) => HotView;
  readonly hotChildren: (params: HotParams & { readonly parent: HotParent }) => HotRowsView;
}

export type AnalysisRequestName = keyof AnalysisRequests;
export type ParamsOf<Name extends AnalysisRequestName> = Parameters<AnalysisRequests[Name]>[0];
export type ResultOf<Name extends AnalysisRequestName> = ReturnType<AnalysisRequests[Name]>;

interface CompareTerms {
  readonly by: HeatBy;
  readonly locale: Locale;
  /** Maximum number of rows of each table. */
  readonly limit: number;
}

interface CompareParams extends CompareTerms {
  /** What the base's worker sent. */
  readonly base: Uint8Array;
  readonly asked: CompareUnit;
  /** Where earlier runs of the app are: folders of runs, or of a run beside them. */
  readonly folders: readonly string[];
  /** Folders of further runs of each side's text. */
  readonly more: { readonly base: readonly string[]; readonly next: readonly string[] };
  /** As of `SidesOptions`. */
  readonly change?: Share | undefined;
}

/** The folder of the run to compare with; null if none is like this one, and then why the nearest is not, if there is any. */
interface FoundBaseline {
  readonly folder: string | null;
  readonly why?: CodedText | undefined;
}

interface ExportSetting extends Pick<OpenParams, "ownCode" | "pathMappings" | "sourceFolders"> {
  /** Of two runs, threads and filter hold for both; spans only with the rest of the same run. */
  readonly selection: Selection;
  readonly locale: Locale;
}

export type ExportParams = ExportSetting & InferOutput<(typeof exportRun)["params"]>;
export type ExportComparisonParams = ExportSetting & InferOutput<(typeof exportComparison)["params"]>;

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
        readonly params: ParamsOf<Name>;
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
