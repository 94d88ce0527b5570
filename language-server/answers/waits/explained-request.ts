import {
  explainedParts,
  meanParts,
  openRequests,
  servedRequests,
  type ServedRequest,
  slowestAndUsual,
  usualRequest,
} from "../../analysis/marks/chosen-requests.ts";
import { addCulprit, type Culprit, culpritsOfHeld } from "../../analysis/marks/culprits.ts";
import type { ExplainedThread } from "../../analysis/marks/explained-thread.ts";
import { matchRequests } from "../../analysis/marks/matched-requests.ts";
import { type RequestParts as Parts, requestSpans } from "../../analysis/marks/request-parts.ts";
import { madeOnce } from "../../analysis/collections.ts";
import type { Microseconds } from "../../analysis/units.ts";
import { type HeldBy, heldBy } from "./line-waits.ts";
import { cpuPartLines, mostPartLines, type PartLine, waitingPartLines } from "./part-lines.ts";
import { type RequestRow, requestRows } from "./request-rows.ts";
import { explainedThreads, type WaitsPass } from "./waits-pass.ts";

/** A request, or the mean of several. `parts` add up to `us`. */
export interface ExplainedSide {
  readonly parts: Parts;
  readonly us: Microseconds;
  /** Most time first; lines of waiting overlap where a request waited for several things at once. */
  readonly cpu: readonly PartLine[];
  readonly waiting: readonly PartLine[];
  readonly held: readonly HeldBy[];
}

/** Times of `rows` are since `fromUs`, which is since the start of the window. */
export interface ExplainedRequest extends ExplainedSide, SlowRequest {
  readonly aborted: boolean;
  readonly pid: number | undefined;
  /** Id of the thread in the run. */
  readonly thread: number;
  /** The client's, and the number of the request on that connection, from 1; 0 if unknown. */
  readonly port: number;
  readonly ordinal: number;
  /** Whether it is known when its client sent it and had its answer; else `us` is the server's part alone. */
  readonly isMatched: boolean;
  /** In time order, at most 500. */
  readonly rows: readonly RequestRow[];
  readonly moreRows: number;
}

/** A request in a list. `id` is what `explainRequest` takes; `request` as the load named it, else its route. */
export interface SlowRequest {
  readonly id: number;
  readonly request: string;
  readonly route: string | undefined;
  readonly us: Microseconds;
  readonly status: number;
  readonly fromUs: Microseconds;
}

/** `unmatched`: answered requests of the load that no thread marked; `open`: served ones whose end nobody saw. Neither is explained. */
export interface SlowRequests {
  readonly requests: number;
  readonly unmatched: number;
  readonly open: number;
  /** Slowest first. */
  readonly rows: readonly SlowRequest[];
}

/** With a usual request of the same route; `previous` is the next slower one, `next` the next faster one. */
export interface Explained {
  readonly one: ExplainedRequest;
  readonly usual: ExplainedRequest | null;
  readonly previous: number | null;
  readonly next: number | null;
}

/** The slowest 1 % beside as many usual ones: means. */
export interface ExplainedSlowest {
  readonly requests: number;
  readonly one: ExplainedSide;
  readonly usual: ExplainedSide;
}

interface PassRequests {
  readonly threads: readonly ExplainedThread[];
  readonly requests: readonly ServedRequest[];
  readonly unmatched: number;
  /** By id the index in `requests`. */
  readonly indices: ReadonlyMap<number, number>;
  /** By route. */
  readonly usual: Map<number, ServedRequest | undefined>;
}

const known = new WeakMap<WaitsPass["marks"], PassRequests>();
/** Ids are the thread's index and the request's number in it. */
const requestsInThread = 2 ** 30;

export function slowRequests(pass: WaitsPass, most: number): SlowRequests {
  const { requests, threads, unmatched } = passRequests(pass);
  return {
    requests: requests.length,
    unmatched,
    open: openRequests(threads.map(({ marks }) => marks)),
    rows: requests.slice(0, most).map((request) => slowRequest(pass, request)),
  };
}

/** Null if there is no such request. */
export function explainRequest(pass: WaitsPass, id: number): Explained | null {
  const { requests, threads, indices, usual: usualOf } = passRequests(pass);
  const index = indices.get(id) ?? -1;
  const one = requests[index];
  if (one === undefined) return null;
  const route = (threads[one.thread] as ExplainedThread).routeOf(one.request);
  const usual = madeOnce(usualOf, route, () => usualRequest(threads, requests, route));
  const [previous, next] = [requests[index - 1], requests[index + 1]];
  return {
    one: explained(pass, one),
    usual: usual === undefined || usual === one ? null : explained(pass, usual),
    previous: previous === undefined ? null : idOf(previous),
    next: next === undefined ? null : idOf(next),
  };
}

