import { noRoute } from "../selection/no-route.ts";
import type { Scope, TimeSpan } from "../selection/selection.ts";
import type { Microseconds } from "../units.ts";

/** As in `SourceProfile.threads` and a run's summary. */
export interface NamedThread {
  readonly id: number;
  readonly name: string;
}

/** More are only counted. */
export const mostNamed = 3;

/** `run-worker-1-6.1-6.9s`: a run's name in the file of what is selected of it, to be proposed; without an extension. */
export function exportName(name: string, scope: Scope, threads: readonly NamedThread[]): string {
  return [name, ...threadNames(scope, threads), ...routeNames(scope), ...spanNames(scope)]
    .map((part) => part.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replaceAll(/^-+|-+$/g, "") || "run")
    .join("-");
}

/** Names of the chosen threads, each once, in the run's order. */
export function chosenNames({ threads }: Pick<Scope, "threads">, all: readonly NamedThread[]): readonly string[] {
  return [...new Set(all.filter(({ id }) => threads?.includes(id)).map(({ name }) => name))];
}

/** To a millisecond; a span of a few ones to a microsecond, so that it is not shown as empty or as another. */
export function secondsOf({ from, to }: TimeSpan): { readonly from: number; readonly to: number } {
  const rounded = (time: Microseconds): number => Number((time / 1e6).toFixed(to - from < 10_000 ? 6 : 3));
  return { from: rounded(from), to: rounded(to) };
}

function threadNames(scope: Scope, all: readonly NamedThread[]): readonly string[] {
  const names = chosenNames(scope, all);
  return names.length > mostNamed ? [`${names.length}-threads`] : names;
}

function routeNames({ routes }: Scope): readonly string[] {
  const names = routes ?? [];
  return names.length > mostNamed ? [`${names.length}-routes`] : names.map((name) => (name === noRoute ? "no-route" : name));
}

/** `6.1-6.9s` of each span. */
export function spanNames({ spans }: Pick<Scope, "spans">): readonly string[] {
  const all = spans ?? [];
  if (all.length > mostNamed) return [`${all.length}-spans`];
  return all.map(secondsOf).map(({ from, to }) => `${from}-${to}s`);
}
