import type { TimeSpan } from "../selection/selection.ts";
import { spansApart } from "../selection/spans-apart.ts";
import { common, lengthOf, within, without } from "../timeline/span-sets.ts";
import type { Microseconds } from "../units.ts";
import type { ExplainedThread } from "./explained-thread.ts";
import { type PartKind, partKinds } from "./part-kinds.ts";
import { lastIdle } from "./split-waits.ts";

/** When it was what: spans in order and apart, which together are the request's time. */
export type RequestSpans = Readonly<Record<PartKind, readonly TimeSpan[]>>;
/** Their sum is the request's latency. */
export type RequestParts = Readonly<Record<PartKind, Microseconds>>;

/** When a request was handled; `client`: when it was due, and when its client had the answer, if that is known. */
export interface RequestTime {
  readonly request: number;
  readonly client: TimeSpan | undefined;
}

/** Undefined for a request whose end nobody saw. */
export function wholeOf({ marks: { served } }: ExplainedThread, { request, client }: RequestTime): TimeSpan | undefined {
  if (client !== undefined) return client;
  const [from, to] = [served.begin[request - 1], served.end[request - 1]];
  return Number.isNaN(to) ? undefined : { from, to };
}

/** Undefined for a request whose end nobody saw. */
export function requestSpans(thread: ExplainedThread, time: RequestTime): RequestSpans | undefined {
  const whole = wholeOf(thread, time);
  if (whole === undefined) return undefined;
  const { served } = thread.marks;
  const { request } = time;
  const clamp = (moment: Microseconds): Microseconds => Math.min(whole.to, Math.max(whole.from, moment));
  const begin = clamp(served.begin[request - 1]);
  const end = served.end[request - 1];
  const answered = { from: begin, to: Math.max(begin, clamp(Number.isNaN(end) ? whole.to : end)) };
  const ran = thread.turns.of(request, answered);
  const paused = without([answered], ran);
  const { ready, late } = waitSpans(thread, request);
  const waiting = common(paused, ready);
  const afterReady = without(paused, waiting);
  const lateWaits = common(afterReady, late);
  const [lost, rest] = gapSpans(thread, without(afterReady, lateWaits));
  const held = spansApart([...lateWaits, ...lost]);
  const collected = stopped(thread, "gc", answered, [...ran, ...held]);
  const noCpu = without(stopped(thread, "noCpu", answered, [...ran, ...held]), collected);
  const isStopped = spansApart([...collected, ...noCpu]);
  return {
    before: spanOf(whole.from, begin),
    cpu: without(ran, isStopped),
    waiting,
    held: without(held, isStopped),
    gc: collected,
    noCpu,
    after: spanOf(answered.to, whole.to),
    rest,
  };
}

export function partsOf(spans: RequestSpans): RequestParts {
  return Object.fromEntries(partKinds.map((kind) => [kind, lengthOf(spans[kind])])) as RequestParts;
}

/** When any of its waits was not ready, and when any was ready and not gone on with. Parallel ones count once. */
function waitSpans(thread: ExplainedThread, request: number): { readonly ready: readonly TimeSpan[]; readonly late: readonly TimeSpan[] } {
  const { marks, split, isOuter } = thread;
  const { start, end } = marks.waits;
  const [ready, late]: [TimeSpan[], TimeSpan[]] = [[], []];
  for (const row of thread.waitsOf(request)) {
    if (isOuter[row] === 1) continue;
    const from = start[row];
    const until = from + split.waited[row];
    ready.push({ from, to: until });
    late.push({ from: until, to: end[row] });
  }
  return { ready: spansApart(ready), late: spansApart(late) };
}

/** Time in no wait: since the loop was last idle whatever came next may have been ready; what is before that is not explained. */
function gapSpans({ idle }: ExplainedThread, gaps: readonly TimeSpan[]): readonly [held: readonly TimeSpan[], rest: readonly TimeSpan[]] {
  const cuts = gaps.map((gap) => Math.max(gap.from, lastIdle(idle, gap.to)));
  return [gaps.flatMap(({ to }, index) => spanOf(cuts[index], to)), gaps.flatMap(({ from }, index) => spanOf(from, cuts[index]))];
}

function stopped(thread: ExplainedThread, why: "gc" | "noCpu", whole: TimeSpan, busy: readonly TimeSpan[]): readonly TimeSpan[] {
  return common(within(thread[why], whole), spansApart(busy));
}

function spanOf(from: Microseconds, to: Microseconds): readonly TimeSpan[] {
  return from < to ? [{ from, to }] : [];
}
