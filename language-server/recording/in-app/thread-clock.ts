import type { readFileSync } from "node:fs";
import type { OwnCpu, ThreadClock } from "./messages.ts";

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

type Read = Pick<{ readonly readFileSync: typeof readFileSync }, "readFileSync">;

/** Linux counts in hundredths of a second for programs, whatever its own clock. */
const tickUs = 10_000;

/**
 * CPU time of the calling thread alone; undefined on other systems than Linux, and where the app may not read it. `fs`: Node's own, which a
 * script that is evaluated can have from Node 20.16 on only.
 */
export function ownCpu(fs: Read | undefined = builtinFs()): OwnCpu | undefined {
  try {
    return cpuIn(fs?.readFileSync("/proc/thread-self/stat", "latin1") ?? "");
  } catch {
    return undefined;
  }
}

/** What a `stat` of /proc says of a thread or process; undefined if it says nothing. */
export function cpuIn(stat: string): OwnCpu | undefined {
  // The thread's name comes before, and may have any characters.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [Number(fields[11]) * tickUs, Number(fields[12]) * tickUs];
  return user >= 0 && system >= 0 ? { user, system } : undefined;
}

function builtinFs(): Read | undefined {
  return (process as { readonly getBuiltinModule?: (name: "node:fs") => Read }).getBuiltinModule?.("node:fs");
}
