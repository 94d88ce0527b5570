import { noParams, request } from "./message.ts";
import * as v from "valibot";
import { lineNumber } from "./place.ts";
import type { SourceRoute } from "../analysis/routes/source-routes.ts";

/** Changes to the history. Except for `saveRun`, folders must be direct children of `runsFolder`, or be among the runs by agents; others are refused with a UserError. */
const folder = v.pipe(v.string(), v.minLength(1));
const ofRun = v.object({ folder });
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
/** Renames a run. */
export const renameRun = request<null>()("heatline/renameRun", v.object({ folder, name }));

/** Pins a run so that it is never pruned, or unpins it. */
export const pinRun = request<null>()("heatline/pinRun", v.object({ folder, pinned: v.boolean() }));

/** Makes a run the only baseline of its app; `false`: the app's previous run is the default again. */
export const setBaseline = request<null>()("heatline/setBaseline", v.object({ folder, baseline: v.boolean() }));

/** Moves a run, even a damaged one, to the trash, which is emptied at the server's next start. Closes a shown run. */
export const deleteRun = request<null>()("heatline/deleteRun", ofRun);

/** Undoes `deleteRun` for the same folder. */
export const restoreRun = request<null>()("heatline/restoreRun", ofRun);

/** Moves a run that had to be kept in the private folder to the runs folder; returns its folder there. */
export const saveRun = request<string>()("heatline/saveRun", v.object({ folder }));

/** Deletes the oldest runs beyond `keep` (0: none), but never pinned ones, baselines or the shown run. Returns how many were deleted. */
export const pruneRuns = request<number>()("heatline/pruneRuns", v.object({ keep: v.pipe(v.number(), v.integer(), v.minValue(0)) }));

const params = v.object({
  /** Absolute paths: the folder the app runs in, and its entry file, or "" if unknown. */
  folder: v.string(),
  program: v.string(),
});

/** The routes found in an app's source, in the order of its files, at most 200; file paths are relative to the app's folder. */
export const routes = request<readonly SourceRoute[]>()("heatline/routes", params);

/** What ran on a line of an open document, in V8's own terms, explained; null if nothing was recorded there. */
export const lineDetails = request<RunDetails | null>()("heatline/lineDetails", v.object({ uri: v.string(), line: lineNumber }));

/** A fact about a run, in words: its name, its value, and an explanation for newcomers. */
export interface RunDetail {
  readonly label: string;
  readonly value: string;
  readonly about: string;
}

export interface RunDetails {
  readonly title: string;
  readonly groups: readonly { readonly title: string; readonly details: readonly RunDetail[] }[];
}

/** How the shown run was measured and how reliable its figures are, in the client's language; null if no run is shown. */
export const runDetails = request<RunDetails | null>()("heatline/runDetails", noParams);
