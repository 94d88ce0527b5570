import * as v from "valibot";
import { loadReportSchema } from "../analysis/load/load-schema.ts";
import { runSchemaVersion, type Run } from "./run.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const text = v.pipe(v.string(), v.maxLength(100_000));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const optionalHash = v.union([hash, v.literal("")]);

const thread = v.object({
  id: count,
  pid: count,
  name: text,
  file: v.pipe(v.string(), v.regex(/^threads\/\d+\.bin$/)),
  ticks: count,
  busyTicks: count,
  intervalUs: amount,
  tickLog: v.optional(v.object({ repairedTicks: count, doubtfulTicks: count, logBytes: amount, unloggedMs: v.optional(amount) })),
});

const warning = v.object({
  name: text,
  message: text,
  frames: v.array(v.object({ url: text, line: count, column: v.pipe(v.number(), v.integer(), v.minValue(-1)) })),
});

const script = v.object({ url: text, hash, mapHash: optionalHash, mapBase: text });

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
  recorderNote: text,
  end: v.picklist(["load-ended", "cancelled", "exited", "stopped", "crashed", "time-cap", "disconnected"]),
  exitCode: v.optional(v.pipe(v.number(), v.integer())),
  durationMs: amount,
  cpuMs: amount,
  eventLoopBusy: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  eventLoopDelay: v.optional(v.object({ p99Ms: amount, maxMs: amount })),
  warnings: v.optional(v.array(warning)),
  load: v.optional(loadReportSchema),
  threads: v.array(thread),
  scripts: v.array(script),
  pinned: v.boolean(),
  baseline: v.optional(v.boolean()),
  problems: v.array(v.object({ message: text, count })),
});

/** Only the version, for runs that a newer Heatline wrote. */
export const versionSchema = v.object({ schema: v.pipe(v.number(), v.integer()) });
