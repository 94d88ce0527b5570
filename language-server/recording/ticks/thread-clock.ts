import type { LogWindow } from "../../analysis/tick-log/tick-log-decoder.ts";
import type { ThreadClock } from "../in-app/messages.ts";
import type { Microseconds } from "../../analysis/units.ts";

/** The clock of a thread that has not started yet. */
export const unstarted: ThreadClock = { idle: 0, cpu: 0 };

/** What was counted between two readings. */
export function spentBetween(start: ThreadClock, end: ThreadClock): Pick<LogWindow, "idle" | "cpu"> {
  const idle = difference(start.idle, end.idle);
  return { idle: idle === undefined ? undefined : idle * 1000, cpu: difference(start.cpu, end.cpu) };
}

function difference(start: number | undefined, end: number | undefined): number | undefined {
  return start === undefined || end === undefined ? undefined : Math.max(0, end - start);
}

/** The machine's monotonic clock, the same in all its processes. */
export function monotonicUs(): Microseconds {
  return Number(process.hrtime.bigint()) / 1000;
}
