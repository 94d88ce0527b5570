import type { Microseconds } from "../../../analysis/units.ts";

/** Two clocks of the machine at one moment. */
export interface ClockReading {
  readonly monotonicUs: Microseconds;
  /** Since 1970. */
  readonly wallUs: Microseconds;
}

/** Reads both where the clock of day, which has whole milliseconds, steps: within a few microseconds, and after three milliseconds at most. */
export function readClocks(): ClockReading {
  let least = Infinity;
  let last: ClockReading = { monotonicUs: 0, wallUs: 0 };
  for (let step = 0; step < 3; step++) {
    const before = Date.now();
    let now = before;
    let readUs = 0;
    do {
      now = Date.now();
      readUs = monotonicUs();
    } while (now === before);
    const reading = { monotonicUs: readUs, wallUs: now * 1000 };
    // A process that had to wait between the two reads it late.
    if (offsetOf(reading) < least) last = reading;
    least = Math.min(least, offsetOf(reading));
  }
  return last;
}

/** What added to the clock of day gives the monotonic one. */
export function offsetOf({ monotonicUs: monotonic, wallUs }: ClockReading): Microseconds {
  return monotonic - wallUs;
}

/** Largest part of a time by which a clock of day is adjusted without being set (adjtimex: 500 ppm), with an error of the readings. */
const slew = 0.001;
const readingError: Microseconds = 2000;

/** The offset at a time of the clock of day between two readings, which is adjusted steadily; undefined if the clock was set in between. */
export function offsetBetween(began: ClockReading, ended: ClockReading): ((wallUs: Microseconds) => Microseconds) | undefined {
  const elapsed = ended.monotonicUs - began.monotonicUs;
  const drift = offsetOf(ended) - offsetOf(began);
  if (Math.abs(drift) > readingError + slew * elapsed) return undefined;
  return (wallUs) => offsetOf(began) + (drift * (wallUs - began.wallUs)) / Math.max(1, ended.wallUs - began.wallUs);
}

/** The machine's monotonic clock, the same in all its processes. */
export function monotonicUs(): Microseconds {
  return Number(process.hrtime.bigint()) / 1000;
}
