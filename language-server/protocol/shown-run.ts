import * as v from "valibot";
import { keptSelection } from "../analysis/selection/kept-selection.ts";
import { selection } from "../analysis/selection/selection.ts";
import { type ClientNotification, noParams, request, type ServerNotification } from "./message.ts";
import type { RunSummary } from "./run-summary.ts";
import type { Share } from "../analysis/units.ts";

/** What is selected at first, by names: everything by default. What names nothing in the run is dropped, and a message says so. */
const kept = v.optional(keptSelection);

/**
 * Opens a run folder (absolute path) and shows it; `live`: a recording still in progress, reopened whenever it has grown. What follows a live
 * state keeps its selection. Error: a UserError's text for a corrupt or foreign folder.
 */
export const openRun = request<RunSummary>()(
  "heatline/openRun",
  v.object({ folder: v.pipe(v.string(), v.minLength(1)), live: v.optional(v.boolean()), kept }),
);

const openProfileParams = v.object({
  file: v.pipe(v.string(), v.minLength(1)),
  name: v.optional(v.string()),
  sourceFolder: v.optional(v.pipe(v.string(), v.minLength(1))),
  kept,
});

/**
 * Opens a profile recorded elsewhere (absolute path; any format of `importer-list.ts`, gzipped or not, recognised by content) and shows it
 * under its file's name or `name`. Without a measure in `kept`, or if the file lacks it, its CPU time is shown.
 * `sourceFolder`: has the sources of the recorded commit, in place of the client's folders. Error: a UserError's text for a file that is missing, damaged or of another kind.
 */
export const openProfile = request<RunSummary>()("heatline/openProfile", openProfileParams);

const openUrlParams = v.object({
  url: v.pipe(v.string(), v.minLength(1)),
  folder: v.pipe(v.string(), v.minLength(1)),
  authorization: v.optional(v.string()),
  plainHttp: v.boolean(),
  proxies: v.optional(v.record(v.string(), v.string())),
  kept,
});

/** `wantsLogin`: the server wants an Authorization header, or another one. */
export type OpenedUrl =
  { readonly kind: "shown"; readonly summary: RunSummary; readonly file: string; readonly name: string } | { readonly kind: "wantsLogin" };

/**
 * Fetches a profile over http or https into `folder` (absolute path; its latest five are kept) and shows it. `authorization` is the value of
 * that header; `plainHttp`: http may go to another machine; `proxies`: variables that precede the environment's. `openProfile` shows the
 * file again. Error: a UserError's text for what cannot be fetched or opened; no file is left then.
 */
export const openUrl = request<OpenedUrl>()("heatline/openUrl", openUrlParams);

/** Opens the newest readable run of `runsFolder`, of the user's or, with `alsoAgents`, else of what agents measured; null when there is none. */
export const openLastRun = request<RunSummary | null>()(
  "heatline/openLastRun",
  v.fallback(v.object({ kept, alsoAgents: v.optional(v.boolean()) }), {}),
);

/** Closes the shown run and clears its annotations. */
export const closeRun = request<null>()("heatline/closeRun", noParams);

/**
 * What is shown of the run: every view, annotation and export of it follows. Another such request cancels one that still runs. Error: a
 * UserError's text if the run has none of the threads, or no times for spans; the selection then stays.
 */
export const select = request<RunSummary>()("heatline/select", v.object({ selection }));

/** A run will be opened soon: prepares the analysis. */
export const runExpected: ClientNotification<typeof noParams> = { method: "heatline/runExpected", params: noParams };

/** The shown run, its selection or the settings changed; request again what you show. */
export const shownRunChanged: ServerNotification<{ readonly summary: RunSummary | null }> = { method: "heatline/shownRunChanged" };

export interface HeatLine {
  readonly line: number;
  /** 0 (cold) to 7 (hot). */
  readonly step: number;
  /** Of the busy time, or of all waiting if heat is by that; what the step rests on. */
  readonly share: Share;
  /** Text for the line's end, already rounded and localised; "" for none. */
  readonly text: string;
  /** Under ten samples: noise. */
  readonly faint: boolean;
  /** The function was edited since the run. */
  readonly edited: boolean;
  /** No hot line to go to: it only waited where heat is time of the CPU, or for own lines that have its time where heat is by waiting. */
  readonly isCold: boolean;
  /** Character ranges of this line tinted by their own share. */
  readonly parts: readonly { readonly start: number; readonly end: number; readonly step: number }[];
}

/** All annotations of an open document; replaces the previous push. Stale versions are dropped. */
export const heat: ServerNotification<{ readonly uri: string; readonly version: number; readonly lines: readonly HeatLine[] }> = {
  method: "heatline/heat",
};
