import { answeredRequests, type LoadReport } from "../load/load.ts";
import type { Milliseconds, Share } from "../units.ts";

/** Passes beside that of a run itself, in the order in which they are measured. */
export const askedPasses = ["waits", "routes", "counts", "allocations"] as const;

/**
 * `waits`: rewritten sources report what each request waited for. `routes`: each request is sent alone. `counts`: V8 counts how often code runs.
 * `allocations`: V8 samples what functions allocate. The last two take no samples of time.
 */
export type AskedPass = (typeof askedPasses)[number];

/** Passes in which the app's threads mark requests. */
export type MarkedPass = Extract<AskedPass, "waits" | "routes">;

export function isMarkedPass(kind: AskedPass): kind is MarkedPass {
  return kind === "waits" || kind === "routes";
}

export interface WaitedFacts {
  readonly load?: LoadReport | undefined;
  /** Of the app's main event loop. */
  readonly eventLoopBusy?: Share | undefined;
  readonly cpuMs: Milliseconds;
}

/** By so much its latency is longer than its work. */
const leastFactor = 5;

/** Whether the app was idle for over half of its load although its median request took over five times its CPU time: it waited for something. */
export function hasMostlyWaited({ load, eventLoopBusy = 1, cpuMs }: WaitedFacts): boolean {
  const answered = answeredRequests(load);
  const median = load?.latency.p50Ms;
  return median !== undefined && answered > 0 && cpuMs > 0 && eventLoopBusy < 0.5 && median > (leastFactor * cpuMs) / answered;
}
