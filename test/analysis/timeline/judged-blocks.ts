import type { Block } from "../../../language-server/analysis/timeline/strip.ts";
import { shortestBlock } from "../../../language-server/analysis/timeline/blocks.ts";
import type { Line, Microseconds } from "../../../language-server/analysis/units.ts";

/** A block as the app itself clocked it. */
export interface PlantedBlock {
  /** Mark of its line. */
  readonly line: string;
  readonly from: Microseconds;
  readonly to: Microseconds;
  /** CPU time in it. */
  readonly cpu: Microseconds;
}

/** How what was found compares with what was planted: numbers of blocks. */
export interface JudgedBlocks {
  /** Planted ones of over 50 ms. */
  readonly planted: number;
  readonly found: number;
  /** Those that are found, or of which is said that there was no processor. */
  readonly reported: number;
  /** Of those, with the right line, and with a length within a tenth. */
  readonly rightLine: number;
  readonly rightLength: number;
  /** Of the planted ones, those that had no processor for a fifth of their time, and of these those of which a tenth or more is said. */
  readonly starved: number;
  readonly saidNoCpu: number;
  /** Reported where nothing was planted. */
  readonly invented: number;
}

type Span = Pick<Block, "from" | "to">;

/** `lines`: that of each mark. */
export function judgedBlocks(blocks: readonly Block[], all: readonly PlantedBlock[], lines: ReadonlyMap<string, Line>): JudgedBlocks {
  const planted = all.filter(({ from, to }) => to - from > shortestBlock);
  const pairs = planted.map((each) => ({ each, reported: blocks.filter((block) => overlap(block, each) > lengthOf(each) / 2) }));
  const found = pairs.flatMap(({ each, reported }) => {
    const block = reported.find(({ kind }) => kind === "block");
    return block === undefined ? [] : [{ each, block }];
  });
  const starved = pairs.filter(({ each }) => each.cpu < 0.8 * lengthOf(each));
  return {
    planted: planted.length,
    found: found.length,
    reported: pairs.filter(({ reported }) => reported.some(({ kind }) => kind !== "busyTurn")).length,
    rightLine: found.filter(({ each, block }) => block.hottest?.line === lines.get(each.line)).length,
    rightLength: found.filter(({ each, block }) => Math.abs(lengthOf(block) / lengthOf(each) - 1) <= 0.1).length,
    starved: starved.length,
    saidNoCpu: starved.filter(({ reported }) => reported.some((block) => (block.withoutCpu ?? 0) > lengthOf(block) / 10)).length,
    invented: blocks.filter((block) => block.kind === "block" && !all.some((each) => overlap(block, each) > lengthOf(block) / 2)).length,
  };
}

function overlap(one: Span, other: Span): Microseconds {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
}

function lengthOf({ from, to }: Span): Microseconds {
  return to - from;
}
