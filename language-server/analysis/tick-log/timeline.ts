import type { Microseconds } from "../units.ts";
import { DoubleColumn, IntColumn } from "./columns.ts";
import type { TickLog } from "./tick-log.ts";
import { vmStates } from "./vm-states.ts";

/** An interval of a log, in microseconds of the log's own clock. */
export interface LogWindow {
  readonly from: Microseconds;
  /** Infinity: the last tick. */
  readonly to: Microseconds;
  /** What times are since; by default, and if that is later, when the thread begins. */
  readonly start?: Microseconds | undefined;
  /** How long the thread's event loop waited in it, by its own count, which does not include `Atomics.wait`. */
  readonly idle?: Microseconds | undefined;
  /** CPU time of the thread in it; if `idle` is known, perhaps of the whole process. */
  readonly cpu?: Microseconds | undefined;
  /** The thread may have begun later or ended earlier: its first and last ticks in the window are taken for that. */
  readonly isTight?: boolean | undefined;
  /** When the thread began its end, if it has: after that only ticks with JavaScript on their stacks are its work (`exit` listeners). */
  readonly exit?: Microseconds | undefined;
  /** The thread has ended, in the window or since. */
  readonly hasEnded?: boolean | undefined;
}

export interface Timeline {
  /** Ticks of the window in time order: rows of the log's ticks, or -1 for a moment of waiting, in which V8 takes no samples. */
  readonly ticks: IntColumn;
  /** Time since `start`. */
  readonly times: DoubleColumn;
  /** By the log's own clock. */
  readonly start: Microseconds;
  /** What a tick is worth. */
  readonly interval: Microseconds;
  /** Number of recorded ticks in `ticks`. */
  readonly recorded: number;
  /** Number of those in which the thread was not waiting. */
  readonly busy: number;
  readonly length: Microseconds;
  /** How long V8 logged no ticks though the thread was not waiting: no tick includes this time. 0 if it is too short to know. */
  readonly unlogged: Microseconds;
  /** Number of ticks that V8 had not written yet when the thread ended, by the time without any before that. No tick includes this time. */
  readonly unwritten: number;
  /**
   * The time of work that its ticks stand for if each stands for no more than the time between two of a thread that goes on working; 0
   * without a window.
   */
  readonly covered: Microseconds;
}

/** Maximum number of idle moments to insert: more would only cost memory. */
const mostIdle = 2_000_000;

export function isIdle(state: number): boolean {
  return state === vmStates.idle || state === vmStates.atomicsWait;
}

/**
 * Cuts the window out of the log. V8 takes no samples while the event loop waits (Node blocks the signal), so one late tick in the idle
 * state stands for the whole wait; idle moments are inserted for it, each worth a tick.
 */
