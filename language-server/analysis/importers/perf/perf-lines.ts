import type { Microseconds } from "../../units.ts";

/** The head of a perf sample, as `perf script` prints it; its `-F` option selects the fields. */
export interface PerfSample {
  /** "" if it was not printed. */
  readonly command: string;
  /** Undefined if it was not printed. */
  readonly thread: number | undefined;
  /** Undefined if it was not printed. */
  readonly time: Microseconds | undefined;
  /** In units of the event; undefined if it was not printed. */
  readonly period: number | undefined;
  /** `cycles:u`; "" if it was not printed. */
  readonly event: string;
  /** The running function, which stands in the same line if perf recorded no call stacks. */
  readonly leaf: string | undefined;
}

/** `node  7583/7590 [001] d..1. 2652.814749:    1001001 cpu-clock: `: command, process and thread, processor, flags, seconds, period, event. */
const timed = /^(?:(.*) )?(\d+\.\d+):(?: (\d+)(?= |$))?(?: ([A-Za-z][^ ]*):(?= |$))?(?: (.*))?$/;
/** Without a time the event or, if perf printed no event either, the thread ends a head. */
const untimed = /^(.*?)(?: (\d+))? ([A-Za-z][^ ]*):(?: (.*))?$/;
const bare = /^(.*?)(?: (\d+))?(?: ((?:0x)?[\da-f]{3,} [^\d\s].*))?$/;
/** Linux's highest thread number; larger ones are periods. */
const mostThreads = 4_194_304;
/** `V8 Worker 2 7583/7590 [001] d..1. 2026-11-28 14:00:01.123456`: a command may have blanks and numbers. */
const runner = /^(?:(.*?) )?(?:-?\d+\/)?(-?\d+)(?: \[\d+\])?(?: [A-Za-z.][\w.]{0,5})?(?: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)?$/;

const leafed = /^(?:0x)?[\da-f]+ (\S.*)$/;
/** As perf itself indents frames. */
const tabbed = /^\t *[\da-f]+ \S/;
const tabbedWithFile = /^\t *[\da-f]+ \S.*(?: \(.*\)|\+0x[\da-f]+)\s*$/;

/** A command has at most 15 characters, and an event its name. */
const longestHead = 400;

/** Undefined for a line that is not the head of a sample, or is one without time and event. */
export function perfSample(text: string): PerfSample | undefined {
  const line = words(text);
  const [, who = "", seconds, period, event, rest] = timed.exec(line) ?? [];
  if (seconds !== undefined) {
    // What perf reports between samples, such as a new mapping.
    if (event?.startsWith("PERF_RECORD") === true) return undefined;
    const head = { ...runnerOf(who), time: Number(seconds) * 1e6, event: event ?? "" };
    const leaf = leafOf(rest);
    if (event !== undefined || rest === undefined || leaf !== undefined) return { ...head, period: numberOf(period), leaf };
    // Without an event an address of digits alone looks like a period.
    const another = leafOf(`${period ?? ""} ${rest}`);
    return another === undefined ? undefined : { ...head, period: undefined, leaf: another };
  }
  const [, before = "", amount, name, after] = untimed.exec(` ${line}`) ?? [];
  if (name === undefined) return undefined;
  const { thread, period: own } = threadAndPeriod(before.trim(), amount);
  return { ...runnerOf(thread), time: undefined, period: own, event: name, leaf: leafOf(after) };
}

/** The same for the head of a stack that has neither time nor event; undefined for what perf reports between samples. */
export function bareSample(text: string): PerfSample | undefined {
  if (text.includes(" PERF_RECORD_")) return undefined;
  const [, before = "", amount, rest] = bare.exec(` ${words(text)}`) ?? [undefined, words(text)];
  const { thread, period } = threadAndPeriod(before.trim(), amount);
  return { ...runnerOf(thread), time: undefined, period, event: "", leaf: leafOf(rest) };
}

