import type { TimeSpan } from "../selection/selection.ts";
import type { Milliseconds } from "../units.ts";

/** `start 3`, `start 3 worker 1` */
const startName = /^start (\d+)\b/;

/** How many starts a selection of threads (ids; null for all) is of; 0 for a run that is not of starts. */
export function selectedStarts(
  run: {
    readonly startup?: { readonly starts: number } | undefined;
    readonly threads: readonly { readonly id: number; readonly name: string }[];
  },
  selected: readonly number[] | null,
): number {
  if (run.startup === undefined) return 0;
  if (selected === null) return run.startup.starts;
  const names = run.threads.flatMap(({ id, name }) => (selected.includes(id) ? (startName.exec(name)?.[1] ?? []) : []));
  return new Set(names).size;
}

/** A run that knows when its first server listened; what came before is its start-up. */
export interface HasStartup {
  readonly listenedAtMs?: Milliseconds | undefined;
}

/** From the first line to the first server; undefined for a run that began later, or of which all is its start. */
export function startupSpan({ listenedAtMs }: HasStartup): TimeSpan | undefined {
  return listenedAtMs === undefined ? undefined : { from: 0, to: Math.max(1, listenedAtMs * 1000) };
}

/** Whether that span is what is selected. */
export function isStartup(spans: readonly TimeSpan[] | null, run: HasStartup): boolean {
  const [only, ...others] = spans ?? [];
  const startup = startupSpan(run);
  return only !== undefined && others.length === 0 && startup !== undefined && only.from === startup.from && only.to === startup.to;
}
