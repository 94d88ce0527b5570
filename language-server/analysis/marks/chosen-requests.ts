import { grouped } from "../collections.ts";
import type { ThreadMarks } from "./marks.ts";
import type { ExplainedThread } from "./explained-thread.ts";
import { clientTime, type MatchedRequests, type SentRequests } from "./matched-requests.ts";
import { partKinds } from "./part-kinds.ts";
import { partsOf, requestSpans, type RequestParts, type RequestTime, wholeOf } from "./request-parts.ts";
import { isCutOff } from "../timeline/tracks.ts";
import type { Microseconds, Share } from "../units.ts";

/** A request that a thread (index among the explained ones) served, with the load's request that it is; -1: none. */
export interface ServedRequest extends RequestTime {
  readonly thread: number;
  readonly row: number;
  /** As the client measured it; else from its handlers' call to its answer. */
  readonly latency: Microseconds;
}

/** The slowest share of requests that is reported as one. */
const slowestShare: Share = 0.01;
/** Requests around the usual one of which it is the most ordinary; and those that a mean is of at most. */
const [around, mostOfMean] = [10, 300];

/**
 * Requests that can be explained, the slowest first. If any is the load's, only those are, as only their clients know how long they took; what the
 * load's end cut off is none. `span`: they began in it, as far as it is known which part of the load was measured.
 */
export function servedRequests(
  threads: readonly ExplainedThread[],
  sent: SentRequests | undefined,
  { rows, matched }: MatchedRequests,
  span: { readonly from: Microseconds; readonly to: Microseconds } | undefined,
): readonly ServedRequest[] {
  const found = threads.flatMap((thread, index) =>
    Array.from({ length: thread.marks.served.begin.length }, (_, served): ServedRequest | undefined => {
      const row = rows[index][served];
      if (matched > 0 ? row === -1 || isCutOff(sent?.outcome[row]) : isLost(thread, served)) return undefined;
      const time = { request: served + 1, client: clientTime(sent, row) };
      const whole = wholeOf(thread, time);
      if (whole === undefined || (span !== undefined && (whole.from < span.from || whole.from >= span.to))) return undefined;
      return { ...time, thread: index, row, latency: whole.to - whole.from };
    }).filter((each) => each !== undefined),
  );
  return found.toSorted((one, other) => other.latency - one.latency);
}

/** Whether its client went before any of the answer was sent, as at the end of a load. */
function isLost({ marks: { served } }: ExplainedThread, row: number): boolean {
  return served.aborted[row] === 1 && served.status[row] === 0;
}

/** Of a route (index), the request whose latency is the median; of those around it the one whose parts are nearest to their mean. */
export function usualRequest(
  threads: readonly ExplainedThread[],
  requests: readonly ServedRequest[],
  route: number,
): ServedRequest | undefined {
  const same = requests.filter(({ thread, request }) => threads[thread].routeOf(request) === route);
  const middle = same.length >> 1;
  const near = same.slice(Math.max(0, middle - around), middle + around + 1);
  const parts = near.map((each) => explainedParts(threads, each));
  const mean = meanParts(parts);
  let best: ServedRequest | undefined;
  let least = Number.POSITIVE_INFINITY;
  near.forEach((each, index) => {
    const own = parts[index];
    const distance = partKinds.reduce((sum, kind) => sum + Math.abs(own[kind] - mean[kind]), 0);
    if (distance < least) [best, least] = [each, distance];
  });
  return best;
}

/** The slowest 1 %, and as many around the median one of the same routes. Evenly chosen ones, if there are many. */
export function slowestAndUsual(
  threads: readonly ExplainedThread[],
  requests: readonly ServedRequest[],
): { readonly slowest: readonly ServedRequest[]; readonly usual: readonly ServedRequest[] } {
  const count = Math.ceil(requests.length * slowestShare);
  const routeOf = ({ thread, request }: ServedRequest): number => threads[thread].routeOf(request);
  const others = grouped(requests.slice(count), routeOf);
  const usual = [...grouped(requests.slice(0, count), routeOf)].flatMap(([route, { length }]) => {
    const same = others.get(route) ?? [];
    const from = Math.max(0, (same.length >> 1) - (length >> 1));
    return same.slice(from, from + length);
  });
  return { slowest: someOf(requests.slice(0, count)), usual: someOf(usual) };
}

export function meanParts(parts: readonly RequestParts[]): RequestParts {
  const mean = (kind: (typeof partKinds)[number]): Microseconds =>
    parts.reduce((sum, each) => sum + each[kind], 0) / Math.max(1, parts.length);
  return Object.fromEntries(partKinds.map((kind) => [kind, mean(kind)])) as RequestParts;
}

export function explainedParts(threads: readonly ExplainedThread[], request: ServedRequest): RequestParts {
  const spans = requestSpans(threads[request.thread], request);
  return spans === undefined ? meanParts([]) : partsOf(spans);
}

function someOf(requests: readonly ServedRequest[]): readonly ServedRequest[] {
  const step = Math.max(1, requests.length / mostOfMean);
  return Array.from({ length: Math.min(requests.length, mostOfMean) }, (_, index) => requests[Math.floor(index * step)]);
}

/** Requests without an end, of which nothing is reported. */
export function openRequests(threads: readonly Pick<ThreadMarks, "served">[]): number {
  return threads.reduce((sum, { served }) => sum + served.end.reduce((open, end) => open + (Number.isNaN(end) ? 1 : 0), 0), 0);
}
