import path from "node:path";
import * as v from "valibot";
import type { LoadReport } from "../../../analysis/load/load.ts";
import { loadReportSchema } from "../../../analysis/load/load-schema.ts";
import { amount, count } from "../../../history/schema/run-failure.ts";
import { processReportSchema } from "../../app/report-schema.ts";
import type { AnchoredThread, DecodeOrder } from "../../ticks/decode-order.ts";
import type { RecordedApp } from "../run-draft.ts";

/** What makes a run of the logs in a session's folder, or else says what is lost, should we not live to do so. */
export interface RecoveryNote {
  readonly runsFolder: string;
  readonly app: RecordedApp;
  readonly startedAt: Date;
  /** Undefined where there are no logs: the samples are in the app until the window ends. */
  readonly order?: DecodeOrder | undefined;
  /** As far as it went. */
  readonly load?: LoadReport | undefined;
  /** Whether its threads mark what a pass is about. They write that into files which go with the session, in blocks that may come late. */
  readonly hasMarks: boolean;
}

const noteVersion = 6;

const text = v.string();
const texts = v.array(text);
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
const cpu = v.object({ user: time, system: time });

/** A schema of each property, so that none is lost on the way. */
type EntriesOf<Part> = Readonly<Record<keyof Part, v.GenericSchema>>;

const thread = v.object({
  pid,
  name: text,
  anchor: text,
  firstLine: v.optional(moment),
  lastLine: v.optional(moment),
  exitsAt: v.optional(moment),
  spent: v.object({ idle: v.optional(time), cpu: v.optional(time) } satisfies EntriesOf<AnchoredThread["spent"]>),
  own: v.optional(cpu),
} satisfies EntriesOf<AnchoredThread>);

const order = v.object({
  from: time,
  to: moment,
  threads: v.array(thread),
  anchors: v.pipe(
    v.array(v.tuple([text, time])),
    v.transform((pairs) => new Map(pairs)),
  ),
} satisfies EntriesOf<DecodeOrder>);

type RecordedTest = NonNullable<RecordedApp["test"]>;

const app = v.object({
  name: text,
  command: v.object({ cwd: text, file: text, args: texts, nodeVersion: text } satisfies EntriesOf<RecordedApp["command"]>),
  workspaceFolders: texts,
  pathMappings: v.optional(v.record(text, text)),
  keepSecrets: v.boolean(),
  awaitsLoad: v.optional(v.boolean()),
  agent: v.optional(text),
  reports: v.array(processReportSchema),
  listener: v.optional(processReportSchema),
  test: v.optional(
    v.object({ runner: text, file: text, name: text, runs: count, testMs: amount, apartMs: amount } satisfies EntriesOf<RecordedTest>),
  ),
  /** Starts are not recovered: what is not whole is not kept. */
  startup: v.optional(v.undefined()),
} satisfies EntriesOf<RecordedApp>);

export const runsFolderSchema = v.pipe(
  text,
  v.check((folder) => path.isAbsolute(folder)),
);
export const startedAtSchema = v.pipe(
  text,
  v.isoTimestamp(),
  v.transform((at) => new Date(at)),
  v.check((at) => !Number.isNaN(at.getTime())),
);

const note: v.GenericSchema<unknown, RecoveryNote> = v.object({
  runsFolder: runsFolderSchema,
  app,
  startedAt: startedAtSchema,
  order: v.optional(order),
  load: v.optional(loadReportSchema),
  hasMarks: v.boolean(),
} satisfies EntriesOf<RecoveryNote>);

/** A session's note of what it records. Notes of other versions are left out. */
export const keptNoteSchema = v.object({ version: v.literal(noteVersion), note });

/** The note as JSON that the schema reads. */
export function noteText(kept: RecoveryNote): string {
  return JSON.stringify({ version: noteVersion, note: kept }, (_key, value: unknown) => {
    if (value === Infinity) return endless;
    return value instanceof Map ? [...value] : value;
  });
}