/** Null without requests. */
export function explainSlowest(pass: WaitsPass): ExplainedSlowest | null {
  const { threads, requests } = passRequests(pass);
  if (requests.length === 0) return null;
  const { slowest, usual } = slowestAndUsual(threads, requests);
  return { requests: Math.ceil(requests.length / 100), one: meanSide(pass, slowest), usual: meanSide(pass, usual) };
}

function passRequests(pass: WaitsPass): PassRequests {
  return madeOnce(known, pass.marks, () => {
    const threads = explainedThreads(pass);
    const { requests: sent, load } = pass.tracks;
    const matched = matchRequests(sent, pass.marks.threads);
    const requests = servedRequests(threads, sent, matched, load);
    const indices = new Map(requests.map((request, index) => [idOf(request), index]));
    return { threads, requests, indices, usual: new Map(), unmatched: matched.unmatched };
  });
}

function idOf({ thread, request }: ServedRequest): number {
  return thread * requestsInThread + request;
}

function slowRequest(pass: WaitsPass, served: ServedRequest): SlowRequest {
  const { threads } = passRequests(pass);
  const thread = threads[served.thread] as ExplainedThread;
  const { begin, status } = thread.marks.served;
  const route = pass.marks.routes[thread.routeOf(served.request)];
  const { requests: sent } = pass.tracks;
  const label = sent?.labels[sent.request[served.row] ?? -1];
  return {
    id: idOf(served),
    request: label ?? route ?? "",
    route,
    us: served.latency,
    status: status[served.request - 1] as number,
    fromUs: served.client?.from ?? (begin[served.request - 1] as number),
  };
}

function explained(pass: WaitsPass, served: ServedRequest): ExplainedRequest {
  const { threads } = passRequests(pass);
  const thread = threads[served.thread] as ExplainedThread;
  const { aborted, port, ordinal } = thread.marks.served;
  const slow = slowRequest(pass, served);
  const row = served.request - 1;
  const { rows, more } = requestRows(pass, thread, served, slow.fromUs);
  return {
    ...slow,
    ...meanSide(pass, [served]),
    aborted: aborted[row] === 1,
    pid: pass.run.threads.find(({ id }) => id === thread.marks.thread)?.pid,
    thread: thread.marks.thread,
    port: port[row] as number,
    ordinal: ordinal[row] as number,
    isMatched: served.client !== undefined,
    rows,
    moreRows: more,
  };
}

/** What each of the requests has, divided by their number. */
function meanSide(pass: WaitsPass, requests: readonly ServedRequest[]): ExplainedSide {
  const { threads } = passRequests(pass);
  const culprits = new Map<string, Culprit>();
  const weight = 1 / Math.max(1, requests.length);
  const [cpu, waiting]: [PartLine[], PartLine[]] = [[], []];
  for (const served of requests) {
    const thread = threads[served.thread] as ExplainedThread;
    const spans = requestSpans(thread, served);
    if (spans === undefined) continue;
    for (const culprit of culpritsOfHeld(thread, spans, served.request)) addCulprit(culprits, culprit, weight);
    cpu.push(...cpuPartLines(thread, spans, served.request));
    waiting.push(...waitingPartLines(pass, thread, served.request));
  }
  const parts = meanParts(requests.map((each) => explainedParts(threads, each)));
  return {
    parts,
    us: Object.values(parts).reduce((sum, each) => sum + each, 0),
    cpu: added(cpu, weight),
    waiting: added(waiting, weight),
    held: heldBy(pass, [...culprits.values()]).slice(0, mostPartLines),
  };
}

/** Of one line and text together; most time first. */
function added(lines: readonly PartLine[], weight: number): readonly PartLine[] {
  const found = new Map<string, PartLine>();
  for (const line of lines) {
    const key = `${line.line} ${line.path} ${line.text}`;
    const before = found.get(key);
    found.set(key, {
      ...line,
      isInferred: line.isInferred && (before?.isInferred ?? true),
      us: (before?.us ?? 0) + line.us * weight,
      times: (before?.times ?? 0) + line.times * weight,
    });
  }
  return [...found.values()].toSorted((one, other) => other.us - one.us).slice(0, mostPartLines);
}
