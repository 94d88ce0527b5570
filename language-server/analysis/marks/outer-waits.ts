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

/** Whether a wait ends with one inside it; `perhaps`: what is known of the loop does not show it. */
type Ending = "inner" | "perhaps" | "own";

/**
 * By row 1 for a wait for own code that waits itself, as for an `async` function that was called: it ends when one at another place has ended,
 * before the loop asks again, and waits inside it and its request's own code take all of its time.
 */
export function outerWaits(waits: WaitTable, polls: LoopPolls, turns: RequestTurns): Uint8Array {
  const outer = new Uint8Array(waits.start.length);
  const [inner, own] = [new Uint32Array(waits.sites.length), new Uint32Array(waits.sites.length)];
  for (let row = 0; row < outer.length; row++) {
    checkStop(row);
    const site = waits.site[row];
    const inside = insideOf(row, waits);
    const ending = endingOf(row, inside, waits, polls, turns);
    if (ending === "inner") inner[site] += 1;
    if (ending === "own") own[site] += 1;
    outer[row] = Number(ending !== "own" && inside.length > 0);
  }
  return outer.map((isOuter, row) => {
    const site = waits.site[row];
    const [some, others] = [inner[site], own[site]];
    return Number(isOuter === 1 && some > 0 && some >= leastOuter * (some + others));
  });
}

/** Rows of the same request's waits that ended while this one lasted, the last one first. */
function insideOf(row: number, { start, end, request }: WaitTable): readonly number[] {
  const inside: number[] = [];
  for (let other = row - 1; other >= 0 && row - other <= mostLooked && end[other] > start[row]; other--)
    if (request[other] === request[row]) inside.push(other);
  return inside;
}

function endingOf(row: number, inside: readonly number[], waits: WaitTable, polls: LoopPolls, turns: RequestTurns): Ending {
  const { start, end, request, site } = waits;
  const whole = { from: start[row], to: end[row] };
  // Of one that began before the window, waits inside are missing.
  if (whole.from < 0) return "perhaps";
  const [last] = inside;
  if (last === undefined) return asksWithin(polls, whole.from, whole.to) === "no" ? "perhaps" : "own";
  if (site[last] === site[row]) return "own";
  const ended = end[last];
  const asks = asksWithin(polls, ended, whole.to);
  if (asks === "yes") return "own";
  const own = request[row];
  const spans: TimeSpan[] = inside.map((other) => ({ from: Math.max(whole.from, start[other]), to: end[other] }));
  const taken = spansApart([{ from: ended, to: whole.to }, ...spans, ...(own === 0 ? [] : turns.of(own, whole))]);
  const length = whole.to - whole.from;
  if (length - lengthOf(common(taken, [whole])) > Math.max(leastOther, shareOther * length)) return "own";
  return asks === "no" ? "inner" : "perhaps";
}

/** Whether the loop asked what is ready, after one moment and until another. */
function asksWithin({ from, to }: LoopPolls, start: Microseconds, end: Microseconds): "yes" | "no" | "perhaps" {
  let asks: "no" | "perhaps" = "no";
  for (let poll = firstFrom(to, start); poll < to.length && from[poll] <= end; poll++) {
    if (to[poll] <= start) continue;
    if (from[poll] >= start && to[poll] <= end) return "yes";
    asks = "perhaps";
  }
  return asks;
}
