import type { Microseconds } from "../../units.ts";
import { eventKind } from "./perf-events.ts";
import type { PerfHeader, StackSample } from "./perf-samples.ts";
import { grouped } from "../../collections.ts";

/** Used if nothing in the file says how often perf sampled. */
const usualInterval: Microseconds = 1000;

interface SampleLengths {
  /** Duration of each sample. */
  readonly lengths: readonly Microseconds[];
  /** Whether the file does not say how long a sample is. */
  readonly isAssumed: boolean;
}

/**
 * Periods of a clock are nanoseconds. Those of other events are numbers of events: weights whose mean is the interval that the header
 * states, or else that the thread with most samples shows, as all threads are sampled alike. Each kind of core has periods of its own.
 */
export function sampleLengths(samples: readonly StackSample[], header: PerfHeader): SampleLengths {
  const hasPeriods = samples.every(({ period }) => period !== undefined);
  const shown = medianStep(timesOfBusiest(samples));
  const unitOf = new Map<string, Microseconds>();
  let isAssumed = false;
  for (const [event, ofEvent] of grouped(samples, (sample) => sample.event)) {
    const isClock = eventKind(event) === "clock" && hasPeriods && ofEvent.every(({ period }) => (period ?? 0) > 1);
    const interval = isClock ? undefined : (header.interval(event) ?? shown);
    isAssumed ||= !isClock && interval === undefined;
    const mean = hasPeriods ? ofEvent.reduce((sum, { period }) => sum + (period ?? 1), 0) / ofEvent.length : 1;
    unitOf.set(event, isClock ? 1e-3 : (interval ?? usualInterval) / (mean || 1));
  }
  return { lengths: samples.map(({ event, period }) => (hasPeriods ? (period ?? 1) : 1) * (unitOf.get(event) ?? 0)), isAssumed };
}

function timesOfBusiest(samples: readonly StackSample[]): readonly Microseconds[] {
  const byThread = [...grouped(samples, ({ command, thread }) => thread ?? command)];
  // Thread 0 is the idle one, of which each processor has one.
  const running = byThread.filter(([thread]) => thread !== 0);
  const [, busiest] = (running.length === 0 ? byThread : running).reduce((most, each) => (each[1].length > most[1].length ? each : most), [
    0,
    [],
  ] as const);
  return busiest.flatMap(({ time }) => time ?? []);
}

/** perf samples running threads only: pauses must not count as long ticks. */
function medianStep(times: readonly Microseconds[]): Microseconds | undefined {
  const steps = times.flatMap((time, index) => (index === 0 ? [] : [time - (times[index - 1] as number)])).filter((step) => step > 0);
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)];
}
