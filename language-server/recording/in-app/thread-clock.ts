import type { OwnCpu, ThreadClock } from "./messages.ts";
import { ownCpu } from "./own-cpu.ts";

/** Before the app's tests can replace it by a clock that stands still. */
const now = process.hrtime.bigint.bind(process.hrtime);

/** `cpu` is that of the whole process where Node does not know the thread's (before 23.9): also of what compiles and collects beside it. */
export function mainClock(own: OwnCpu | undefined = ownCpu()): ThreadClock {
  const { user, system } = (process as Partial<Pick<NodeJS.Process, "threadCpuUsage">>).threadCpuUsage?.() ?? process.cpuUsage();
  return { idle: performance.eventLoopUtilization().idle, cpu: user + system, own };
}

/**
 * The signal of each tick interrupts a worker's waits, and libuv then loses the idle time it has counted (uv__io_poll on EINTR); the main
 * thread blocks these signals. V8's state shows that a worker is waiting, but not from Node 26 (V8 14) on.
 */
export function workerClock(own: OwnCpu | undefined = ownCpu()): ThreadClock {
  if (Number.parseInt(process.versions.v8, 10) < 14) return { own };
  const { user, system } = process.threadCpuUsage();
  return { cpu: user + system, own };
}

/** The machine's monotonic clock in microseconds, the same in all its processes. */
export function monotonicUs(): number {
  return Number(now()) / 1000;
}
