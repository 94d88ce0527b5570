import { stackRows } from "../costs/stack-rows.ts";
import type { TimeSpan } from "../selection/selection.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import { firstFrom } from "../timeline/spans.ts";
import type { BlockPlace } from "../timeline/strip.ts";
import type { Ticks } from "../units.ts";

/** Ticks by line of own code, each with a stack row on that line. */
export type LineTicks = Map<number, { ticks: Ticks; readonly row: number }>;

/** Which lines of own code a thread (index in the profile) ran when: what other code did for them counts, too. */
export class RanLines {
  readonly #profile: SourceProfile;
  readonly #thread: SourceThread;
  /** By stack row that of its innermost own code, and the number of that one's line; -1: none. */
  readonly #own: Int32Array;
  readonly #line: Int32Array;

  constructor(profile: SourceProfile, thread: number) {
    const { own, line } = stackRows(profile).rows[thread];
    [this.#profile, this.#thread, this.#own] = [profile, profile.threads[thread], own];
    this.#line = own.map((row) => (row === -1 ? -1 : line[row]));
  }

  /** Adds the ticks of a span: each shows what ran until then. */
  add({ from, to }: TimeSpan, ticks: LineTicks): LineTicks {
    const { time, stack, weight } = this.#thread.samples;
    for (let sample = firstFrom(time, from); sample < time.length && time[sample] <= to; sample++) {
      const row = stack[sample];
      const line = row === -1 ? -1 : this.#line[row];
      if (line === -1) continue;
      const worth = weight === undefined ? 1 : weight[sample];
      const known = ticks.get(line);
      if (known === undefined) ticks.set(line, { ticks: worth, row: this.#own[row] });
      else known.ticks += worth;
    }
    return ticks;
  }

  within(spans: readonly TimeSpan[]): LineTicks {
    const ticks: LineTicks = new Map();
    for (const span of spans) this.add(span, ticks);
    return ticks;
  }

  /** Most ticks first. */
  places(ticks: LineTicks): readonly BlockPlace[] {
    const rows = [...ticks.values()].toSorted((one, other) => other.ticks - one.ticks);
    return rows.map(({ ticks: worth, row }) => this.#place(row, worth));
  }

  /** The line with most ticks. */
  hottest(ticks: LineTicks): BlockPlace | undefined {
    let best: { readonly ticks: Ticks; readonly row: number } | undefined;
    for (const each of ticks.values()) if (best === undefined || each.ticks > best.ticks) best = each;
    return best && this.#place(best.row, best.ticks);
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
