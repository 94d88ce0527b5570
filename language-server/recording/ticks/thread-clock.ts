import type { LogWindow } from "../../analysis/importers/v8-log.ts";
import type { Microseconds, Milliseconds } from "../../analysis/units.ts";
import type { AppThreadTarget } from "../session/recorder.ts";

/** What a thread itself has counted since it began; undefined where it does not, or did not answer. */
export interface ThreadClock {
  /** How long its event loop waited. */
  readonly idle?: Milliseconds | undefined;
  /** Of the main thread, that of the whole process. */
  readonly cpu?: Microseconds | undefined;
}

/** Of a thread that is yet to begin. */
export const unstarted: ThreadClock = { idle: 0, cpu: 0 };

/** How long a thread may take to answer. */
const answerLimitMs = 2000;

export const mainClockScript = `(() => {
  const { user, system } = process.cpuUsage();
  return { idle: performance.eventLoopUtilization().idle, cpu: user + system };
})()`;

/**
 * A worker's waits are cut short by the signal of each tick, and its event loop then loses what it had counted of them (libuv's uv__io_poll on
 * EINTR); the main thread holds the signals back. V8 tells by its own state that a worker waits, but not from Node 26 (V8 14) on.
 */
export const workerClockScript = `(() => {
  if (Number.parseInt(process.versions.v8, 10) < 14) return {};
  const { user, system } = process.threadCpuUsage();
  return { cpu: user + system };
})()`;

export async function readThreadClock(thread: AppThreadTarget): Promise<ThreadClock> {
  const expression = thread.isMain ? mainClockScript : workerClockScript;
  const answer = thread.send("Runtime.evaluate", { expression, returnByValue: true, silent: true }).then(clockIn, () => ({}));
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<ThreadClock>((resolve) => {
    timer = setTimeout(resolve, answerLimitMs, {});
  });
  const clock = await Promise.race([answer, tooLong]);
  clearTimeout(timer);
  return clock;
}

/** Between two readings. */
export function spentBetween(start: ThreadClock, end: ThreadClock): Pick<LogWindow, "idle" | "cpu"> {
  const idle = difference(start.idle, end.idle);
  return { idle: idle === undefined ? undefined : idle * 1000, cpu: difference(start.cpu, end.cpu) };
}

/** A thread that is leaving answers by an error instead. */
function clockIn({ result }: Record<string, unknown>): ThreadClock {
  const { value } = (result ?? {}) as { readonly value?: unknown };
  return typeof value === "object" && value !== null ? value : {};
}

function difference(start: number | undefined, end: number | undefined): number | undefined {
  return start === undefined || end === undefined ? undefined : Math.max(0, end - start);
}
