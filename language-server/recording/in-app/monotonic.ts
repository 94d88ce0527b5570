/** Before the app's tests can replace it by a clock that stands still. */
const now = process.hrtime.bigint.bind(process.hrtime);

/** The machine's monotonic clock in microseconds, the same in all its processes. */
export function monotonicUs(): number {
  return Number(now()) / 1000;
}
