import type { TimeSpan } from "../selection/selection.ts";
import { spansApart } from "../selection/spans-apart.ts";
import { lengthOf } from "../timeline/span-sets.ts";
import type { BlockPlace } from "../timeline/strip.ts";
import type { Microseconds } from "../units.ts";
import type { ExplainedThread } from "./explained-thread.ts";
import type { LineTicks } from "./ran-lines.ts";
import type { RequestSpans } from "./request-parts.ts";

/** Work that held a request up. */
export interface Culprit {
  /** Index in the marks' routes; -1: a request without one, or none. */
  readonly route: number;
  /** Whether it was for a request. */
  readonly isRequest: boolean;
  /** How many requests of the route it was for. */
  readonly requests: number;
  /** The hottest line of own code in that time; undefined without any. */
  readonly place: BlockPlace | undefined;
  /** Whether no tick fell into that time, so that the line is the one where the route usually is. */
  readonly isUsual: boolean;
  readonly time: Microseconds;
}

/** Whose work ran in these spans, but for the request's own: the one with the most time first. */
export function culpritsOf(thread: ExplainedThread, spans: readonly TimeSpan[], request: number): readonly Culprit[] {
  const found = new Map<string, { route: number; isRequest: boolean; requests: Set<number>; ticks: LineTicks; time: Microseconds }>();
  for (const span of spans) {
    for (const ran of thread.turns.ran(span)) {
      if (ran.request === request) continue;
      const [route, isRequest] = [thread.routeOf(ran.request), ran.request !== 0];
      const key = `${route} ${isRequest}`;
      const culprit = found.get(key) ?? { route, isRequest, requests: new Set(), ticks: new Map(), time: 0 };
      found.set(key, culprit);
      culprit.requests.add(ran.request);
      culprit.time += ran.to - ran.from;
      thread.lines?.add(ran, culprit.ticks);
    }
  }
  return [...found.values()]
    .map(({ route, isRequest, requests, ticks, time }): Culprit => {
      const seen = thread.lines?.hottest(ticks);
      const place = seen ?? thread.usualLines(route)[0];
      return { route, isRequest, requests: isRequest ? requests.size : 0, place, isUsual: seen === undefined, time };
    })
    .toSorted((one, other) => other.time - one.time);
}

/**
 * Whose work held a request up. Time without a processor counts for whose turn it was in, as its ticks are late on a busy machine although it
 * runs; together they have the time of `held`.
 */
export function culpritsOfHeld(thread: ExplainedThread, { held, gc, noCpu }: RequestSpans, request: number): readonly Culprit[] {
  const found = culpritsOf(thread, spansApart([...held, ...gc, ...noCpu]), request);
  const all = found.reduce((sum, { time }) => sum + time, 0);
  const share = all === 0 ? 0 : lengthOf(held) / all;
  return found.map((culprit) => ({ ...culprit, time: culprit.time * share }));
}

/** Adds what a culprit took to what its route and line took before. */
export function addCulprit(found: Map<string, Culprit>, culprit: Culprit, weight: number): void {
  const { route, isRequest, place } = culprit;
  const key = `${route} ${isRequest} ${place?.line} ${place?.path}`;
  const known = found.get(key);
  const [time, requests] = [culprit.time * weight + (known?.time ?? 0), culprit.requests + (known?.requests ?? 0)];
  found.set(key, { ...culprit, time, requests, isUsual: culprit.isUsual && (known?.isUsual ?? true) });
}
