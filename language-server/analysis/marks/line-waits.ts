import { checkStop } from "../budget.ts";
import { madeOnce } from "../collections.ts";
import type { TimeSpan } from "../selection/selection.ts";
import { spansApart } from "../selection/spans-apart.ts";
import { common, lengthOf, without } from "../timeline/span-sets.ts";
import type { Microseconds } from "../units.ts";
import { addCulprit, type Culprit, culpritsOf } from "./culprits.ts";
import type { ExplainedThread } from "./explained-thread.ts";

/** What was awaited at a line, and for how long in all. */
interface AwaitedThere {
  /** Index in the thread's `waits.awaited`; -1: not known. */
  readonly what: number;
  readonly times: number;
  readonly waited: Microseconds;
  readonly held: Microseconds;
}

/** Waits of one line in one thread, of those that have a row. */
export interface LineSums {
  readonly times: number;
  /** Parallel waits of a request count once. */
  readonly waited: Microseconds;
  readonly held: Microseconds;
  /** The same for waits in requests that began and were answered in the window, and in how many of those there were any. */
  readonly inRequests: { readonly requests: number; readonly times: number; readonly waited: Microseconds; readonly held: Microseconds };
  /** How many of them waited for own code that waits itself. */
  readonly outer: number;
  /** Most time first. */
  readonly awaited: readonly AwaitedThere[];
  /** Most time first. */
  readonly culprits: readonly Culprit[];
}

interface Sums {
  times: number;
  outer: number;
  waited: Microseconds;
  held: Microseconds;
  readonly inRequests: { requests: number; times: number; waited: Microseconds; held: Microseconds };
  readonly awaited: Map<number, { what: number; times: number; waited: Microseconds; held: Microseconds }>;
  /** When something was ready. */
  readonly late: { readonly span: TimeSpan; readonly request: number }[];
}

/** Hold-ups of a line whose culprits are looked for. */
const mostLate = 2000;

/** By line: `lineOf` has the line of each site, -1 for those that are left out. */
export function lineSums(thread: ExplainedThread, lineOf: Int32Array): ReadonlyMap<number, LineSums> {
  const lines = new Map<number, Sums>();
  const requests = thread.marks.served.begin.length;
  for (let request = 0; request <= requests; request++) {
    checkStop(request);
    const rows = new Map<number, number[]>();
    for (const row of thread.waitsOf(request)) {
      const line = lineOf[thread.marks.waits.site[row]];
      if (line !== -1) madeOnce(rows, line, (): number[] => []).push(row);
    }
    for (const [line, ofLine] of rows) addRequest(thread, madeOnce(lines, line, noSums), request, ofLine);
  }
  return new Map(
    [...lines].map(([line, { late, awaited, ...sums }]) => {
      const found = [...awaited.values()].toSorted((one, other) => other.waited + other.held - one.waited - one.held);
      return [line, { ...sums, awaited: found, culprits: culpritsOfLine(thread, late) }];
    }),
  );
}

function noSums(): Sums {
  const inRequests = { requests: 0, times: 0, waited: 0, held: 0 };
  return { times: 0, outer: 0, waited: 0, held: 0, inRequests, awaited: new Map(), late: [] };
}

function addRequest(thread: ExplainedThread, sums: Sums, request: number, rows: readonly number[]): void {
  const { what } = thread.marks.waits;
  const [ready, late]: [TimeSpan[], TimeSpan[]] = [[], []];
  let [eachWaited, eachHeld] = [0, 0];
  for (const row of rows) {
    const own = waitSpans(thread, request, row);
    ready.push(...own.ready);
    late.push(...own.late);
    const [waited, held] = [lengthOf(own.ready), lengthOf(own.late)];
    eachWaited += waited;
    eachHeld += held;
    const there = madeOnce(sums.awaited, what[row], () => ({ what: what[row], times: 0, waited: 0, held: 0 }));
    there.times += 1;
    there.waited += waited;
    there.held += held;
    sums.outer += thread.isOuter[row];
  }
  const readyApart = spansApart(ready);
  const lateApart = without(spansApart(late), readyApart);
  // Code of no request does many things at once that have nothing to do with one another.
  const waited = request === 0 ? eachWaited : lengthOf(readyApart);
  const held = request === 0 ? eachHeld : lengthOf(lateApart);
  sums.times += rows.length;
  sums.waited += waited;
  sums.held += held;
  for (const span of lateApart) sums.late.push({ span, request });
  if (!isWhole(thread, request)) return;
  sums.inRequests.requests += 1;
  sums.inRequests.times += rows.length;
  sums.inRequests.waited += waited;
  sums.inRequests.held += held;
}

/** Whether a request began and was answered in the window: of others some waits are missing. */
function isWhole({ marks: { served } }: ExplainedThread, request: number): boolean {
  const row = request - 1;
  return request > 0 && served.begin[row] >= 0 && !Number.isNaN(served.end[row]) && served.aborted[row] === 0;
}

/** Of an outer wait those of the waits inside it. */
function waitSpans(
  thread: ExplainedThread,
  request: number,
  row: number,
): { readonly ready: readonly TimeSpan[]; readonly late: readonly TimeSpan[] } {
  const { start, end } = thread.marks.waits;
  const { waited } = thread.split;
  const whole = { from: start[row], to: end[row] };
  const spanOf = (from: Microseconds, to: Microseconds): readonly TimeSpan[] => (from < to ? [{ from, to }] : []);
  if (thread.isOuter[row] === 0 || request === 0) {
    const until = whole.from + waited[row];
    return { ready: spanOf(whole.from, until), late: spanOf(until, whole.to) };
  }
  const [ready, late]: [TimeSpan[], TimeSpan[]] = [[], []];
  for (const inner of thread.waitsOf(request)) {
    if (thread.isOuter[inner] === 1 || end[inner] <= whole.from || end[inner] > whole.to) continue;
    const until = start[inner] + waited[inner];
    ready.push(...spanOf(start[inner], until));
    late.push(...spanOf(until, end[inner]));
  }
  const inside = common(spansApart(ready), [whole]);
  return { ready: inside, late: without(common(spansApart(late), [whole]), inside) };
}

/** Of many hold-ups some are looked at, evenly: they stand for all, so that the culprits' times never exceed that. */
function culpritsOfLine(thread: ExplainedThread, late: Sums["late"]): readonly Culprit[] {
  const step = Math.max(1, late.length / mostLate);
  const chosen = Array.from({ length: Math.min(late.length, mostLate) }, (_, at) => late[Math.floor(at * step)]);
  const timeOf = (hold: Sums["late"]): Microseconds => hold.reduce((sum, { span }) => sum + span.to - span.from, 0);
  const weight = timeOf(late) / timeOf(chosen);
  const found = new Map<string, Culprit>();
  for (const { span, request } of chosen) {
    for (const culprit of culpritsOf(thread, [span], request)) addCulprit(found, culprit, weight);
  }
  return [...found.values()].toSorted((one, other) => other.time - one.time);
}
