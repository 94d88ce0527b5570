import type { Milliseconds } from "../../../analysis/units.ts";

/**
 * The latencies of the requests that a connection would have sent at its rate while it waited for a late answer (coordinated omission, corrected
 * as in wrk2). `expected`: time between two of its requests.
 */
export function* heldBack(latency: Milliseconds, expected: Milliseconds): Generator<Milliseconds> {
  for (let waited = latency - expected; waited >= expected; waited -= expected) yield waited;
}
