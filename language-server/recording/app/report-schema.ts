import * as v from "valibot";
import type { Bytes } from "../../analysis/units.ts";
import { readUnlinked, jsonOf } from "../../history/regular-file.ts";
import type { ProcessReport, SessionReport } from "../in-app/reports.ts";
import { isMissing, isRefusal } from "../../platform/refusals.ts";

/** Bytes. The longest command line that Linux allows fits several times. */
const largestReport: Bytes = 16 * 1024 * 1024;

const text = v.string();
const pid = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const exitCode = v.nullable(v.pipe(v.number(), v.integer()));
const signal = v.custom<NodeJS.Signals>((given) => typeof given === "string" && /^SIG[A-Z0-9]+$/.test(given));

const processEntries = {
  kind: v.literal("process"),
  pid,
  ppid: pid,
  /** A process that is not forked may have no word of it. */
  isForked: v.optional(v.boolean(), false),
  inspectorUrl: text,
  isRestricted: v.boolean(),
  hasInspector: v.boolean(),
  logsTicks: v.boolean(),
  profilesItself: v.boolean(),
  contradictedBy: v.optional(text),
  argv: v.array(text),
  cwd: v.optional(text),
  isSingleExecutable: v.boolean(),
  argv0: text,
  execPath: text,
  nodeVersion: text,
  v8Version: text,
  machine: v.optional(v.object({ cpu: v.optional(text), cores: v.optional(pid), bootId: v.optional(text) })),
} satisfies Readonly<Record<keyof ProcessReport, v.GenericSchema>>;

/** What a process of the app says of itself. */
export const processReportSchema: v.GenericSchema<unknown, ProcessReport> = v.object(processEntries);

const reportSchema: v.GenericSchema<unknown, SessionReport> = v.union([
  processReportSchema,
  v.object({ kind: v.literal("launcher"), pid, appPid: pid }),
  v.object({ kind: v.literal("signal"), signal }),
  v.object({ kind: v.literal("exit"), code: exitCode, signal: v.nullable(signal) }),
  v.object({ kind: v.literal("failed"), reason: text }),
]);

/** Undefined for what is none: the app can write there, too. Rejects if it is missing. */
export async function readReport(file: string): Promise<SessionReport | undefined> {
  return jsonOf((await readUnlinked(file, largestReport).catch(ifUnreadable))?.toString(), reportSchema);
}

/** For `catch`: undefined in place of what is there and cannot be read: a link, a socket, a file whose mode forbids it. */
export function ifUnreadable(error: unknown): undefined {
  if (!isRefusal(error) || isMissing(error)) throw error;
}
