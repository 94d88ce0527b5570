import * as v from "valibot";
import { request } from "./message.ts";

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
