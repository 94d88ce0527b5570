import { readFileSync } from "node:fs";
import path from "node:path";
import type { Milliseconds } from "../../analysis/units.ts";
import { currentPlatform } from "../current-platform.ts";
import { clockTickMs, processIds, readProc, statFields } from "../proc/proc-files.ts";
import { isRunning } from "../process-tree.ts";
import { unlessRefused } from "../refusals.ts";
import os from "node:os";

/** A moment, as the machine's clock and the time since its start show it. */
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

/** The start of a process is known to the second: the kernel gives the start of the machine so. */
const inexactMs: Milliseconds = 2000;

/**
 * Whether a living process of this user's may have a folder in its environment, so that what it starts has it, too. Undefined where the
 * system does not report it: on Linux alone it does. A program can write its title over its environment (perl's `$0`): such a one counts if it
 * began after `since`, but for Chromium's helpers: what starts these has the same environment, lives longer, and can be read.
 */
export function isNamed(folder: string, since: Milliseconds, platform: NodeJS.Platform = currentPlatform): boolean | undefined {
  const machineStartedAt = platform === "linux" ? machineStart() : undefined;
  if (machineStartedAt === undefined) return undefined;
  return processIds().some((pid) => {
    if (pid === String(process.pid)) return false;
    const environment = readProc(pid, "environ");
    if (environment.includes(folder + path.sep)) return isRunning(Number(pid), platform);
    if (environment === "" || environment.includes("=") || isChromiumHelper(pid) || !isRunning(Number(pid), platform)) return false;
    return machineStartedAt + Number(statFields(pid)[19]) * clockTickMs > since - inexactMs;
  });
}

/** Chromium and Electron write the command lines of their helpers as titles: joined by spaces. */
function isChromiumHelper(pid: string): boolean {
  return readProc(pid, "cmdline").includes(" --type=");
}

/** Undefined without /proc. */
function machineStart(): Milliseconds | undefined {
  const seconds = /^btime (\d+)$/m.exec(unlessRefused(() => readFileSync("/proc/stat", "utf8")) ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
