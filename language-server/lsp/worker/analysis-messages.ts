import type { LineDifference } from "../../analysis/compare/diff.ts";
import type { DifferenceTree } from "../../analysis/compare/flame-difference.ts";
import type { ComparedPart } from "../../analysis/selection/compared-part.ts";
import type { Selection } from "../../analysis/selection/selection.ts";
import type { StackFilter } from "../../analysis/selection/stack-filter.ts";
import type { HeatBy } from "../../analysis/costs/heat.ts";
import type { Line, Share } from "../../analysis/units.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import type { HotParent } from "../../analysis/costs/hot-query.ts";
import type { ComparisonFormat } from "../../analysis/exporters/export-formats.ts";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import type { ExportFormat } from "../../protocol/run-export.ts";
import type { Locale } from "../../texts/locale.ts";
import type { CompareView, FileDifference, FunctionChange } from "../../answers/compare-answers.ts";
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
import type { FunctionKey } from "../../answers/function-key.ts";
import type { HotParams, HotRowsView, HotView } from "../../answers/hot-answers.ts";

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
  /** Later answers are about the selection. Unknown ids of threads are ignored; the result is null if none is left. */
  readonly select: { readonly params: { readonly selection: Selection }; readonly result: RunView | null };
  readonly line: { readonly params: { readonly path: string; readonly line: Line }; readonly result: LineView | null };
  readonly function: { readonly params: FunctionKey; readonly result: FunctionView | null };
  /**
   * `thread`, `filter`: in place of the selection's; null if there is no such thread. Frame indices stay valid until another selection is
   * requested.
   */
  readonly flame: {
    readonly params: { readonly thread?: number | undefined; readonly filter?: StackFilter | undefined };
    readonly result: FlameDrawing | null;
  };
  readonly flamePlaces: { readonly params: FlamePlaceParams; readonly result: FlamePlaces | null };
  /** Folder of the run that this one is compared with by default; null if there is none. */
  readonly baseline: { readonly params: { readonly runsFolder: string; readonly locale: Locale }; readonly result: FoundBaseline };
  /** Computes ahead what a comparison of the selection needs. */
  readonly prepareComparison: { readonly params: Record<string, never>; readonly result: null };
  /** What a comparison needs of a part of this run, serialized: transferred from worker to worker without being read or copied. */
  readonly digest: { readonly params: ComparedPart; readonly result: Uint8Array };
  /** Compares what is selected of this run, but for its spans, with a base; the requests below are about the last comparison. */
  readonly compare: { readonly params: CompareParams; readonly result: CompareView };
  /** Compares the selected spans with the rest of this run, per second. */
  readonly compareRest: { readonly params: CompareTerms; readonly result: CompareView };
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
}

/** The folder of the run to compare with; null if none is like this one, and then why the nearest is not, if there is any. */
interface FoundBaseline {
  readonly folder: string | null;
  readonly why?: CodedText | undefined;
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
  readonly selection: Selection;
  readonly folder: string;
  readonly format: ExportFormat;
}

export interface ExportComparisonParams extends ExportTarget {
  /** Threads and filter hold for both; spans only with the rest of the same run. */
  readonly selection: Selection;
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
