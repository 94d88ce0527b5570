import * as v from "valibot";
import { type ClientNotification, noParams, type Request, type ServerNotification } from "./message.ts";
import type { RunSummary } from "./run-summary.ts";

const openRunParams = v.object({ folder: v.pipe(v.string(), v.minLength(1)), live: v.optional(v.boolean()) });

/**
 * Opens a run folder (absolute path) and shows it; `live`: of a recording that is still running, opened again whenever it has grown.
 * Error: a UserError's text for a corrupt or foreign folder.
 */
export const openRun: Request<typeof openRunParams, RunSummary> = { method: "heatline/openRun", params: openRunParams };

const openProfileParams = v.object({ file: v.pipe(v.string(), v.minLength(1)) });

/**
 * Opens a profile that was recorded elsewhere (absolute path; any format of `importer-list.ts`, or `.gz` of it: recognised by its content) and
 * shows it. Error: a UserError's text for a file that is missing, damaged or of another kind.
 */
export const openProfile: Request<typeof openProfileParams, RunSummary> = { method: "heatline/openProfile", params: openProfileParams };

/** Opens the newest readable run of `runsFolder`; null when there is none. */
export const openLastRun: Request<typeof noParams, RunSummary | null> = { method: "heatline/openLastRun", params: noParams };

/** Forgets the shown run and clears its annotations. */
export const closeRun: Request<typeof noParams, null> = { method: "heatline/closeRun", params: noParams };

const showThreadsParams = v.object({
  threads: v.nullable(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1), v.maxLength(10_000), v.readonly())),
});

/** Shows the costs of some threads of the shown run, by their ids; null: of all together. Everything that is shown follows. */
export const showThreads: Request<typeof showThreadsParams, RunSummary> = { method: "heatline/showThreads", params: showThreadsParams };

/** A run will be opened soon: what its analysis needs is made ready. */
export const runExpected: ClientNotification<typeof noParams> = { method: "heatline/runExpected", params: noParams };

/** The shown run or the settings have changed; ask again for what you show. */
export const shownRunChanged: ServerNotification<{ readonly summary: RunSummary | null }> = { method: "heatline/shownRunChanged" };
