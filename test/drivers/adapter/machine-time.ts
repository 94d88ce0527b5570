import { expect } from "vitest";

/** What the machine gave a thread of a fixture app, as `machine-time.js` tells it, in milliseconds. */
export interface MachineTime {
  readonly name: string;
  /** How long it had a processor. */
  readonly had: number;
  /** How long it stood in line for one. */
  readonly waited: number;
}

/** Of every thread that told, in the order in which they did. */
export function machineTimes(output: string): readonly MachineTime[] {
  return [...output.matchAll(/^\{"name".*\}$/gm)].map(([line]) => JSON.parse(line) as MachineTime);
}

/**
 * A thread's ticks are worth what it worked: no less than the processor that it had, and no more than that and its time in line for one, which
 * nobody can tell from work by a clock. Which thread told what is not known, so the least and the most of all must hold them.
 */
export function expectWorth(ms: readonly number[], times: readonly MachineTime[], startMs: number): void {
  const least = Math.min(...times.map(({ had }) => had));
  const most = Math.max(...times.map(({ had, waited }) => had + waited));
  for (const each of ms) {
    expect(each).toBeGreaterThan(0.6 * least);
    expect(each).toBeLessThan(1.4 * most + startMs);
  }
}

/** What a thread was given between two of its tellings. */
export function machineTimeBetween(from: MachineTime | undefined, to: MachineTime | undefined): MachineTime {
  if (from === undefined || to === undefined) throw new Error("The app did not tell its times.");
  return { name: to.name, had: to.had - from.had, waited: to.waited - from.waited };
}
