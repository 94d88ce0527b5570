import { closeSync, existsSync, openSync, readFileSync, unlinkSync } from "node:fs";
import path from "node:path";
import type * as V8 from "node:v8";
import { threadId, Worker } from "node:worker_threads";
import { type NodeShim, shimFile } from "./child-start.ts";

/** Where the app's processes report themselves, below the session's folder: there until the session ends. */
export const reportsFolder = "reports";
/** Where V8 writes its logs, below the session's folder. */
const logsFolder = "ticks";
/** Make V8 open an unnamed temporary file as the log of each further isolate. With a log per isolate it would be a name in the app's folder. */
const unnamedLog = ["--no-logfile-per-isolate", "--logfile=+"];

/** The least limit on the size of a file, in bytes, with which V8's log is tried: an isolate begins it with 2 MB. */
export const leastLog = 16 * 1024 * 1024;

/** Whether this process may only write files that are too small for V8's log (`ulimit -f`). Only Linux reports it. */
export function hasSmallFiles(): boolean {
  try {
    const [, bytes = "Infinity"] = /^Max file size\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1")) ?? [];
    return Number(bytes) < leastLog;
  } catch {
    return false;
  }
}

/** Whether the session that a shim belongs to is still open. */
export function isSessionOpen({ folder }: Pick<NodeShim, "folder">): boolean {
  return existsSync(path.join(path.dirname(folder), reportsFolder));
}

/**
 * Whether V8 can open a log for a new process or worker. Where it cannot, it would write the log to the app's stdout: its folder was deleted,
 * cannot be written to, or is full, or the session has ended.
 */
export function canLog({ folder, platform }: Pick<NodeShim, "folder" | "platform">): boolean {
  if (!existsSync(path.join(folder, shimFile))) return false;
  // There it is a pipe.
  if (platform === "win32") return true;
  const file = path.join(path.dirname(folder), logsFolder, `.try-${process.pid}-${threadId}`);
  try {
    closeSync(openSync(file, "w", 0o600));
    unlinkSync(file);
    return true;
  } catch (error) {
    // V8 itself is not subject to Node's permission model.
    return error instanceof Error && "code" in error && error.code === "ERR_ACCESS_DENIED";
  }
}

/**
 * V8's flags are those of the process: the log of a worker that starts where no log can be opened goes to a file without a name, not to the
 * app's stdout. A worker's constructor listens to `newListener` before its thread starts, in Node 18 to 26.
 */
export function followWorkers(shims: readonly NodeShim[]): void {
  const { prototype } = Worker as { readonly prototype: { on: (event: string, ...rest: unknown[]) => unknown } };
  const { on } = prototype;
  // recorder-frames.ts knows this function by name: what it calls belongs to the app.
  const counted = function (this: unknown, event: string, ...rest: unknown[]): unknown {
    if (event === "newListener" && !shims.some(canLog))
      unnamedLog.forEach((flag) => (require("node:v8") as typeof V8).setFlagsFromString(flag));
    return on.call(this, event, ...rest);
  };
  Object.defineProperty(prototype, "on", { value: counted, configurable: true, writable: true });
}
