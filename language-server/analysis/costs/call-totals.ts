import { checkStop, inSteps } from "../budget.ts";
import type { NumberPairs } from "../profile/number-pairs.ts";
import { type CostKeys, firsts, inferredCall } from "./stack-rows.ts";
import { addingOrder, type CountedThread, passingTicks, sum, tickColumn } from "./thread-ticks.ts";
import type { TickColumn } from "../units.ts";

/** Links between two things (a line and its callees, a function and its callers), counted once per sample. */
export interface LinkTicks {
  readonly ticks: TickColumn;
  /** 1 if a sample has it at an inferred place. */
  readonly inferred: Uint8Array;
}

/** What called what, by row of `CostKeys`: seldom asked for. */
export class CallTotals {
  readonly natives: TickColumn;
  /** Of those with ticks the order in which they occur. */
  readonly seenNatives = new Map<number, number>();
  readonly lineCallees: LinkTicks;
  readonly callees: LinkTicks;
  readonly callers: LinkTicks;

  constructor(keys: CostKeys, threads: readonly CountedThread[], isWeighted: boolean) {
    const links = ({ length }: NumberPairs): LinkTicks => ({ ticks: tickColumn(length, isWeighted), inferred: new Uint8Array(length) });
    this.natives = tickColumn(keys.natives.length, isWeighted);
    [this.lineCallees, this.callees, this.callers] = [links(keys.lineCallees), links(keys.callees), links(keys.callers)];
    for (const thread of threads) {
      const { rows, ticks } = thread;
      this.#addNatives(thread);
      const all = passingTicks(rows, ticks);
      addLinks(rows.lineCallee, this.lineCallees, all, thread, firsts.lineCallee, inferredCall.lineCallee);
      addLinks(rows.callee, this.callees, all, thread, firsts.callee, 0);
      addLinks(rows.callerSite, this.callers, all, thread, firsts.caller, inferredCall.caller);
    }
  }

  #addNatives({ rows: { native }, ticks: { leafTicks } }: CountedThread): void {
    native.forEach((key, row) => {
      checkStop(row);
      if (key === -1 || leafTicks[row] === 0) return;
      if (this.natives[key] === 0) this.seenNatives.set(key, this.seenNatives.size);
      sum(this.natives, key, leafTicks[row]);
    });
  }
}

function addLinks(
  links: Int32Array,
  { ticks, inferred }: LinkTicks,
  all: TickColumn,
  thread: CountedThread,
  first: number,
  guessed: number,
): void {
  const { bits } = thread.rows;
  const order = addingOrder(thread.rows, thread.ticks);
  inSteps(links.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = order === undefined ? at : order[at];
      const link = links[row];
      if (link === -1 || all[row] === 0) continue;
      if ((bits[row] & first) !== 0) sum(ticks, link, all[row]);
      if ((bits[row] & guessed) !== 0) inferred[link] = 1;
    }
  });
}
