import { checkStop } from "../budget.ts";
import type { TimeSpan } from "../selection/selection.ts";
import { spansApart } from "../selection/spans-apart.ts";
import { common, lengthOf } from "../timeline/span-sets.ts";
import { firstFrom } from "../timeline/spans.ts";
import type { Microseconds, Share } from "../units.ts";
import type { LoopPolls } from "./loop-polls.ts";
import type { WaitTable } from "./marks.ts";
import type { RequestTurns } from "./request-turns.ts";

/** Waits before one that are looked at; of code without requests there may be any number at once. */
const mostLooked = 500;
/** Of an outer wait that other code may take: at least, and of its length. */
const [leastOther, shareOther]: [Microseconds, Share] = [300, 0.05];
/** Parallel waits end together now and then; one that waits for own code always ends with what that waited for. */
const leastOuter: Share = 0.95;

/**
 * By row 1 for a wait for own code that waits itself, as for an `async` function that was called: it ends when one at another place has ended,
 * before the loop asks again, and waits inside it and its request's own code take all of its time.
 */
export function outerWaits(waits: WaitTable, polls: LoopPolls, turns: RequestTurns): Uint8Array {
  const outer = new Uint8Array(waits.start.length);
  const [all, found] = [new Uint32Array(waits.sites.length), new Uint32Array(waits.sites.length)];
  for (let row = 0; row < outer.length; row++) {
    checkStop(row);
    const site = waits.site[row] as number;
    all[site] = (all[site] as number) + 1;
    if (!endsWithInner(row, waits, polls, turns)) continue;
    outer[row] = 1;
    found[site] = (found[site] as number) + 1;
  }
  return outer.map((isOuter, row) => {
    const site = waits.site[row] as number;
    return isOuter === 1 && (found[site] as number) >= leastOuter * (all[site] as number) ? 1 : 0;
  });
}

function endsWithInner(row: number, { start, end, request, site }: WaitTable, { to }: LoopPolls, turns: RequestTurns): boolean {
  const whole = { from: start[row] as number, to: end[row] as number };
  const own = request[row] as number;
  const next = firstFrom(to, whole.to);
  const asked = (to[next] === whole.to ? to[next] : to[next - 1]) ?? Number.NEGATIVE_INFINITY;
  const inside: TimeSpan[] = [];
  for (let other = row - 1; other >= 0 && row - other <= mostLooked && (end[other] as number) > whole.from; other--) {
    if (request[other] !== own) continue;
    const ended = end[other] as number;
    if (inside.length === 0) {
      if (ended < asked || site[other] === site[row]) return false;
      inside.push({ from: ended, to: whole.to });
    }
    inside.push({ from: Math.max(whole.from, start[other] as number), to: ended });
  }
  if (inside.length === 0) return false;
  const taken = spansApart([...inside, ...(own === 0 ? [] : turns.of(own, whole))]);
  const length = whole.to - whole.from;
  return length - lengthOf(common(taken, [whole])) <= Math.max(leastOther, shareOther * length);
}
