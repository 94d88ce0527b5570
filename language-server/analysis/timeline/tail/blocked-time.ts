import { checkStop } from "../../budget.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import type { Microseconds } from "../../units.ts";
import { spansApart } from "../../selection/spans-apart.ts";
import { firstFrom, timeWithin } from "../spans.ts";
import type { Block, BlockPlace } from "../strip.ts";

/** A line that blocked the event loop while a request waited: they overlap, which is a fact, and no matter of chance. */
export interface Blocked extends Omit<BlockPlace, "ticks"> {
  /** The part of the request in which it did. */
  readonly time: Microseconds;
  readonly blocks: number;
}

type PlacedBlock = Block & { readonly hottest: BlockPlace };

/** Of a request or a block, whichever is shorter: an edge in common shows nothing. */
const leastCommon = 0.5;

/** How much of a span long garbage collections took. */
export function collectedTime(blocks: readonly Block[]): (span: TimeSpan) => Microseconds {
  const spans = spansApart(blocks.filter(({ kind }) => kind === "gc"));
  const within = timeWithin({ from: Float64Array.from(spans, ({ from }) => from), to: Float64Array.from(spans, ({ to }) => to) });
  return ({ from, to }) => within(from, to);
}

/** Finds which line blocked the loop while requests waited. Only blocks of kind `block` have one for sure. */
export class BlockedTime {
  readonly #blocks: readonly PlacedBlock[];
  readonly #from: Float64Array;
  /** By block the latest end up to it: ascending, also if those of several threads overlap. */
  readonly #reach: Float64Array;

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks
      .flatMap(({ hottest, ...block }) => (block.kind === "block" && hottest !== undefined ? [{ ...block, hottest }] : []))
      .sort((one, other) => one.from - other.from);
    let latest = 0;
    this.#from = Float64Array.from(this.#blocks, ({ from }) => from);
    this.#reach = Float64Array.from(this.#blocks, ({ to }) => (latest = Math.max(latest, to)));
  }

  /** The line that blocked it for most of a span; undefined if none did. */
  within(span: TimeSpan): Blocked | undefined {
    const found = new Map<string, Blocked>();
    const end = firstFrom(this.#from, span.to);
    for (let at = firstFrom(this.#reach, span.from); at < end; at++) {
      checkStop(at);
      const { from, to, hottest } = this.#blocks[at] as PlacedBlock;
      const time = Math.min(to, span.to) - Math.max(from, span.from);
      if (time < leastCommon * Math.min(to - from, span.to - span.from)) continue;
      const { path, line, name } = hottest;
      const key = `${line} ${path}`;
      const before = found.get(key) ?? { path, line, name, time: 0, blocks: 0 };
      found.set(key, { ...before, time: before.time + time, blocks: before.blocks + 1 });
    }
    return [...found.values()].reduce<Blocked | undefined>(
      (most, each) => (most === undefined || each.time > most.time ? each : most),
      undefined,
    );
  }
}
