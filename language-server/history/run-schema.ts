import * as v from "valibot";
import { codedTextSchema } from "./coded-text-schema.ts";
import { loadReportSchema } from "../analysis/load/load-schema.ts";
import { runScriptSchema } from "./scripts/run-script.ts";
import { runThreadSchema } from "./run-thread.ts";
import { amount, count, text } from "./run-values.ts";
import { runWarningSchema } from "./run-warning.ts";

export const runSchemaVersion = 2;

const texts = v.pipe(v.array(text), v.readonly());

/** `run.json` as read back: untrusted. File names and hashes are such that they cannot lead out of the run's folder. */
export const runSchema = v.pipe(
  v.object({
    schema: v.literal(runSchemaVersion),
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
    name: text,
    /** ISO 8601. */
    startedAt: v.pipe(v.string(), v.isoTimestamp()),
    app: v.pipe(
      v.object({
        /** The app's folder: own code is what lies in `workspaceFolders` outside node_modules. */
        cwd: text,
        workspaceFolders: texts,
        /** Where the app's folders are on this machine, as its run configuration said. */
        pathMappings: v.optional(v.pipe(v.record(text, text), v.readonly())),
        argv: texts,
        nodeVersion: text,
        v8Version: text,
        gitCommit: text,
      }),
      v.readonly(),
    ),
    recorder: v.picklist(["inspector", "exact", "import"]),
    /** Why the wanted recorder was not used. */
    recorderNote: v.optional(codedTextSchema),
    end: v.picklist(["load-ended", "cancelled", "exited", "stopped", "crashed", "time-cap", "disconnected", "recovered"]),
    /** Exit code of the app where it ended by itself. */
    exitCode: v.optional(v.pipe(v.number(), v.integer())),
    /** The measured window. */
    durationMs: amount,
    /** Process CPU used in the window, user + system; 0 where unknown. */
    cpuMs: amount,
    /** Part of the window in which the event loop of the main process was not idle, as the app itself counts it. */
    eventLoopBusy: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    /** How late the main process came back to its event loop in the window, as the app itself counts it. */
    eventLoopDelay: v.optional(v.pipe(v.object({ p99Ms: amount, maxMs: amount }), v.readonly())),
    warnings: v.optional(list(runWarningSchema)),
    load: v.optional(loadReportSchema),
    threads: list(runThreadSchema),
    scripts: list(runScriptSchema),
    pinned: v.boolean(),
    /** The user made it the baseline of its app. */
    baseline: v.optional(v.boolean()),
    problems: list(v.object({ ...codedTextSchema.entries, count })),
  }),
  v.readonly(),
);

/** Only the version, for runs that a newer Heatline wrote. */
export const versionSchema = v.looseObject({ schema: v.pipe(v.number(), v.integer()) });

/** What is read is not changed. */
function list<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(v.pipe(item, v.readonly())), v.readonly());
}
