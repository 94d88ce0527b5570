import { parentPort, workerData } from "node:worker_threads";
import type { LogTarget } from "../../platform/paths.ts";
import { lowerThreadPriority } from "../../platform/scheduling.ts";
import type { FromTickLogWorker, ToTickLogWorker } from "./tick-log-worker-client.ts";
import { TickLogs } from "./tick-logs.ts";
import { isRefusal } from "../../platform/refusals.ts";

/** Lowers its own priority: the app and its load run at the same time and are being measured. */
const niceness = 5;

// The debug adapter takes the class from here.
export { TickLogs };

const logs = parentPort === null ? undefined : new TickLogs(workerData as LogTarget);
let queue: Promise<void> = Promise.resolve();

if (logs !== undefined) lowerThreadPriority(niceness);
parentPort?.on("message", (message: ToTickLogWorker) => {
  queue = queue.then(() => respond(message));
});

async function respond(message: ToTickLogWorker): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  parentPort?.postMessage(await outcome(message));
}

async function outcome(message: ToTickLogWorker): Promise<FromTickLogWorker> {
  const { id } = message;
  try {
    return { id, result: await work(message) };
  } catch (error) {
    if (!(error instanceof Error)) return { id, error: { message: String(error), stack: "", code: "" } };
    const code = isRefusal(error) ? String(error.code) : "";
    return { id, error: { message: error.message, stack: error.stack ?? "", code } };
  }
}

async function work({ call, args }: ToTickLogWorker): Promise<unknown> {
  if (logs === undefined) return undefined;
  const asked = (call === "close" ? logs[Symbol.asyncDispose] : logs[call]) as (...args: readonly unknown[]) => Promise<unknown>;
  return asked.apply(logs, [...args]);
}