export function cutTimeline(log: TickLog, window: LogWindow | undefined): Timeline {
  const order = inTimeOrder(log);
  const rowOf = (row: number): number => (order === undefined ? row : (order[row] as number));
  const allTimes = log.tickTime.values;
  const timeAt = (row: number): number => allTimes[rowOf(row)] as number;
  const momentOf = log.tickMoment.values;
  const stateOf = log.momentState.values;
  const total = log.tickTime.length;
  const first = window === undefined ? 0 : lowerBound(total, timeAt, window.from);
  const exit = window?.exit;
  const last = window === undefined ? total : lastRow(log, rowOf, first, lowerBound(total, timeAt, window.to), exit);
  const ownTicks = { from: last > first ? timeAt(first) : 0, to: last > first ? timeAt(last - 1) : 0 };
  const from = window === undefined || window.isTight === true ? ownTicks.from : window.from;
  const isOpen = window === undefined || window.isTight === true || window.to === Infinity;
  const start = Math.min(from, window?.start ?? from);
  const to = exit !== undefined ? Math.max(exit, ownTicks.to) : isOpen ? ownTicks.to : window.to;
  const asked = log.askedInterval || 1000;
  const gaps: Gap[] = [];
  const steps: Microseconds[] = [];
  /** Of these, without the first after a wait. */
  const workSteps: Microseconds[] = [];
  let isWorking = false;
  let busy = 0;
  /** Ticks of V8's own writing. */
  let writing = 0;
  let end = from;
  for (let row = first; row <= last; row++) {
    const start = end;
    end = row < last ? timeAt(row) : to;
    const next = row < total ? (stateOf[momentOf[rowOf(row)] as number] as number) : -1;
    const idle = isIdle(next);
    const isWriting = next === vmStates.logging;
    if (row < last && isWriting) writing += 1;
    else if (row < last && !idle) busy += 1;
    // Without a window nothing asks for them.
    if (window !== undefined && row > first && row < last && !idle && !isWriting && end - start < shortestSilence) {
      steps.push(end - start);
      if (isWorking) workSteps.push(end - start);
    }
    isWorking = !idle;
    if (idle || end - start > 2 * asked) gaps.push({ row, start, length: end - start, state: next, idle });
  }
  const length = Math.max(0, to - from);
  const mean = busy > 0 ? length / busy : 0;
  const isSparse = Number.parseInt(log.v8Version, 10) >= firstUnreported && mean > fewestTicks * asked;
  const longest = isSparse ? fewestTicks * asked : Math.max(1_000_000, 50 * mean);
  // The clock of Windows ticks less often than requested.
  const usual = Math.max(asked, atShare(Float64Array.from(steps).sort(), 0.5));
  // Later ticks show that V8 has written all that were before them.
  const missing = window?.exit !== undefined && last === total ? unwrittenTime(gaps, last, window, usual) : 0;
  const unwritten = Math.floor(missing / usual);
  const silence = silenceIn(gaps, window, length, busy * usual, usual);
  const { unlogged } = silence;
  const silentEnd = last === total ? silentEndOf(gaps, last, window, usual) : undefined;
  const known = knownIdle(gaps, window, length, silence);
  const found = known ?? foundIdle(gaps, longest, asked, silentEnd);
  if (silentEnd !== undefined) silentEnd.idle = true;
  const waited = Math.min(found, (busy > 0 ? length * 0.9999 : length) - unlogged - missing);
  if (waited > 0) markIdle(gaps, waited);
  // A single tick has no length.
  const interval = busy > 0 && length > 0 ? (length - waited - unlogged - missing) / (busy + writing) : asked;

  const ticks = new IntColumn();
  const times = new DoubleColumn();
  const idleGaps = new Map(gaps.filter((gap) => gap.idle).map((gap) => [gap.row, gap]));
  const idleLength = lengthOf(gaps.filter(({ idle }) => idle));
  const step = Math.max(interval, waited / mostIdle);
  let due = 0;
  let recorded = 0;
  for (let row = first; row <= last; row++) {
    const gap = idleGaps.get(row);
    if (gap !== undefined && idleLength > 0 && step > 0) {
      due += (gap.length / idleLength) * (waited / step);
      const count = Math.floor(due + 1e-9);
      due -= count;
      for (let i = 1; i <= count; i++) {
        ticks.push(-1);
        times.push(gap.start - start + (gap.length * i) / (count + 1));
      }
    }
    if (row === last) break;
    recorded += 1;
    const tick = rowOf(row);
    const state = stateOf[momentOf[tick] as number] as number;
    if (isIdle(state) || state === vmStates.logging) continue;
    ticks.push(tick);
    times.push(timeAt(row) - start);
  }
  const covered = window === undefined ? 0 : coveredBy(workSteps, busy, asked);
  return { ticks, times, start, interval, recorded, busy, length, unlogged, unwritten, covered };
}

/** The time between two ticks. */
interface Gap {
  readonly row: number;
  readonly start: Microseconds;
  length: Microseconds;
  /** V8's state at its end; -1 if there is no tick. */
  readonly state: number;
  /** Whether the thread was waiting. */
  idle: boolean;
}

/** The row after the window's last: of a thread that has begun its end, that of its last tick with JavaScript. */
function lastRow(log: TickLog, rowOf: (row: number) => number, first: number, end: number, exit: Microseconds | undefined): number {
  let last = end;
  if (exit === undefined) return last;
  while (last > first && isAfter(log, rowOf(last - 1), exit)) last -= 1;
  return last;
}

function isAfter(log: TickLog, row: number, exit: Microseconds): boolean {
  return log.tickTime.at(row) >= exit && log.momentStack.at(log.tickMoment.at(row)) < 0;
}

/** V8 (log.cc, `Profiler::kBufferSize`) has no more ticks waiting to be written. What is far longer was not logged. */
const mostUnwritten = 128;

/** How long the thread was working after the last tick, which comes before `row`, and that tick's own time; takes it out of the gap. */
function unwrittenTime(gaps: readonly Gap[], row: number, { idle }: LogWindow, usual: Microseconds): Microseconds {
  const tail = gaps.at(-1);
  // What does not count its waits may have waited.
  if (idle === undefined || tail?.row !== row) return 0;
  const waited = Math.max(0, idle - lengthOf(gaps.filter((gap) => gap.idle && gap !== tail)));
  const missing = tail.length - waited - usual;
  if (missing < usual || missing > 2 * mostUnwritten * usual) return 0;
  tail.length -= missing;
  return missing;
}

/**
 * The gap after the last tick of a thread that ended without reporting how long it had waited, as a terminated worker: it waited for its end if
 * the gap is longer than what V8 may not have written.
 */
function silentEndOf(gaps: readonly Gap[], row: number, window: LogWindow | undefined, usual: Microseconds): Gap | undefined {
  const tail = gaps.at(-1);
  if (window?.hasEnded !== true || window.idle !== undefined || window.cpu !== undefined || tail?.row !== row) return undefined;
  return tail.length > 2 * mostUnwritten * usual ? tail : undefined;
}

