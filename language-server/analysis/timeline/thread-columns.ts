import { inSteps } from "../budget.ts";
import type { StackRows } from "../costs/stack-rows.ts";
import type { TimeSpan } from "../selection/selection.ts";
import type { SourceThread } from "../sources/source-profile.ts";
import type { Microseconds, Ticks } from "../units.ts";
import { firstFrom, type Spans } from "./spans.ts";
import { bands } from "./strip.ts";

/** A span that is cut into columns of equal length. `isEnd`: nothing follows it, so that a sample at its very end is in the last column. */
export interface ColumnSpan extends TimeSpan {
  readonly columns: number;
  readonly isEnd: boolean;
}

/**
 * What a sample stands for: `before`, the time since the sample before it, as V8 ticks late and not too often; `after`, its own length, as
 * in files whose samples say how long they last.
 */
export type SampleReach = "before" | "after";

/** One thread in columns. */
export interface ThreadColumns {
  /** Time by column and band: `column * bands.length + band`. */
  readonly times: Float64Array;
  /** Busy ticks by column; a tick belongs to the column of its time, with its whole weight. */
  readonly ticks: Float64Array;
  readonly busyTicks: Ticks;
  /** By column a stack row of the line of own code that had most of its time, what it called counted in; -1: none. */
  readonly hottest: Int32Array;
}

const bandCount = bands.length;
const idleBand = bands.indexOf("idle");
const noCpuBand = bands.indexOf("noCpu");
const programBand = bands.indexOf("program");

/** What is cut into columns. `lineCount`: keys of lines. */
export interface ColumnSource {
  readonly thread: Pick<SourceThread, "samples" | "interval">;
  readonly rows: Pick<StackRows, "category" | "own" | "line">;
  readonly lineCount: number;
  readonly span: ColumnSpan;
  readonly reach: SampleReach;
  /** Spans without a processor take the time of samples. */
  readonly noCpu: Spans;
}

/** Only samples near the span are looked at. */
export function threadColumns(source: ColumnSource): ThreadColumns {
  const { thread, span, reach } = source;
  const { time } = thread.samples;
  const first = firstSample(time, span.from, reach);
  const sums = new ColumnSums(source, first);
  inSteps(time.length - first, (from, to) => sums.addSamples(first + from, first + to));
  return sums.finish();
}

/** The first that may reach into what begins at `from`. */
function firstSample(time: Float64Array, from: Microseconds, reach: SampleReach): number {
  const first = firstFrom(time, from);
  if (reach === "before" || first === 0) return first;
  // Samples at one time follow one another.
  return firstFrom(time, time[first - 1]);
}

/** Adds up samples, which come in order: the stretches that they stand for do not overlap. */
class ColumnSums {
  readonly #thread: Pick<SourceThread, "samples" | "interval">;
  readonly #rows: Pick<StackRows, "category" | "own" | "line">;
  readonly #span: ColumnSpan;
  readonly #reach: SampleReach;
  readonly #noCpu: Spans;
  readonly #width: Microseconds;
  readonly #times: Float64Array;
  readonly #ticks: Float64Array;
  readonly #hottest: Int32Array;
  /** Of the column that is being added up, time by the key of a line. */
  readonly #lineTime: Float64Array;
  /** By stack row the key of the innermost line of own code; -1: none. */
  readonly #ownLine: Int32Array;
  /** A stack row of each line with time. */
  readonly #seen: Int32Array;
  #seenCount = 0;
  #column = 0;
  /** Where the stretch of the sample before ends. */
  #end: Microseconds;
  #busyTicks: Ticks = 0;
  #quietFrom: Microseconds = 0;
  #quietTo: Microseconds = 0;
  /** The first time without a processor that has not ended. */
  #lost = 0;

