import { checkStop } from "../budget.ts";
import type { TimeSpan } from "../selection/selection.ts";
import { spansApart } from "../selection/spans-apart.ts";
import { common, lengthOf } from "../timeline/span-sets.ts";
import type { Spans } from "../timeline/spans.ts";
import type { Microseconds } from "../units.ts";
import type { WaitTable } from "./marks.ts";
import type { RequestTurns } from "./request-turns.ts";
import { lastIdle } from "./split-waits.ts";

/** Waits before one that are looked at; of code without requests there may be any number at once. */
const mostLooked = 500;
/** Of an outer wait that other code may take: at least, and of its length. */
const [leastOther, shareOther]: [Microseconds, number] = [300, 0.05];

/**
 * By row 1 for a wait for own code that waits itself, as for an `async` function that was called: it ends when one at another place has ended,
 * before anything else happens, and waits inside it and its request's own code take all of its time.
 */
export function outerWaits(waits: WaitTable, idle: Spans, turns: RequestTurns): Uint8Array {
  const outer = new Uint8Array(waits.start.length);
  for (let row = 0; row < outer.length; row++) {
    checkStop(row);
    if (isOuter(row, waits, idle, turns)) outer[row] = 1;
  }
  return outer;
}

function isOuter(row: number, { start, end, request, site }: WaitTable, idle: Spans, turns: RequestTurns): boolean {
  const whole = { from: start[row] as number, to: end[row] as number };
  const own = request[row] as number;
  const inside: TimeSpan[] = [];
  let hasEnded = false;
  const from = lastIdle(idle, whole.to);
  for (let other = row - 1; other >= 0 && row - other <= mostLooked && (end[other] as number) > whole.from; other--) {
    if (request[other] !== own) continue;
    const ended = end[other] as number;
    hasEnded ||= ended >= from && site[other] !== site[row] && turns.isAlone(own, ended, whole.to);
    if (!hasEnded) return false;
    inside.push({ from: Math.max(whole.from, start[other] as number), to: ended });
  }
  if (!hasEnded) return false;
  const taken = spansApart([...inside, ...(own === 0 ? [] : turns.of(own, whole))]);
  const length = whole.to - whole.from;
  return length - lengthOf(common(taken, [whole])) <= Math.max(leastOther, shareOther * length);
}
