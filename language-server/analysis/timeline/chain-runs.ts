import { type StackRows, stackRows } from "../costs/stack-rows.ts";
import type { SourceProfile, SourceStackTable, SourceThread } from "../sources/source-profile.ts";
import type { Microseconds } from "../units.ts";
import { usualStep } from "./no-cpu.ts";
import { OwnChains } from "./own-chains.ts";

/** Samples from `start` to before `end`, and the time that they stand for. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly from: Microseconds;
  readonly to: Microseconds;
}

/** A stretch with what the chains of its ticks begin with. */
export interface ChainRun extends Stretch {
  readonly chain: number;
}

/** Ticks in a row that may lack their callers: V8 loses these now and then, and hardly ever twice. */
const mostCut = 2;
/** Ticks before in which what was called is looked for. */
const lookedBack = 8;

/**
 * Longest runs of ticks whose chains of own functions begin alike. A tick without JavaScript, as of the garbage collector, does not end one;
 * other JavaScript without own code below it does: what own code had been called for is over.
 */
export class ChainRuns {
  readonly #thread: SourceThread;
  readonly #chains: OwnChains;
  readonly #step: Microseconds;
  /** By stack row the function of its outermost JavaScript frame; -1: none. */
  readonly #root: Int32Array;

  constructor(profile: SourceProfile, thread: number) {
    this.#thread = profile.threads[thread];
    const rows = stackRows(profile).rows[thread];
    const { stacks } = this.#thread;
    this.#chains = new OwnChains(rows.own, stacks);
    this.#step = usualStep(profile, this.#thread);
    this.#root = rootsOf(rows, stacks);
  }

  /** In order. */
  within(turn: Stretch): readonly ChainRun[] {
    const { stack } = this.#thread.samples;
    const { of } = this.#chains;
    const runs: ChainRun[] = [];
    for (let sample = turn.start; sample < turn.end; sample++) {
      const row = stack[sample];
      if (row === -1 || of[row] === -1) continue;
      const { last, chain } = this.#lastOf(sample, turn.end);
      runs.push({ ...this.#stretch(sample, last, turn, runs.at(-1)?.to ?? turn.from), chain });
      sample = last;
    }
    return runs;
  }

  /** The runs in a run whose ticks have one more function in common, in order. */
  parts(run: ChainRun): readonly ChainRun[] {
    const { stack } = this.#thread.samples;
    const parts: ChainRun[] = [];
    let [start, last, chain] = [run.start, run.start, -1];
    const close = (): void => {
      if (chain !== -1) parts.push({ ...this.#stretch(start, last, run, parts.at(-1)?.to ?? run.from), chain });
    };
    for (let sample = run.start; sample < run.end; sample++) {
      const row = stack[sample];
      const here = row === -1 ? -1 : this.#chains.of[row];
      // A tick without own code, or that lacks its callers.
      if (here === -1 || this.#chains.common(run.chain, here) !== run.chain) continue;
      const next = this.#chains.next(run.chain, here);
      if (next !== chain) {
        close();
        [start, chain] = [sample, next];
      }
      last = sample;
    }
    close();
    return parts;
  }

  /** The last sample of the run that begins with that one, and the run's chain. */
  #lastOf(start: number, end: number): { readonly last: number; readonly chain: number } {
    const { stack } = this.#thread.samples;
    const [chains, root] = [this.#chains, this.#root];
    const { of } = chains;
    let chain = of[stack[start]];
    let last = start;
    let cut = 0;
    for (let sample = start + 1; sample < end; sample++) {
      const row = stack[sample];
      if (row === -1 || root[row] === -1) continue;
      const here = of[row];
      const common = here === chain ? chain : chains.common(chain, here);
      if (common === -1) {
        cut += 1;
        if (cut > mostCut || !this.#lacksCallers(row, start, last)) break;
        continue;
      }
      cut = 0;
      chain = common;
      last = sample;
    }
    return { last, chain };
  }

  /** Whether the outermost function of a stack was called by another a moment ago. */
  #lacksCallers(row: number, start: number, last: number): boolean {
    const { prefix, func } = this.#thread.stacks;
    const { stack } = this.#thread.samples;
    const sought = this.#root[row];
    for (let sample = last; sample >= Math.max(start, last - lookedBack); sample--)
      for (let at = stack[sample]; at !== -1; at = prefix[at]) if (func[at] === sought && this.#root[at] !== sought) return true;
    return false;
  }

  /** From a half step before its first tick to the next other one, at most a step after its last. Nothing else may follow in the turn. */
  #stretch(start: number, last: number, turn: Stretch, earliest: Microseconds): Stretch {
    const { time } = this.#thread.samples;
    const next = this.#nextJavaScript(last + 1, turn.end);
    const to = next < turn.end ? Math.min(time[next], time[last] + this.#step) : turn.to;
    const from = Math.max(earliest, time[start] - this.#step / 2);
    return { start, end: last + 1, from, to: Math.max(from, to) };
  }

  /** `end` if there is none. */
  #nextJavaScript(start: number, end: number): number {
    const { stack } = this.#thread.samples;
    for (let sample = start; sample < end; sample++) {
      const row = stack[sample];
      if (row !== -1 && this.#root[row] !== -1) return sample;
    }
    return end;
  }
}

function rootsOf({ script }: StackRows, { prefix, func }: SourceStackTable): Int32Array {
  const root = new Int32Array(func.length);
  for (let row = 0; row < root.length; row++) {
    const caller = prefix[row];
    const before = caller === -1 ? -1 : root[caller];
    root[row] = before === -1 && script[row] === row ? func[row] : before;
  }
  return root;
}
