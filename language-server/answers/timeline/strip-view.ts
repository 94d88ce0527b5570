import type { Analysis } from "../../analysis/analyse.ts";
import { stackEnds } from "../../analysis/costs/stack-ends.ts";
import { idleCategory, stackRows, type StackRows } from "../../analysis/costs/stack-rows.ts";
import type { Selection, TimeSpan } from "../../analysis/selection/selection.ts";
import type { SourceProfile, SourceThread } from "../../analysis/sources/source-profile.ts";
import {
  type Block,
  type BlockPlace,
  bands,
  mostColumns,
  type Strip,
  type StripReading,
  type StripThread,
} from "../../analysis/timeline/strip.ts";
import { startupSpan } from "../../analysis/startup/startup-span.ts";
import { type ColumnSpan, type SampleReach, type ThreadColumns, threadColumns } from "../../analysis/timeline/thread-columns.ts";
import type { Ticks } from "../../analysis/units.ts";
import { recordedTime } from "../../opening/recorded-time.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import { loadRow } from "./load-row.ts";
import { missingOf } from "./slowest-requests.ts";
import { threadNoCpu, type TimedRun } from "./no-cpu.ts";
import { runBlocks } from "./run-blocks.ts";

export interface StripParams {
  readonly columns: number;
  /** By default the whole window. */
  readonly span?: TimeSpan | undefined;
}

/** A strip with places as they ran, and what the run lacks for more. */
export interface StripAnswer extends Omit<Strip, "lines"> {
  readonly lines: readonly Pick<BlockPlace, "path" | "line" | "name">[];
  readonly missing: readonly CodedText[];
}

/** Threads × columns at most: a strip of many threads has fewer columns. */
const mostCells = 32 * mostColumns;
/** Of a span, the longest ones: others are too short to be seen among them. */
const mostBlocks = 2000;

/** The time strip of a run. Threads and filter of a selection hold for it; its spans are drawn on it, and cut nothing, nor do its routes. */
export class StripView {
  readonly #opened: TimedRun;
  readonly #analysis: Analysis;

  constructor(opened: TimedRun) {
    this.#opened = opened;
    this.#analysis = opened.analysis;
  }

