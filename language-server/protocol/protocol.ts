import type { Category, Composition, LinkedCost } from "../analysis/costs/costs.ts";
import type { FlameProfile } from "../analysis/flame/flame-reduction.ts";
import type { LoadReport } from "../analysis/load/load.ts";
import type { Microseconds, Milliseconds, Share, Ticks } from "../analysis/units.ts";
import type { RecorderKind, RunEnd } from "../history/run.ts";

/**
 * Every custom LSP message. Positions here are LSP's: lines and characters 0-based. `lsp/to-lsp.ts` alone converts.
 * Standard requests serve the rest: textDocument/codeLens and textDocument/hover.
 */
export interface Message<Params, Result> {
  readonly method: string;
  readonly params?: Params;
  readonly result?: Result;
}

/** `initializationOptions` of the client. */
export interface ServerOptions {
  readonly runsFolder: string;
  readonly settings: ServerSettings;
  /** UI language, for hovers and lenses: `en`, `zh-cn`, `ru`. */
  readonly locale: string;
}

/** Client → server, also by `heatline/settings` when they change. */
export interface ServerSettings {
  /** Figures that heat follows. */
  readonly heatBy: "withLibraries" | "self" | "total";
  readonly inlineText: "selfAndTotal" | "self" | "total" | "ticks" | "perRequest" | "none";
  readonly codeLens: boolean;
  /** Functions below this share of busy time get no lens, and lines below it no annotation. */
  readonly threshold: Share;
  /** Glob patterns of files that are own code beside the workspace's. */
  readonly ownCode: readonly string[];
  /** What the rules found is listed among the problems, too. */
  readonly adviceInProblems: boolean;
  /** Folders as the app knows them → absolute paths on this machine. */
  readonly pathMappings: Readonly<Record<string, string>>;
}

export interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

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
  /** The recording still goes on: more comes every second or two, and the run that is kept at its end. */
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
  readonly composition: Composition;
  readonly load?: LoadReport | undefined;
  /** Hottest first by `heatBy`, own code only, at most 200, none below the threshold. */
  readonly hotLines: readonly HotLine[];
  readonly problems: readonly { readonly message: string; readonly count: number }[];
}

/**
 * Client → server. Opens a run folder (absolute path) and makes it the one that annotations show; `live`: of a recording that goes on, opened anew
 * whenever it has grown. Error: a UserError's text for a corrupt or foreign folder.
 */
export const openRun: Message<{ readonly folder: string; readonly live?: boolean | undefined }, RunSummary> = {
  method: "heatline/openRun",
};

/**
 * Client → server. Opens a profile that was recorded elsewhere (absolute path; any format of `importer-list.ts`, or `.gz` of it: told by its content) and
 * makes it the one that annotations show. Error: a UserError's text for a file that is missing, damaged or of another kind.
 */
export const openProfile: Message<{ readonly file: string }, RunSummary> = { method: "heatline/openProfile" };

/** Client → server. Opens the newest readable run of `runsFolder`; null when there is none. */
export const openLastRun: Message<Record<string, never>, RunSummary | null> = { method: "heatline/openLastRun" };

/** Client → server. Forgets the shown run and clears its annotations. */
export const closeRun: Message<Record<string, never>, null> = { method: "heatline/closeRun" };

/** Client → server. Shows the costs of some threads of the shown run, by their ids; null: of all together. Everything that is shown follows. */
export const showThreads: Message<{ readonly threads: readonly number[] | null }, RunSummary> = { method: "heatline/showThreads" };

/** One fact of a run, in words: what it is called, what it is, and what that means for someone who never heard of it. */
export interface RunDetail {
  readonly label: string;
  readonly value: string;
  readonly about: string;
}

export interface RunDetails {
  readonly title: string;
  readonly groups: readonly { readonly title: string; readonly details: readonly RunDetail[] }[];
}

/** Client → server. How the shown run was measured and what its figures are worth, in the client's language; null where no run is shown. */
export const runDetails: Message<Record<string, never>, RunDetails | null> = { method: "heatline/runDetails" };

