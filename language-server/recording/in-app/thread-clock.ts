import type { ThreadClock } from "./messages.ts";

export function mainClock(): ThreadClock {
  const { user, system } = process.cpuUsage();
  return { idle: performance.eventLoopUtilization().idle, cpu: user + system };
}

/**
 * A worker's waits are cut short by the signal of each tick, and its event loop then loses what it had counted of them (libuv's uv__io_poll on
 * EINTR); the main thread holds the signals back. V8's own state shows that a worker waits, but not from Node 26 (V8 14) on.
 */
export function workerClock(): ThreadClock {
  if (Number.parseInt(process.versions.v8, 10) < 14) return {};
  const { user, system } = process.threadCpuUsage();
  return { cpu: user + system };
}
