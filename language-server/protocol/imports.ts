import type { ImportCandidate } from "../analysis/import-costs/has-imports.ts";
import * as v from "valibot";
import type { Share } from "../analysis/units.ts";
import { request } from "./message.ts";
import type { Location } from "./place.ts";

/** A module where it is imported first. Texts are localised. */
export interface ImportRow {
  /** Names it in further requests. */
  readonly row: number;
  /** `eslint/lib/api.js`, or the path in the workspace. */
  readonly name: string;
  /** The same beside the module that imports it, in few letters: `colors.js`. */
  readonly label: string;
  readonly share: Share;
  readonly samples: number;
  /** `450 ms`. */
  readonly time: string;
  /** `90.0 % ± 2.6`, of the busy time. */
  readonly shareText: string;
  /** Its own code, its imports, reading and compiling. */
  readonly parts: string;
  /** `render.js:1`; "" for an entry. */
  readonly place: string;
  /** Of the import. Null for an entry, and where that has no file on this machine. */
  readonly location: Location | null;
  readonly hasImports: boolean;
}

/** What another way to start saves, in words: `saves 120 ms ± 3 ms, …` by `Load pdf.js on first use (cli.js:2)`. */
export interface SavingRow {
  /** `pdf.js`, `NODE_COMPILE_CACHE`. */
  readonly name: string;
  readonly result: string;
  readonly way: string;
  readonly isAdvice: boolean;
  /** False for a way that was not tried; `result` says why. */
  readonly isMeasured: boolean;
  /** Of the import; null for a way that is none, and where that has no file on this machine. */
  readonly location: Location | null;
}

/** What other ways to start save, with the words above it. */
export interface SavingRows {
  readonly title: string;
  readonly rows: readonly SavingRow[];
}

export interface Imports {
  /** Id of the shown run, to pass on. */
  readonly run: string;
  /** Dearest first. */
  readonly rows: readonly ImportRow[];
  /** What is left out, in words; "" if nothing. */
  readonly more: string;
  /** How many modules without samples are not among the rows, in words: asked for by `areUnsampled`; "" if none. */
  readonly unsampled: string;
  /** All modules together, in words. */
  readonly sum: string;
  /** Beside the entries of a run of starts: null if that was not measured. Missing for other rows and runs. */
  readonly savings?: SavingRows | null;
}

/** A place to go to. */
export interface ImportStep {
  readonly label: string;
  readonly detail: string;
  readonly location: Location | null;
}

/** Why a module is loaded. */
export interface ImportReason {
  readonly name: string;
  /** From the entry to the module, each with the place that imports it. */
  readonly chain: readonly ImportStep[];
  /** Others that import it. */
  readonly alsoBy: readonly ImportStep[];
}

const row = v.pipe(v.number(), v.integer(), v.minValue(-1));

/**
 * What a module imports first, of what is selected; of -1 the entries. `areUnsampled`: those of which no sample was taken. Cancelled if
 * `run`, where it is given, is no longer shown.
 */
export const imports = request<Imports>()(
  "heatline/imports",
  v.object({ run: v.optional(v.string()), row, areUnsampled: v.optional(v.boolean()) }),
);

/** What is to be measured of a run of starts: when it began, and its dearest imports in own code. */
export interface SavingsPlan {
  readonly since: string;
  readonly candidates: readonly ImportCandidate[];
}

/** Of the shown run. Null if it is not of starts. */
export const savingsPlan = request<SavingsPlan | null>()("heatline/savingsPlan", v.object({}));

/** Null if there is no such module. Cancelled if `run` is no longer shown. */
export const whyImported = request<ImportReason | null>()("heatline/whyImported", v.object({ run: v.string(), row }));