/** Client → server. A run is on its way: what its analysis needs is made ready. */
export const runExpected: Message<Record<string, never>, void> = { method: "heatline/runExpected" };

/** Client → server. New settings; heat and lenses follow. */
export const settingsChanged: Message<ServerSettings, void> = { method: "heatline/settings" };

export interface HeatLine {
  readonly line: number;
  /** 0 (cold) to 7 (hot). */
  readonly step: number;
  /** Text for the line's end, already rounded and localised; "" for none. */
  readonly text: string;
  /** Under ten ticks: noise. */
  readonly faint: boolean;
  /** The function was edited since the run. */
  readonly edited: boolean;
  /** Character ranges of this line tinted by their own share. */
  readonly parts: readonly { readonly start: number; readonly end: number; readonly step: number }[];
}

/** Server → client, notification. All annotations of one open document; replaces what was pushed before. Stale versions are dropped. */
export const heat: Message<{ readonly uri: string; readonly version: number; readonly lines: readonly HeatLine[] }, void> = {
  method: "heatline/heat",
};

/** Server → client, notification: what is shown has changed (another run, other settings); ask again for what you show. */
export const shownRunChanged: Message<{ readonly summary: RunSummary | null }, void> = { method: "heatline/shownRunChanged" };

export interface FunctionReference {
  readonly uri: string;
  readonly name: string;
  /** Where it starts in the source as it ran, 0-based. */
  readonly line: number;
  readonly character: number;
}

/** Client → server. Callers and callees of a function, for the lens and the tree. */
export const callersAndCallees: Message<
  FunctionReference,
  {
    readonly name: string;
    readonly total: Share;
    readonly self: Share;
    readonly callers: readonly LinkedPlace[];
    readonly callees: readonly LinkedPlace[];
  } | null
> = { method: "heatline/callersAndCallees" };

/** Client → server. What the rules found in the shown run, the costliest first; what was edited since is left out. */
export const runAdvice: Message<Record<string, never>, readonly AdviceItem[]> = { method: "heatline/advice" };

export interface AdviceItem {
  /** Id of the rule. */
  readonly rule: string;
  /** A few words. */
  readonly hint: string;
  readonly explanation: string;
  readonly remedy: string;
  /** `passwords.js:9`; "" where it concerns the run as a whole. */
  readonly label: string;
  readonly location?: Location | undefined;
  /** URL. */
  readonly documentation: string;
}

export interface LinkedPlace {
  readonly name: string;
  readonly detail: string;
  readonly share: Share;
  readonly ticks: Ticks;
  readonly inferred: boolean;
  /** Undefined for native code and for sources without a file. */
  readonly location?: Location | undefined;
}

/** Client → server. The reduced profile for the flame panel. */
export const flame: Message<{ readonly thread?: number | undefined }, FlameProfile> = { method: "heatline/flame" };

/** Client → server. Where a flame frame stands in the code; null where it has no file. */
export const locateFrame: Message<{ readonly frame: number }, Location | null> = { method: "heatline/locateFrame" };

/**
 * Client → server. The flame frame of a function or of a line (hottest function that runs there); null where it is not in the flame.
 * With `name` it is a FunctionReference, whose place is that of the source as it ran; without, a place in the text as it is now.
 */
export const frameAt: Message<
  { readonly uri: string; readonly line: number; readonly character: number; readonly name?: string | undefined },
  { readonly frame: number } | null
> = { method: "heatline/frameAt" };

/**
 * Commands that lenses and hovers carry; the client registers them. Arguments: `showCallers(LensArguments)`, `revealInFlame(LensArguments)`,
 * `goTo(Location)`, `showAdvice(Location)`, each a single JSON value.
 */
export const clientCommands = {
  showCallers: "heatline.showCallers",
  revealInFlame: "heatline.revealInFlame",
  goTo: "heatline.goTo",
  showAdvice: "heatline.showAdvice",
} as const;

/** Arguments of the commands that lenses and hovers carry. */
export interface LensArguments {
  readonly reference: FunctionReference;
}

export type { Category, Composition, FlameProfile, LinkedCost };
