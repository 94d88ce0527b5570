import { categories } from "../costs/costs.ts";
import { idleCategory, stackRows } from "../costs/stack-rows.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Microseconds, TickColumn, Ticks } from "../units.ts";
import type { Stretch } from "./chain-runs.ts";
import { longestGcStep } from "./no-cpu.ts";
import type { BlockPlace } from "./strip.ts";

const gcCategory = categories.indexOf("gc");

/** What a thread did in some of its samples. */
export interface StretchTicks {
  /** Of all but waits and garbage collection. */
  readonly code: Ticks;
  /** Time in garbage collection, of which ticks may be missing. */
  readonly gc: Microseconds;
  /** The line of own code that most ticks are attributed to. */
  readonly hottest: BlockPlace | undefined;
}

/** Adds up the ticks of stretches of a thread (index in the profile). */
export class TicksOfStretches {
  readonly #profile: SourceProfile;
  readonly #thread: SourceThread;
  readonly #idle: Uint8Array;
  readonly #gc: Uint8Array;
  /** By stack row that of its innermost own code with a line, and the number of that line; -1: none. */
  readonly #own: Int32Array;
  readonly #line: Int32Array;
  /** By line; all 0 between two stretches. */
  readonly #ticks: TickColumn;

  constructor(profile: SourceProfile, thread: number) {
    const { keys, rows } = stackRows(profile);
    const { own, line, category } = rows[thread];
    this.#profile = profile;
    this.#thread = profile.threads[thread];
    this.#idle = category.map((each) => (each === idleCategory ? 1 : 0));
    this.#gc = category.map((each) => (each === gcCategory ? 1 : 0));
    this.#own = own;
    this.#line = own.map((row) => (row === -1 ? -1 : line[row]));
    this.#ticks = this.#thread.samples.weight === undefined ? new Int32Array(keys.lines.length) : new Float64Array(keys.lines.length);
  }

  of({ start, end, from }: Omit<Stretch, "to">): StretchTicks {
    const { stack, time, weight } = this.#thread.samples;
    const [lineOf, ticks, idle, isGc] = [this.#line, this.#ticks, this.#idle, this.#gc];
    const lines: number[] = [];
    const firsts: number[] = [];
    let [code, gc, before] = [0, 0, from];
    for (let sample = start; sample < end; sample++) {
      const row = stack[sample];
      const worth = weight === undefined ? 1 : weight[sample];
      if (row !== -1 && isGc[row] === 1) gc += Math.min(time[sample] - before, longestGcStep);
      else if (row === -1 || idle[row] === 0) code += worth;
      before = time[sample];
      const line = row === -1 ? -1 : lineOf[row];
      if (line === -1) continue;
      if (ticks[line] === 0) {
        lines.push(line);
        firsts.push(row);
      }
      ticks[line] += worth;
    }
    let best = -1;
    for (let at = 0; at < lines.length; at++) if (best === -1 || ticks[lines[at]] > ticks[lines[best]]) best = at;
    const hottest = best === -1 ? undefined : this.#place(this.#own[firsts[best]], ticks[lines[best]]);
    for (const line of lines) ticks[line] = 0;
    return { code, gc, hottest };
  }

  /** The line that ran last in a call before a pause in it, if the same function runs next. The pause has no ticks of it. */
  around(pause: Pick<Stretch, "start" | "end">, call: Pick<Stretch, "start" | "end">): BlockPlace | undefined {
    const before = this.#nextOwn(pause.start - 1, call.start - 1);
    const after = this.#nextOwn(pause.end, call.end);
    const { func } = this.#thread.stacks;
    return before === -1 || after === -1 || func[before] !== func[after] ? undefined : this.#place(before, 0);
  }

  /** The row of own code of the first sample that has some, from one to before another, which may be an earlier one; -1: none. */
  #nextOwn(from: number, end: number): number {
    const { stack } = this.#thread.samples;
    const step = from < end ? 1 : -1;
    for (let sample = from; sample !== end; sample += step) {
      const row = stack[sample];
      if (row !== -1 && this.#line[row] !== -1) return this.#own[row];
    }
    return -1;
  }

  #place(row: number, ticks: Ticks): BlockPlace {
    const { functions, sources } = this.#profile;
    const { stacks } = this.#thread;
    const func = stacks.func[row];
    const source = stacks.source[row];
    const path = sources[source === -1 ? functions.source[func] : source]?.path ?? "";
    return { path, line: stacks.line[row], name: functions.shownName(func), ticks };
  }
}
