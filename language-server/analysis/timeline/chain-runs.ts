import { checkStop } from "../budget.ts";
import { type StackRows, stackRows } from "../costs/stack-rows.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
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

/** Ticks in a row that may lack their callers: V8 loses these now and then, and hardly ever twice. */
const mostCut = 2;

/**
 * Longest runs of ticks whose chains of own functions begin alike. A tick without JavaScript, as of the garbage collector, does not end one;
 * other JavaScript without own code below it does: what own code had been called for is over.
 */
export class ChainRuns {
  readonly #thread: SourceThread;
  readonly #script: StackRows["script"];
  readonly #chains: OwnChains;
  readonly #step: Microseconds;
  /** By stack row its outermost JavaScript function; -1: none. */
  readonly #root: Int32Array;
  /** By function and by row the last run that has it on a stack; a function counts where another called it. */
  readonly #called: Int32Array;
  readonly #seen: Int32Array;
  #run = 0;

  constructor(profile: SourceProfile, thread: number) {
    this.#thread = profile.threads[thread] as SourceThread;
    const rows = stackRows(profile).rows[thread] as StackRows;
    const { stacks } = this.#thread;
    this.#script = rows.script;
    this.#chains = new OwnChains(rows.own, stacks);
    this.#step = usualStep(profile, this.#thread);
    this.#root = new Int32Array(stacks.func.length);
    for (let row = 0; row < this.#root.length; row++) {
      const caller = stacks.prefix[row] as number;
      const root = caller === -1 ? -1 : (this.#root[caller] as number);
      this.#root[row] = root === -1 && rows.script[row] === row ? (stacks.func[row] as number) : root;
    }
    this.#called = new Int32Array(profile.functions.name.length);
    this.#seen = new Int32Array(stacks.func.length);
  }

  within(turn: Stretch): readonly Stretch[] {
    const { stack } = this.#thread.samples;
    const runs: Stretch[] = [];
    for (let sample = turn.start; sample < turn.end; sample++) {
      const row = stack[sample] as number;
      if (row === -1 || this.#chains.of[row] === -1) continue;
      const run = this.#runFrom(sample, turn, runs.at(-1)?.to ?? turn.from);
      runs.push(run);
      sample = run.end - 1;
    }
    return runs;
  }

  /** The run that begins with that sample. */
  #runFrom(start: number, turn: Stretch, earliest: Microseconds): Stretch {
    const { stack, time } = this.#thread.samples;
    this.#run += 1;
    let chain = this.#chains.of[stack[start] as number] as number;
    let last = start;
    let cut = 0;
    let sample = start;
    for (; sample < turn.end; sample++) {
      checkStop(sample);
      const row = stack[sample] as number;
      if (row === -1 || this.#script[row] === -1) continue;
      const here = this.#chains.of[row] as number;
      const common = here === -1 ? -1 : this.#chains.common(chain, here);
      if (common === -1) {
        cut += 1;
        if (cut > mostCut || !this.#lacksCallers(row)) break;
        continue;
      }
      cut = 0;
      chain = common;
      last = sample;
      this.#see(row);
    }
    const next = this.#nextBusy(last + 1, turn.end);
    const until = next < turn.end ? Math.min(time[next] as number, (time[last] as number) + this.#step) : turn.to;
    const from = Math.max(earliest, (time[start] as number) - this.#step / 2);
    return { start, end: last + 1, from, to: Math.max(from, until) };
  }

  /** Whether the outermost function of a stack was called by another in this run. */
  #lacksCallers(row: number): boolean {
    return this.#called[this.#root[row] as number] === this.#run;
  }

  #see(row: number): void {
    const { prefix, func } = this.#thread.stacks;
    for (let at = row; at !== -1 && this.#seen[at] !== this.#run; at = prefix[at] as number) {
      this.#seen[at] = this.#run;
      if (this.#root[at] !== func[at]) this.#called[func[at] as number] = this.#run;
    }
  }

  /** The first sample with JavaScript from there on; `end` if there is none. */
  #nextBusy(start: number, end: number): number {
    const { stack } = this.#thread.samples;
    for (let sample = start; sample < end; sample++)
      if (stack[sample] !== -1 && this.#script[stack[sample] as number] !== -1) return sample;
    return end;
  }
}