/** The last number of a head is the thread's, or the period if another number before it is the thread's. */
function threadAndPeriod(before: string, last: string | undefined): { readonly thread: string; readonly period: number | undefined } {
  const isPeriod = last !== undefined && (Number(last) > mostThreads || /\/\d+$|\]$| \d+$/.test(before));
  return isPeriod ? { thread: before, period: Number(last) } : { thread: `${before} ${last ?? ""}`.trim(), period: undefined };
}

/** The symbol of a frame, without its offset and file; undefined for any other line. Read by hand: a recording has a million. */
export function perfFrame(text: string): string | undefined {
  let at = 0;
  while (isBlank(text.charCodeAt(at))) at++;
  if (at === 0) return undefined;
  const start = at;
  if (text.startsWith("0x", at)) at += 2;
  while (isHex(text.charCodeAt(at))) at++;
  const end = at;
  while (isBlank(text.charCodeAt(at))) at++;
  if (end === start || at === end || at === text.length) return undefined;
  return symbolOf(text.slice(at));
}

/** Whether the text is that of `perf script`, by its first lines. */
export function beginsAsPerf(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => line.trim() !== "");
  return lines.some((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return false;
    if (line.includes(" PERF_RECORD_")) return / \d+\.\d+: PERF_RECORD_[A-Z\d_]+\b/.test(line);
    const [below = "", next = ""] = lines.slice(index + 1, index + 3);
    if (tabbed.test(line)) return index === first && areFrames(line, below);
    if (/^\S| \d+ *$/.test(line) && areFrames(below, next)) return true;
    const sample = perfSample(line);
    if (sample === undefined) return false;
    if (sample.time === undefined) return perfFrame(below) !== undefined;
    const isAlone = sample.thread !== undefined && /:\s*(?:\d+\s*)?$/.test(line);
    return (
      isAlone ||
      /^[\w-]+:\w+$/.test(sample.event) ||
      perfFrame(below) !== undefined ||
      (sample.leaf !== undefined && line.trimEnd().endsWith(")"))
    );
  });
}

function areFrames(first: string, second: string): boolean {
  return tabbedWithFile.test(first) || (tabbed.test(first) && tabbed.test(second));
}

function words(text: string): string {
  // The patterns backtrack at every blank between words.
  return text.length > longestHead ? "" : text.trim().replaceAll(/\s+/g, " ");
}

function runnerOf(who: string): Pick<PerfSample, "command" | "thread"> {
  const [, command = "", thread] = runner.exec(who) ?? [undefined, who];
  return { command, thread: numberOf(thread) };
}

function leafOf(rest: string | undefined): string | undefined {
  const frame = rest === undefined ? undefined : leafed.exec(rest)?.[1];
  return frame === undefined ? undefined : symbolOf(frame);
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** `main` of `main+0x1 (/usr/bin/node (deleted))`. */
function symbolOf(frame: string): string {
  const end = endOfSymbol(frame);
  const plus = frame.lastIndexOf("+0x", end - 1);
  if (plus <= 0) return frame.slice(0, end);
  let at = plus + "+0x".length;
  while (at < end && isHex(frame.charCodeAt(at))) at++;
  return frame.slice(0, at === end ? plus : end);
}

/** Where the file begins, which is in parentheses; they may be nested. */
function endOfSymbol(frame: string): number {
  let end = frame.length;
  while (isBlank(frame.charCodeAt(end - 1))) end--;
  if (frame.charCodeAt(end - 1) !== closing) return end;
  let depth = 0;
  for (let at = end - 1; at > 0; at--) {
    const unit = frame.charCodeAt(at);
    if (unit === closing) depth++;
    else if (unit === opening && --depth === 0) return frame.charCodeAt(at - 1) === blank ? at - 1 : end;
  }
  const last = frame.lastIndexOf(" (");
  return last > 0 ? last : end;
}

function isBlank(unit: number): boolean {
  return unit === blank || unit === tab;
}

/** Whether a UTF-16 code unit is a digit, or a letter from a to f. */
export function isHex(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 102);
}

const [opening, closing, blank, tab] = [40, 41, 32, 9];