  /** Null if the run has no times, or none of the threads. */
  draw(selection: Selection, { columns: wanted, span: asked }: StripParams): StripAnswer | null {
    const selected = this.#opened.hasTimes ? this.#analysis.select({ ...selection, spans: null, routes: null }) : null;
    if (selected === null) return null;
    const { length } = recordedTime(this.#opened);
    if (!(length > 0)) return null;
    const { profile } = selected.tables;
    const columns = Math.max(1, Math.min(wanted, Math.floor(mostCells / profile.threads.length)));
    const span: ColumnSpan = { ...spanWithin(asked, length), columns, isEnd: asked === undefined || asked.to >= length };
    const { keys, rows } = stackRows(profile);
    const lines = new LineList(profile, keys.lines);
    const threads = profile.threads.map((thread, index) => {
      const own = rows[index] as StackRows;
      const drawn = threadColumns({
        thread,
        rows: own,
        lineCount: keys.lines.length,
        span,
        reach: this.#reach,
        noCpu: threadNoCpu(this.#opened, thread.id),
      });
      const { interval } = selected.whole.costs;
      return { busy: busyTicks(thread, own), shown: shownThread(thread, interval, span, drawn, lines.numbers(thread, own, drawn.hottest)) };
    });
    return {
      length,
      ...span,
      threads: threads.toSorted((one, other) => other.busy - one.busy).map(({ shown }) => shown),
      lines: lines.lines,
      // They do not depend on what a filter hides.
      blocks: longest(profile.threads.flatMap(({ id }) => within(runBlocks(this.#opened, id), span))),
      listenedAt: startupSpan(this.#opened.run)?.to,
      load: loadRow(this.#opened.tracks, span.from, span.to, columns),
      readings: this.#readings(profile, span),
      missing: missingOf(this.#opened),
    };
  }

  #readings({ threads }: SourceProfile, span: ColumnSpan): StripAnswer["readings"] {
    return this.#opened.tracks.loops.flatMap(({ thread, readings }) => {
      if (!threads.some(({ id }) => id === thread)) return [];
      const values = readings.filter(({ at }) => at >= span.from && at <= span.to);
      return values.length === 0 ? [] : [{ thread, values: worstPerColumn(values, span) }];
    });
  }

  get #reach(): SampleReach {
    const { format, recorder } = this.#opened;
    return format === undefined || recorder === "exact" ? "before" : "after";
  }
}

/** What is asked for as far as it is in the window; else the window. */
function spanWithin(asked: TimeSpan | undefined, length: number): TimeSpan {
  if (asked === undefined || !(asked.from < length) || !(asked.from < asked.to)) return { from: 0, to: length };
  return { from: asked.from, to: Math.min(asked.to, length) };
}

function within(blocks: readonly Block[], { from, to }: TimeSpan): readonly Block[] {
  return blocks.filter((block) => block.to > from && block.from < to);
}

function longest(blocks: readonly Block[]): readonly Block[] {
  const kept = blocks.length <= mostBlocks ? blocks : blocks.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, mostBlocks);
  return kept.toSorted((one, other) => one.from - other.from);
}

/** Of several in a column, the one in which the event loop was latest. */
function worstPerColumn(values: readonly StripReading[], { from, to, columns }: ColumnSpan): readonly StripReading[] {
  if (values.length <= columns) return values;
  const worst = new Map<number, StripReading>();
  for (const value of values) {
    const column = Math.floor(((value.at - from) / (to - from)) * columns);
    if (value.delayP99Ms >= (worst.get(column)?.delayP99Ms ?? 0)) worst.set(column, value);
  }
  return [...worst.values()];
}

/** In the whole window. */
function busyTicks(thread: SourceThread, { category }: StackRows): Ticks {
  const { rows, ticks } = stackEnds(thread);
  let sum = 0;
  for (let end = 0; end < rows.length; end++) {
    const row = rows[end] as number;
    if (row === -1 || category[row] !== idleCategory) sum += ticks[end] as number;
  }
  return sum;
}

function shownThread(
  { id, name }: SourceThread,
  interval: StripThread["interval"],
  { from, to, columns }: ColumnSpan,
  { times, ticks, busyTicks: busy }: ThreadColumns,
  hottest: Int32Array,
): StripThread {
  const shares = bands.map(() => new Uint8Array(columns));
  const perByte = 255 / ((to - from) / columns);
  for (let column = 0; column < columns; column++) {
    // Rounding the sums keeps them at most 255.
    let [sum, before] = [0, 0];
    for (let band = 0; band < bands.length; band++) {
      sum += (times[column * bands.length + band] as number) * perByte;
      const upTo = Math.min(255, Math.round(sum));
      (shares[band] as Uint8Array)[column] = upTo - before;
      before = upTo;
    }
  }
  return {
    id,
    name,
    interval,
    busyTicks: busy,
    shares: shares.map(base64),
    ticks: base64(wholeTicks(ticks)),
    hottest: base64(hottest),
  };
}

/** Whole numbers with the same sum, rounded, also if samples have weights. */
function wholeTicks(ticks: Float64Array): Uint32Array {
  let [sum, before] = [0, 0];
  return Uint32Array.from(ticks, (each) => {
    sum += each;
    const whole = Math.round(sum) - before;
    before += whole;
    return whole;
  });
}

/** Of typed arrays, on the little-endian machines that Node.js runs on. */
function base64({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Int32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** The lines that columns name, each once. */
class LineList {
  readonly lines: StripAnswer["lines"][number][] = [];
  readonly #profile: SourceProfile;
  readonly #places: ReturnType<typeof stackRows>["keys"]["lines"];
  readonly #numbers = new Map<number, number>();

  constructor(profile: SourceProfile, places: ReturnType<typeof stackRows>["keys"]["lines"]) {
    [this.#profile, this.#places] = [profile, places];
  }

  /** Numbers in `lines` of a thread's stack rows. */
  numbers({ stacks }: SourceThread, { line }: StackRows, rows: Int32Array): Int32Array {
    return rows.map((row) => (row === -1 ? -1 : this.#number(line[row] as number, stacks.func[row] as number)));
  }

  #number(key: number, func: number): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const { sources, functions } = this.#profile;
    const path = sources[this.#places.first[key] as number]?.path ?? "";
    const number = this.lines.push({ path, line: this.#places.second[key] as number, name: functions.shownName(func) }) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}
