import { idleCategory, type StackRows, stackRows } from "../costs/stack-rows.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { TickColumn, Ticks } from "../units.ts";
import type { Stretch } from "./chain-runs.ts";
import type { BlockPlace } from "./strip.ts";

/** What a thread did in some of its samples. */
export interface StretchTicks {
  readonly busy: Ticks;
  /** The line of own code that most ticks are attributed to. */
  readonly hottest: BlockPlace | undefined;
}

/** Adds up the ticks of stretches of a thread (index in the profile). */
export class TicksOfStretches {
  readonly #profile: SourceProfile;
  readonly #thread: SourceThread;
  readonly #idle: Uint8Array;
  /** By stack row that of its innermost own code with a line, and the number of that line; -1: none. */
  readonly #own: Int32Array;
  readonly #line: Int32Array;
  /** By line; all 0 between two stretches. */
  readonly #ticks: TickColumn;

  constructor(profile: SourceProfile, thread: number) {
    const { keys, rows } = stackRows(profile);
    const { own, line, category } = rows[thread] as StackRows;
    this.#profile = profile;
    this.#thread = profile.threads[thread] as SourceThread;
    this.#idle = category.map((each) => (each === idleCategory ? 1 : 0));
    this.#own = own;
    this.#line = own.map((row) => (row === -1 ? -1 : (line[row] as number)));
    this.#ticks = this.#thread.samples.weight === undefined ? new Int32Array(keys.lines.length) : new Float64Array(keys.lines.length);
  }

  of({ start, end }: Pick<Stretch, "start" | "end">): StretchTicks {
    const { stack, weight } = this.#thread.samples;
    const [lineOf, ticks, idle] = [this.#line, this.#ticks, this.#idle];
    const lines: number[] = [];
    const firsts: number[] = [];
    let busy = 0;
    for (let sample = start; sample < end; sample++) {
      const row = stack[sample] as number;
      const worth = weight === undefined ? 1 : (weight[sample] as number);
      if (row === -1 || idle[row] === 0) busy += worth;
      const line = row === -1 ? -1 : (lineOf[row] as number);
      if (line === -1) continue;
      if (ticks[line] === 0) {
        lines.push(line);
        firsts.push(row);
      }
      ticks[line] = (ticks[line] as number) + worth;
    }
    let best = -1;
    for (let at = 0; at < lines.length; at++)
      if (best === -1 || (ticks[lines[at] as number] as number) > (ticks[lines[best] as number] as number)) best = at;
    const hottest =
      best === -1 ? undefined : this.#place(this.#own[firsts[best] as number] as number, ticks[lines[best] as number] as number);
    for (const line of lines) ticks[line] = 0;
    return { busy, hottest };
  }

  #place(row: number, ticks: Ticks): BlockPlace {
    const { functions, sources } = this.#profile;
    const { stacks } = this.#thread;
    const func = stacks.func[row] as number;
    const source = stacks.source[row] as number;
    const path = sources[source === -1 ? (functions.source[func] as number) : source]?.path ?? "";
    return { path, line: stacks.line[row] as number, name: functions.shownName(func), ticks };
  }
}
