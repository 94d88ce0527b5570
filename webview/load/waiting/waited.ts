import type { LoadFormState } from "../incoming.ts";

/** Until then an app is only said to be recorded: most listen, or end, by then. */
export const patienceSeconds = 3;
/** From then on it is said what may keep it from listening. */
export const adviceSeconds = 10;

/** How long an app that was started has not listened on a port; undefined if it has, or if none is waited for. `now`: ms since 1970. */
export function waitedSeconds({ phase, origins, startedAt }: LoadFormState, now: number): number | undefined {
  const waits = (phase === "starting" || phase === "recording") && origins.length === 0;
  return waits && startedAt !== undefined ? Math.max(0, Math.round((now - startedAt) / 1000)) : undefined;
}
