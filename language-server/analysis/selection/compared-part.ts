import { spansApart } from "./spans-apart.ts";
import { everything, type Scope, type Selection } from "./selection.ts";
import { noFilter, type StackFilter } from "./stack-filter.ts";
import { commonNames, threadsNamed } from "./thread-names.ts";
import type { Microseconds, Milliseconds } from "../units.ts";

/** What two runs are compared by: threads and routes go by name, as ids differ. A span of one run is none of the other. */
export interface ComparedPart {
  /** Each once. Null: all. */
  readonly threadNames: readonly string[] | null;
  /** As of a selection. */
  readonly routes: Scope["routes"];
  readonly filter: StackFilter;
}

export const wholeRuns: ComparedPart = { threadNames: null, routes: null, filter: noFilter };

type Named = readonly { readonly id: number; readonly name: string }[];

/** A selection as both sides of a comparison can have it: without spans. */
export function comparedPart({ threads, routes, filter }: Selection, all: Named): ComparedPart {
  const chosen = threads && all.filter(({ id }) => threads.includes(id));
  return { threadNames: chosen && [...new Set(commonNames(chosen, all))], routes, filter };
}

/** Undefined if the run has none of the threads. */
export function selectionOfPart({ threadNames, routes, filter }: ComparedPart, all: Named): Selection | undefined {
  if (threadNames === null) return { ...everything, routes, filter };
  const threads = threadsNamed(threadNames, all).map(({ id }) => id);
  return threads.length === 0 ? undefined : { ...everything, threads, routes, filter };
}

/** What is known of a run besides its samples. */
interface WholeFacts {
  readonly cpuMs: Milliseconds;
  readonly load?: unknown;
  readonly threads: readonly { readonly name: string }[];
}

/** Figures of all threads, such as requests and CPU time, say nothing of some: a part has none. */
export function factsOfPart<Facts extends WholeFacts>(run: Facts, { threadNames }: ComparedPart): Facts {
  if (threadNames === null) return run;
  return { ...run, cpuMs: 0, load: undefined, threads: threadsNamed(threadNames, run.threads) };
}

/** The spans of a selection and what is left of the window besides them; undefined if either is nothing. */
export function spansAndRest(
  selection: Selection,
  window: Microseconds,
): { readonly [Side in "spans" | "rest"]: { readonly selection: Selection; readonly length: Microseconds } } | undefined {
  const inside = spansApart(selection.spans ?? []).flatMap(({ from, to }) => (from < window ? [{ from, to: Math.min(to, window) }] : []));
  const edges = [0, ...inside.flatMap(({ from, to }) => [from, to]), window];
  const outside = edges.flatMap((from, at) => {
    const to = edges[at + 1];
    return at % 2 === 0 && to !== undefined && from < to ? [{ from, to }] : [];
  });
  // Samples at the window's very end belong to what ends there.
  const last = (spans: NonNullable<Scope["spans"]>) => spans.map((span) => (span.to === window ? { ...span, to: Number.MAX_VALUE } : span));
  const lengthOf = (spans: NonNullable<Scope["spans"]>): Microseconds => spans.reduce((sum, { from, to }) => sum + to - from, 0);
  if (inside.length === 0 || outside.length === 0) return undefined;
  return {
    spans: { selection: { ...selection, spans: last(inside) }, length: lengthOf(inside) },
    rest: { selection: { ...selection, spans: last(outside) }, length: lengthOf(outside) },
  };
}
