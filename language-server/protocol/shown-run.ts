import * as v from "valibot";
import { type ClientNotification, noParams, type Request, type ServerNotification } from "./message.ts";
import type { RunSummary } from "./run-summary.ts";

const openRunParams = v.object({ folder: v.pipe(v.string(), v.minLength(1)), live: v.optional(v.boolean()) });

/**
 * Opens a run folder (absolute path) and shows it; `live`: a recording still in progress, reopened whenever it has grown. Error: a
 * UserError's text for a corrupt or foreign folder.
 */
export const openRun: Request<typeof openRunParams, RunSummary> = { method: "heatline/openRun", params: openRunParams };

const openProfileParams = v.object({
  file: v.pipe(v.string(), v.minLength(1)),
  name: v.optional(v.string()),
  sampleType: v.optional(v.string()),
  sourceFolder: v.optional(v.pipe(v.string(), v.minLength(1))),
});

/**
 * Opens a profile recorded elsewhere (absolute path; any format of `importer-list.ts`, gzipped or not, recognised by content) and shows it
 * under its file's name or `name`. `sampleType`: one of the summary's `sampleTypes`; without it, or if the file lacks it, CPU time.
 * `sourceFolder`: has the sources of the recorded commit, in place of the client's folders. Error: a UserError's text for a file that is missing, damaged or of another kind.
 */
export const openProfile: Request<typeof openProfileParams, RunSummary> = { method: "heatline/openProfile", params: openProfileParams };

const openUrlParams = v.object({
  url: v.pipe(v.string(), v.minLength(1)),
  folder: v.pipe(v.string(), v.minLength(1)),
  authorization: v.optional(v.string()),
  plainHttp: v.boolean(),
  proxies: v.optional(v.record(v.string(), v.string())),
});

/** `wantsLogin`: the server wants an Authorization header, or another one. */
export type OpenedUrl =
  { readonly kind: "shown"; readonly summary: RunSummary; readonly file: string; readonly name: string } | { readonly kind: "wantsLogin" };

/**
 * Fetches a profile over http or https into `folder` (absolute path; its latest five are kept) and shows it. `authorization` is the value of
 * that header; `plainHttp`: http may go to another machine; `proxies`: variables that precede the environment's. `openProfile` shows the
 * file again. Error: a UserError's text for what cannot be fetched or opened; no file is left then.
 */
export const openUrl: Request<typeof openUrlParams, OpenedUrl> = { method: "heatline/openUrl", params: openUrlParams };

/** Opens the newest readable run of `runsFolder`; null when there is none. */
export const openLastRun: Request<typeof noParams, RunSummary | null> = { method: "heatline/openLastRun", params: noParams };

/** Closes the shown run and clears its annotations. */
export const closeRun: Request<typeof noParams, null> = { method: "heatline/closeRun", params: noParams };

const showThreadsParams = v.object({
  threads: v.nullable(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1), v.maxLength(10_000), v.readonly())),
});

/** Shows the costs of the threads with these ids in the shown run; null: of all. Everything shown is updated. */
export const showThreads: Request<typeof showThreadsParams, RunSummary> = { method: "heatline/showThreads", params: showThreadsParams };

/** A run will be opened soon: prepares the analysis. */
export const runExpected: ClientNotification<typeof noParams> = { method: "heatline/runExpected", params: noParams };

/** The shown run or the settings changed; request again what you show. */
export const shownRunChanged: ServerNotification<{ readonly summary: RunSummary | null }> = { method: "heatline/shownRunChanged" };