  constructor({ thread, rows, lineCount, span, reach, noCpu }: ColumnSource, first: number) {
    [this.#thread, this.#rows, this.#span, this.#reach, this.#noCpu] = [thread, rows, span, reach, noCpu];
    const { time } = thread.samples;
    this.#width = (span.to - span.from) / span.columns;
    this.#times = new Float64Array(span.columns * bandCount);
    this.#ticks = new Float64Array(span.columns);
    this.#hottest = new Int32Array(span.columns).fill(-1);
    this.#lineTime = new Float64Array(lineCount);
    this.#ownLine = rows.own.map((own) => (own === -1 ? -1 : rows.line[own]));
    this.#seen = new Int32Array(lineCount);
    this.#end = first > 0 ? time[first - 1] : Math.max(0, (time[0] ?? 0) - thread.interval);
    this.#lost = firstFrom(noCpu.to, span.from);
  }

  addSamples(from: number, to: number): void {
    const { stack, time, weight } = this.#thread.samples;
    const { interval } = this.#thread;
    const { category } = this.#rows;
    const ownLine = this.#ownLine;
    const { from: origin, to: last, isEnd } = this.#span;
    const times = this.#times;
    const ticks = this.#ticks;
    const lineTime = this.#lineTime;
    const seen = this.#seen;
    let seenCount = this.#seenCount;
    const isAfter = this.#reach === "after";
    let end = this.#end;
    let column = this.#column;
    let busyTicks = this.#busyTicks;
    // Most samples are within one column, and before the next time without a processor.
    this.#findQuiet(end);
    let low = this.#quietFrom;
    let high = this.#quietTo;
    for (let sample = from; sample < to; sample++) {
      const at = time[sample];
      const start = isAfter && at > end ? at : end;
      if (start >= last && at > last) break;
      const worth = weight === undefined ? 1 : weight[sample];
      end = isAfter ? start + worth * interval : at > end ? at : end;
      const row = stack[sample];
      // What a filter left out is busy, as in every composition.
      const band = row === -1 ? programBand : category[row];
      const isInside = start >= low && end <= high;
      if (isInside) {
        const cell = column * bandCount + band;
        times[cell] = times[cell] + end - start;
        const key = row === -1 ? -1 : ownLine[row];
        if (key !== -1) {
          const known = lineTime[key];
          if (known === 0) seen[seenCount++] = row;
          lineTime[key] = known + end - start;
        }
      } else if (end > origin && start < last) {
        this.#seenCount = seenCount;
        this.#add(start > origin ? start : origin, end < last ? end : last, band, row);
        seenCount = this.#seenCount;
        column = this.#column;
        this.#findQuiet(end);
        low = this.#quietFrom;
        high = this.#quietTo;
      }
      if (band === idleBand || at < origin || (at >= last && !(isEnd && at === last))) continue;
      const ticked = isInside && at < high && at >= low ? column : this.#columnAt(at);
      ticks[ticked] += worth;
      busyTicks += worth;
    }
    this.#seenCount = seenCount;
    this.#end = end;
    this.#busyTicks = busyTicks;
  }

  finish(): ThreadColumns {
    this.#close();
    return { times: this.#times, ticks: this.#ticks, busyTicks: this.#busyTicks, hottest: this.#hottest };
  }

  /** What of the column is neither before a moment nor in or after the next time without a processor. */
  #findQuiet(moment: Microseconds): void {
    const { from: origin, to: last, columns } = this.#span;
    const { from, to } = this.#noCpu;
    while (this.#lost < to.length && to[this.#lost] <= moment) this.#lost++;
    this.#quietFrom = Math.max(origin + this.#column * this.#width, moment);
    this.#quietTo = this.#column === columns - 1 ? last : origin + (this.#column + 1) * this.#width;
    if (this.#lost < from.length) this.#quietTo = Math.min(this.#quietTo, from[this.#lost]);
  }

  #columnAt(at: Microseconds): number {
    return Math.min(this.#span.columns - 1, Math.floor((at - this.#span.from) / this.#width));
  }

  /** Across columns and time without a processor. */
  #add(start: Microseconds, end: Microseconds, band: number, row: number): void {
    const lost = this.#noCpu;
    let from = start;
    while (from < end) {
      while (this.#lost < lost.to.length && lost.to[this.#lost] <= from) this.#lost++;
      const isLost = this.#lost < lost.from.length && lost.from[this.#lost] <= from;
      const until = this.#lost < lost.from.length ? Math.min(end, (isLost ? lost.to : lost.from)[this.#lost]) : end;
      if (isLost) this.#addPart(from, until, noCpuBand, -1);
      else this.#addPart(from, until, band, row);
      from = until;
    }
  }

  #addPart(start: Microseconds, end: Microseconds, band: number, row: number): void {
    const { from: origin, columns } = this.#span;
    const key = row === -1 ? -1 : this.#ownLine[row];
    let from = start;
    for (let column = this.#columnAt(from); from < end; column++) {
      const edge = column >= columns - 1 ? end : Math.min(end, origin + (column + 1) * this.#width);
      const length = edge - from;
      // Rounding may place a start before its column.
      if (length <= 0) continue;
      if (column !== this.#column) {
        this.#close();
        this.#column = column;
      }
      const cell = column * bandCount + band;
      this.#times[cell] += length;
      from = edge;
      if (key === -1) continue;
      if (this.#lineTime[key] === 0) this.#seen[this.#seenCount++] = row;
      this.#lineTime[key] += length;
    }
  }

  #close(): void {
    let best = -1;
    let most = 0;
    for (let index = 0; index < this.#seenCount; index++) {
      const row = this.#seen[index];
      const key = this.#ownLine[row];
      const length = this.#lineTime[key];
      this.#lineTime[key] = 0;
      if (length <= most) continue;
      best = this.#rows.own[row];
      most = length;
    }
    this.#seenCount = 0;
    this.#hottest[this.#column] = best;
  }
}
