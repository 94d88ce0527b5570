import type { Microseconds } from "../units.ts";
import type { ChainRun } from "./chain-runs.ts";

/** Shorter runs show nothing: what follows a block is mostly short. */
const shortestSide: Microseconds = 10_000;
/** So about half of the ends are not counted. */
const missedEnds = 2;
/** With fewer ends a turn, a turn is mostly one call. */
const fewestEnds = 0.1;
/** Runs as long by chance in the whole recording at most. */
const mostByChance = 0.5;

interface ChainEnds {
  /** Those with a run of the chain. */
  turns: number;
  ends: number;
  /** Of its runs in turns with ends. */
  time: Microseconds;
}

/**
 * Ticks see the end of some calls and not of others. In a server that is never idle a late turn is many short calls of one function, and a run
 * between two ends that were seen may be several of them. How often ends are seen in such turns shows how long it may be by chance.
 */
export class SeenEnds {
  /** By chain. */
  readonly #chains = new Map<number, ChainEnds>();

  /** The runs of a late turn, in order. */
  add(runs: readonly ChainRun[]): void {
    const inTurn = new Map<number, ChainEnds>();
    let before: ChainRun | undefined;
    for (const run of runs) {
      if (isSide(run)) {
        const known = inTurn.get(run.chain) ?? { turns: 1, ends: 0, time: 0 };
        known.time += run.to - run.from;
        // A tick between them is of other code; next to each other they are parts of a run in which V8 lost callers.
        if (before?.chain === run.chain && isSide(before) && before.end < run.start) known.ends += 1;
        inTurn.set(run.chain, known);
      }
      before = run;
    }
    for (const [chain, { ends, time }] of inTurn) {
      const all = this.#chains.get(chain) ?? { turns: 0, ends: 0, time: 0 };
      this.#chains.set(chain, { turns: all.turns + 1, ends: all.ends + ends, time: all.time + (ends > 0 ? time : 0) });
    }
  }

  /** Whether a run is longer than chance would make of shorter calls. */
  isOneCall({ chain, from, to }: ChainRun): boolean {
    const { turns, ends, time } = this.#chains.get(chain) ?? { turns: 0, ends: 0, time: 0 };
    if (ends === 0 || ends < fewestEnds * turns) return true;
    const likely = ends * missedEnds;
    return (likely + turns) * Math.exp((-likely * (to - from)) / time) < mostByChance;
  }
}

function isSide({ from, to }: ChainRun): boolean {
  return to - from >= shortestSide;
}
