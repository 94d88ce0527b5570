import * as v from "valibot";
import { codedTextSchema } from "./coded-text-schema.ts";
import { loadReportSchema } from "../analysis/load/load-schema.ts";
import { runScriptSchema } from "./scripts/run-script.ts";
import { runThreadSchema } from "./run-thread.ts";
import { amount, count, text } from "./run-values.ts";
import { runWarningSchema } from "./run-warning.ts";
import { runSchemaVersion, type Run } from "./run.ts";

/** `run.json` as read back: untrusted. File names and hashes are such that they cannot lead out of the run's folder. */
export const runSchema: v.GenericSchema<unknown, Run> = v.object({
  schema: v.literal(runSchemaVersion),
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  name: text,
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  app: v.object({
    cwd: text,
    workspaceFolders: v.array(text),
    pathMappings: v.optional(v.record(text, text)),
    argv: v.array(text),
    nodeVersion: text,
    v8Version: text,
    gitCommit: text,
  }),
  recorder: v.picklist(["inspector", "exact", "import"]),
  recorderNote: v.optional(codedTextSchema),
  end: v.picklist(["load-ended", "cancelled", "exited", "stopped", "crashed", "time-cap", "disconnected"]),
  exitCode: v.optional(v.pipe(v.number(), v.integer())),
  durationMs: amount,
  cpuMs: amount,
  eventLoopBusy: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  eventLoopDelay: v.optional(v.object({ p99Ms: amount, maxMs: amount })),
  warnings: v.optional(v.array(runWarningSchema)),
  load: v.optional(loadReportSchema),
  threads: v.array(runThreadSchema),
  scripts: v.array(runScriptSchema),
  pinned: v.boolean(),
  baseline: v.optional(v.boolean()),
  problems: v.array(v.object({ ...codedTextSchema.entries, count })),
});

/** Only the version, for runs that a newer Heatline wrote. */
export const versionSchema = v.looseObject({ schema: v.pipe(v.number(), v.integer()) });
