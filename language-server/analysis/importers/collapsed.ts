import type { TextCode } from "../../texts/coded-text.ts";
import type { Problem } from "../profile/profile.ts";
import { FileBudget } from "../budget.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import { unitInHead } from "./collapsed-head.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { eachLine, StackTextProfile } from "./stack-text.ts";
import { stackFile } from "./stack-profile.ts";
import { commonDivisor } from "./pprof/sample-length.ts";
import { isHex } from "./perf/perf-lines.ts";

/** `main;handle (/app/server.js:8);hash (/app/util.js:24) 42`: frames, callers first, and a count or an amount. */
const stackLine = /^(\S.*)[ \t](\d+(?:\.\d+)?)$/;
/** `main;hash 12 15`: numbers of two profiles, as difffolded.pl writes them. */
const differenceLine = /^\S.*([ \t])-?\d+(?:\.\d+)?\1-?\d+(?:\.\d+)?$/;
/** `main;hash -3`: what one profile has less than another. */
const fallenLine = /^\S.*[ \t]-\d+(?:\.\d+)?$/;
const severalFrames = /;\S/;
/** `GET /orders 200`, `"GET /orders;id=1 HTTP/1.1" 200 12`: a server's log. */
const request = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/|\sHTTP\/\d/;
/** `_[j]`, `_[k]`: added by stackcollapse to mark a frame as compiled or of the kernel; `_[0]`, `_[1]`: by async-profiler, as interpreted or compiled by C1. */
const annotation = /_\[[a-z01]\]$/;
/** Excimer writes a semicolon before all of its stacks but the first, as if they had a root without a name. */
const emptyRoot = /^;/;
/** The format does not say; most tools sample every millisecond. */
const assumedInterval: Microseconds = 1000;
/** Larger sums cannot be numbers of samples, only amounts: half an hour at one per millisecond. */
const mostCounted = 2_000_000;
/** Nanoseconds: perf's scripts sum periods, so each stack has a multiple. */
const shortestPeriod = 10_000;
/** A line longer than the head is accepted if it has this many frames. */
const fewestFrames = 5;

/** Collapsed (folded) stacks, as written by FlameGraph's stackcollapse scripts, 0x and Heatline. */
export const collapsedImporter: TextImporter = {
  name: "collapsed stacks",
  title: "format.collapsed",
  extensions: ["folded", "collapsed", "txt"],
  reads: "text",
  recognises: (head) => {
    if (unitInHead(head) !== undefined) return true;
    const lines = head.split(/\r?\n/);
    const cut = lines.length > 1 ? lines.pop() : undefined;
    const whole = lines.slice(0, 20).filter((line) => line !== "" && !line.startsWith("#"));
    const [first = cut ?? ""] = whole;
    if (lines.length === 1 && cut === undefined && !stackLine.test(first)) return isLongStack(first);
    if (whole.length === 0) return cut !== undefined && isLongStack(cut);
    // Lines of a log may end with a number, and some have a semicolon.
    const stacks = whole.filter((line) => severalFrames.test(line));
    return (
      whole.every((line) => (stackLine.test(line) || fallenLine.test(line)) && !request.test(line)) && stacks.length * 2 >= whole.length
    );
  },
  read: readCollapsed,
};

/** Whether it is the beginning of a line with many frames. */
function isLongStack(text: string): boolean {
  return text.split(";").length > fewestFrames && /^[^\s{[<]/.test(text) && !/\p{Cc}/u.test(text) && text.length > 1000;
}

interface Entry {
  readonly frames: readonly string[];
  readonly amount: number;
}

/** Throws a UserError if there is no stack, or if the numbers are those of two profiles. */
function readCollapsed(text: string): ImportedFile {
  const entries: Entry[] = [];
  let odd = 0;
  let hasFallen = false;
  let mayDiffer = unitInHead(text) === undefined;
  for (const line of eachLine(text)) {
    if (line === "" || line.startsWith("#")) continue;
    mayDiffer &&= differenceLine.test(line);
    const [, frames = "", amount] = stackLine.exec(line) ?? [];
    if (amount === undefined) {
      odd++;
      hasFallen ||= fallenLine.test(line);
    } else if (Number(amount) > 0)
      entries.push({ frames: frames.replace(emptyRoot, "").split(";").map(plainFrame), amount: Number(amount) });
  }
  if (hasFallen || (mayDiffer && text.trim() !== "")) throw new UserError("collapsed.isDifference");
  if (entries.length === 0) throw new UserError("collapsed.empty");
  const { unit, length, code } = meaningIn(text) ?? meaningOf(entries);
  const profile = new StackTextProfile(new FileBudget());
  for (const { frames, amount } of entries) {
    const count = unit === undefined ? 1 : Math.max(1, Math.round(amount / unit));
    profile.addTexts(frames, profile.times.length * assumedInterval, count, (amount / count) * length);
  }
  const problems: readonly Problem[] = [{ code, count: 1 }, ...(odd > 0 ? [{ code: "collapsed.badLines", count: odd } as const] : [])];
  return stackFile([{ name: "main", profile }], { hasTimes: false, problems });
}

/** Without an annotation and an offset in the function, `+0x1f`. */
function plainFrame(frame: string): string {
  const isAnnotated = frame.endsWith("]") && annotation.test(frame);
  const end = isAnnotated ? frame.length - "_[j]".length : frame.length;
  let at = end;
  while (isHex(frame.charCodeAt(at - 1))) at--;
  const isOffset = at < end && frame.startsWith("+0x", at - "+0x".length);
  return isOffset ? frame.slice(0, at - "+0x".length) : isAnnotated ? frame.slice(0, end) : frame;
}

interface Meaning {
  /** The amount of one sample; undefined if unknown: each line is then one sample. */
  readonly unit: number | undefined;
  /** Duration of one unit of the amount. */
  readonly length: Microseconds;
  readonly code: TextCode;
}

/** Of Heatline's own files, which say it. */
function meaningIn(text: string): Meaning | undefined {
  const own = unitInHead(text);
  if (own === undefined) return undefined;
  return { unit: own.isTime ? own.sample : 1, length: own.isTime ? 1 : own.sample, code: "collapsed.noLines" };
}

/** Determines what the numbers at the line ends are, as the format does not say. */
function meaningOf(entries: readonly Entry[]): Meaning {
  const all = entries.reduce((sum, { amount }) => sum + amount, 0);
  const areWhole = entries.every(({ amount }) => Number.isSafeInteger(amount));
  if (areWhole && all <= mostCounted) return { unit: 1, length: assumedInterval, code: "collapsed.onlyFunctions" };
  const period = areWhole ? entries.reduce((known, { amount }) => commonDivisor(known, amount), 0) : 1;
  if (period >= shortestPeriod && all / period <= mostCounted) return { unit: period, length: 1e-3, code: "collapsed.nanoseconds" };
  return { unit: undefined, length: (assumedInterval * entries.length) / all, code: "collapsed.unknownUnit" };
}
