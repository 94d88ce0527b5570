import os from "node:os";
import type { Milliseconds } from "../../analysis/units.ts";

/** A moment, as the machine's clock and the time since its start tell it. */
export interface MachineMoment {
  readonly now: Milliseconds;
  readonly upFor: Milliseconds;
}

/** By how much a clock that is set may seem to move the start of the machine. */
const clockChange: Milliseconds = 3_600_000;

export function machineMoment(): MachineMoment {
  return { now: Date.now(), upFor: os.uptime() * 1000 };
}

/** Whether the machine has started since. False where that is not sure: after less than an hour. */
export function hasStartedSince(then: MachineMoment, { now, upFor }: MachineMoment = machineMoment()): boolean {
  return upFor < then.upFor || now - upFor > then.now - then.upFor + clockChange;
}
