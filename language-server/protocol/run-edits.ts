import * as v from "valibot";
import type { Request } from "./message.ts";

/** Changes to the history. Except for `saveRun`, folders must be direct children of `runsFolder`; others are refused with a UserError. */
const folder = v.pipe(v.string(), v.minLength(1));
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const ofRun = v.object({ folder });

const renameParams = v.object({ folder, name });

/** Renames a run. */
export const renameRun: Request<typeof renameParams, null> = { method: "heatline/renameRun", params: renameParams };

const pinParams = v.object({ folder, pinned: v.boolean() });

/** Pins a run so that it is never pruned, or unpins it. */
export const pinRun: Request<typeof pinParams, null> = { method: "heatline/pinRun", params: pinParams };

const baselineParams = v.object({ folder, baseline: v.boolean() });

/** Makes a run the only baseline of its app; `false`: the app's previous run is the default again. */
export const setBaseline: Request<typeof baselineParams, null> = { method: "heatline/setBaseline", params: baselineParams };

/** Moves a run, even a damaged one, to the trash, which is emptied at the server's next start. Closes a shown run. */
export const deleteRun: Request<typeof ofRun, null> = { method: "heatline/deleteRun", params: ofRun };

/** Undoes `deleteRun` for the same folder. */
export const restoreRun: Request<typeof ofRun, null> = { method: "heatline/restoreRun", params: ofRun };

/** Moves a run that had to be kept in the private folder to the runs folder; returns its folder there. */
export const saveRun: Request<typeof ofRun, string> = { method: "heatline/saveRun", params: ofRun };

const pruneParams = v.object({ keep: v.pipe(v.number(), v.integer(), v.minValue(0)) });

/** Deletes the oldest runs beyond `keep` (0: none), but never pinned ones, baselines or the shown run. Returns how many were deleted. */
export const pruneRuns: Request<typeof pruneParams, number> = { method: "heatline/pruneRuns", params: pruneParams };