/** How long the thread waited, if it counts that itself; V8's states are better than CPU time, if they are available. */
function knownIdle(gaps: readonly Gap[], window: LogWindow | undefined, length: Microseconds, silence: Silence): Microseconds | undefined {
  if (window?.idle !== undefined) {
    const blocked = lengthOf(gaps.filter((gap) => gap.state === vmStates.atomicsWait && gap.length < silence.shortest));
    return window.idle + blocked + silence.waited;
  }
  if (window?.cpu !== undefined && !gaps.some(({ state }) => state === vmStates.idle)) return Math.max(0, length - window.cpu);
  return undefined;
}

/** Gaps too long for a working thread, which ticks more often even in system calls and in `Atomics.wait`. */
interface Silence {
  readonly shortest: Microseconds;
  /** The part in which the thread was working, by its CPU time: V8 does not log while a profiler runs. */
  readonly unlogged: Microseconds;
  /** The part missing from the event loop's own count, which loses a wait that a signal (SIGCHLD) ends. */
  readonly waited: Microseconds;
}

const shortestSilence: Microseconds = 100_000;
/** Less may be chance: the CPU time is that of the whole process in older Node versions, which also compile and collect beside the thread. */
const leastUnlogged: Microseconds = 500_000;
const leastUnloggedShare = 0.1;

function silenceIn(
  gaps: readonly Gap[],
  window: LogWindow | undefined,
  length: Microseconds,
  worked: Microseconds,
  usual: Microseconds,
): Silence {
  const shortest = Math.max(shortestSilence, 100 * usual);
  const { idle, cpu } = window ?? {};
  const waits = idle ?? (cpu === undefined ? undefined : Math.max(0, length - cpu));
  if (waits === undefined) return { shortest, unlogged: 0, waited: 0 };
  const unexplained = Math.max(0, lengthOf(gaps.filter((gap) => gap.length >= shortest)) - waits);
  const working = Math.min(unexplained, cpu === undefined ? Infinity : Math.max(0, cpu - worked));
  const isLong = working >= Math.max(leastUnlogged, leastUnloggedShare * (length - waits));
  return { shortest, unlogged: isLong ? working : 0, waited: unexplained - working };
}

function lengthOf(gaps: readonly Gap[]): Microseconds {
  return gaps.reduce((sum, gap) => sum + gap.length, 0);
}

/**
 * `steps`: times between ticks. Waits are among the longer ones, so a tenth from below is that of a working thread. Two ticks at once, of
 * signals that had to wait, stand for little more than one.
 */
export function coveredBy(steps: readonly Microseconds[], ticks: number, asked: Microseconds): Microseconds {
  const most = Math.max(asked, atShare(Float64Array.from(steps).sort(), 0.1));
  return steps.reduce((sum, step) => sum + Math.min(step, most), 0) + (ticks - steps.length) * most;
}

/** 0 for an empty list. */
function atShare(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** The first V8 version that Node does not inform about waiting threads: that of Node 26. */
const firstUnreported = 14;
/** A busy thread gets at least one of this many of its ticks, except in long system calls. */
const fewestTicks = 20;

/**
 * How long the thread waited by V8's states. If these show no wait, gaps longer than `longest` count as waits, minus a tick of work; in any case
 * `silentEnd`.
 */
function foundIdle(gaps: readonly Gap[], longest: Microseconds, asked: Microseconds, silentEnd: Gap | undefined): Microseconds {
  const known = gaps.filter(({ idle }) => idle);
  const waits = gaps.filter((gap) => gap === silentEnd || (known.length === 0 && gap.length >= longest));
  return lengthOf(known) + lengthOf(waits) - waits.length * asked;
}

/** Marks the longest gaps as waits, besides those that V8 reported, until they add up to `waited`. */
function markIdle(gaps: readonly Gap[], waited: Microseconds): void {
  let marked = lengthOf(gaps.filter(({ idle }) => idle));
  for (const gap of [...gaps].sort((a, b) => b.length - a.length)) {
    if (marked >= waited) break;
    if (gap.idle) continue;
    gap.idle = true;
    marked += gap.length;
  }
}

/** Rows sorted by time if the clock went back somewhere; undefined if they are in order. */
function inTimeOrder(log: TickLog): Int32Array | undefined {
  const times = log.tickTime;
  let sorted = true;
  const { length, values } = times;
  for (let row = 1; row < length && sorted; row++) sorted = (values[row] as number) >= (values[row - 1] as number);
  if (sorted) return undefined;
  return Int32Array.from({ length: times.length }, (_value, row) => row).sort((a, b) => times.at(a) - times.at(b) || a - b);
}

function lowerBound(length: number, at: (row: number) => number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
