import { expect } from "vitest";

/** CPU time that a thread of a fixture app received, as reported by `machine-time.js`, in milliseconds. */
export interface MachineTime {
  readonly name: string;
  /** Time on a processor. */
  readonly had: number;
  /** Time waiting for a processor. */
  readonly waited: number;
}

/** For every thread that reported, in order. */
export function machineTimes(output: string): readonly MachineTime[] {
  return [...output.matchAll(/^\{"name".*\}$/gm)].map(([line]) => JSON.parse(line) as MachineTime);
}

/** What the ticks of threads stand for, and the times that these threads reported. */
export interface Worth {
  readonly ms: readonly number[];
  readonly times: readonly MachineTime[];
}

/**
 * A thread's ticks must be worth at least its time on the processor, and at most that plus its time waiting for one, which a clock cannot
 * distinguish from work. Which thread reported is unknown, so all ticks must lie between the smallest and the largest value.
 */
export function expectWorth({ ms, times }: Worth, startMs: number): void {
  const { least, most } = bounds(times, startMs);
  for (const each of ms) {
    expect(each).toBeGreaterThan(least);
    expect(each).toBeLessThan(most);
  }
}

/**
 * Whether `expectWorth` would hold. Where a busy machine keeps the thread waiting in which V8 writes its log, ticks are lost, and what is
 * unwritten when a process is killed: measure again (`undisturbed`).
 */
export function isWorth({ ms, times }: Worth, startMs: number): boolean {
  const { least, most } = bounds(times, startMs);
  return ms.every((each) => each > least && each < most);
}

function bounds(times: readonly MachineTime[], startMs: number): { readonly least: number; readonly most: number } {
  return {
    least: 0.6 * Math.min(...times.map(({ had }) => had)),
    most: 1.4 * Math.max(...times.map(({ had, waited }) => had + waited)) + startMs,
  };
}

/** What a thread received between two of its reports. */
export function machineTimeBetween(from: MachineTime | undefined, to: MachineTime | undefined): MachineTime {
  if (from === undefined || to === undefined) throw new Error("The app did not report its times.");
  return { name: to.name, had: to.had - from.had, waited: to.waited - from.waited };
}
