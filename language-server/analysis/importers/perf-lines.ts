import type { Microseconds } from "../units.ts";

/** The head of a perf sample, as `perf script` prints it; its `-F` option selects the fields. */
export interface PerfSample {
  readonly command: string;
  readonly thread: number;
  /** Undefined if it was not printed. */
  readonly time: Microseconds | undefined;
  /** In units of the event; 1 if it was not printed. */
  readonly period: number;
  /** `cycles:u`; "" if it was not printed. */
  readonly event: string;
}

/** `node  7583/7590 [001]  2652.814749:    1001001 cpu-clock: `: command, process and thread, processor, flags, seconds, period, event. */
const timed =
  /^(\S.*?)\s+(?:\d+\/)?(\d+)\s+(?:\[\d+\]\s+)?(?:[\w.]{4,5}\s+)?(\d+\.\d+):(?:\s+(\d+))?(?:\s+([A-Za-z][\w\-/=,.]*(?::[\w\-/=,.]*)*):)?\s*$/;
const untimed = /^(\S.*?)\s+(?:\d+\/)?(\d+)\s+(?:\[\d+\]\s+)?(?:[\w.]{4,5}\s+)?(\d+)\s+([A-Za-z][\w\-/=,.]*(?::[\w\-/=,.]*)*):\s*$/;
/** `	    7f12 JS:*hash /app/util.js:24:11+0x1a (/tmp/perf-42.map)`: address, symbol, offset in it, file. */
const frameOfFile = /^\s+[\da-f]+ (.*) \(.*\)$/;
const frameAlone = /^\s+[\da-f]+ (\S.*)$/;

/** A command has at most 15 characters, and an event its name. */
const longestHead = 400;

/** Undefined for any other line. */
export function perfSample(text: string): PerfSample | undefined {
  if (text.length > longestHead || text.startsWith(" ") || text.startsWith("\t")) return undefined;
  // The patterns backtrack at every blank between words.
  const line = text.trimEnd().replaceAll(/\s+/g, " ");
  const withTime = timed.exec(line);
  if (withTime !== null) {
    const [, command = "", thread, seconds, period, event = ""] = withTime;
    return { command, thread: Number(thread), time: Number(seconds) * 1e6, period: Number(period ?? 1), event };
  }
  const withoutTime = untimed.exec(line);
  if (withoutTime === null) return undefined;
  const [, command = "", thread, period, event = ""] = withoutTime;
  return { command, thread: Number(thread), time: undefined, period: Number(period), event };
}

/** The symbol of a frame, with its offset; undefined for any other line. */
export function perfFrame(text: string): string | undefined {
  const line = text.trimEnd();
  return ((line.endsWith(")") ? frameOfFile.exec(line) : null) ?? frameAlone.exec(line))?.[1];
}
