import path from "node:path";
import * as v from "valibot";
import type { LoadReport } from "../../analysis/load/load.ts";
import { loadReportSchema } from "../../analysis/load/load-schema.ts";
import { amount, count } from "../../history/schema/run-values.ts";
import type { DecodeOrder } from "../ticks/decode-order.ts";
import type { RecordedApp } from "./run-draft.ts";

/** What makes a run of the logs in a session's folder, or else says what is lost, should we not live to do so. */
export interface RecoveryNote {
  readonly runsFolder: string;
  readonly app: RecordedApp;
  readonly startedAt: Date;
  /** Undefined where there are no logs: the samples are in the app until the window ends. */
  readonly order?: DecodeOrder | undefined;
  /** As far as it went. */
  readonly load?: LoadReport | undefined;
}

const noteVersion = 5;

const text = v.string();
const texts = v.pipe(v.array(text), v.readonly());
const pid = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const time = v.pipe(v.number(), v.finite());
/** JSON has no number for “not yet”. */
const endless = "endless";
const moment = v.union([
  time,
  v.pipe(
    v.literal(endless),
    v.transform(() => Infinity),
  ),
]);
const cpu = v.pipe(v.object({ user: time, system: time }), v.readonly());

const thread = v.pipe(
  v.object({
    pid,
    name: text,
    anchor: text,
    firstLine: v.optional(moment),
    lastLine: v.optional(moment),
    exitsAt: v.optional(moment),
    spent: v.pipe(v.object({ idle: v.optional(time), cpu: v.optional(time) }), v.readonly()),
    own: v.optional(cpu),
  }),
  v.readonly(),
);

const order = v.pipe(
  v.object({
    from: time,
    to: moment,
    threads: v.pipe(v.array(thread), v.readonly()),
    anchors: v.pipe(
      v.array(v.tuple([text, time])),
      v.transform((pairs) => new Map(pairs)),
    ),
  }),
  v.readonly(),
);

const report = v.pipe(
  v.object({
    kind: v.literal("process"),
    pid,
    ppid: pid,
    /** A process that is not has no word of it. */
    isForked: v.optional(v.boolean(), false),
    inspectorUrl: text,
    isRestricted: v.boolean(),
    hasInspector: v.boolean(),
    logsTicks: v.boolean(),
    profilesItself: v.boolean(),
    argv: texts,
    isSingleExecutable: v.boolean(),
    argv0: text,
    execPath: text,
    nodeVersion: text,
    v8Version: text,
  }),
  v.readonly(),
);

const app = v.pipe(
  v.object({
    name: text,
    command: v.pipe(v.object({ cwd: text, file: text, args: texts, nodeVersion: text }), v.readonly()),
    workspaceFolders: texts,
    pathMappings: v.optional(v.pipe(v.record(text, text), v.readonly())),
    keepSecrets: v.boolean(),
    reports: v.pipe(v.array(report), v.readonly()),
    listener: v.optional(report),
    test: v.optional(
      v.pipe(v.object({ runner: text, file: text, name: text, runs: count, testMs: amount, apartMs: amount }), v.readonly()),
    ),
  }),
  v.readonly(),
);

const note: v.GenericSchema<unknown, RecoveryNote> = v.pipe(
  v.object({
    runsFolder: v.pipe(
      text,
      v.check((folder) => path.isAbsolute(folder)),
    ),
    app,
    startedAt: v.pipe(
      text,
      v.isoTimestamp(),
      v.transform((at) => new Date(at)),
      v.check((at) => !Number.isNaN(at.getTime())),
    ),
    order: v.optional(order),
    load: v.optional(loadReportSchema),
  }),
  v.readonly(),
);

/** A session's note of what it records. Notes of other versions are left out. */
export const keptNoteSchema = v.object({ version: v.literal(noteVersion), note });

/** The note as JSON that the schema reads. */
export function noteText(kept: RecoveryNote): string {
  return JSON.stringify({ version: noteVersion, note: kept }, (_key, value: unknown) => {
    if (value === Infinity) return endless;
    return value instanceof Map ? [...value] : value;
  });
}
