import type { TimeSpan } from "../selection/selection.ts";
import type { Milliseconds } from "../units.ts";

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
