import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Milliseconds } from "../../analysis/units.ts";
import { currentPlatform } from "../current-platform.ts";

/** Linux shows programs its times in hundredths of a second on every processor that Node supports (`USER_HZ`). */
const clockTickMs: Milliseconds = 10;
/** The start of a process is known to the second: the kernel gives the start of the machine so. */
const inexactMs: Milliseconds = 2000;

/**
 * Whether a living process of this user's may have a folder in its environment, so that what it starts has it, too. Undefined where the
 * system does not tell: on Linux alone it does. A program can write its title over its environment (perl's `$0`): such a one counts if it
 * began after `since`.
 */
export function isNamed(folder: string, since: Milliseconds, platform: NodeJS.Platform = currentPlatform): boolean | undefined {
  const machineStartedAt = platform === "linux" ? machineStart() : undefined;
  if (machineStartedAt === undefined) return undefined;
  return readdirSync("/proc").some((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return false;
    const environment = readProc(pid, "environ") ?? "";
    if (environment.includes(folder + path.sep)) return isRunning(pid);
    if (environment === "" || environment.includes("=")) return false;
    return isRunning(pid) && machineStartedAt + ticksAtStart(pid) * clockTickMs > since - inexactMs;
  });
}

function isRunning(pid: string): boolean {
  return !/^[ZX]?$/.test(statFields(pid)[0] ?? "");
}

function ticksAtStart(pid: string): number {
  return Number(statFields(pid)[19]);
}

/** From the state on, after the name in parentheses (proc(5)). */
function statFields(pid: string): readonly string[] {
  const text = readProc(pid, "stat") ?? "";
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Undefined without /proc. */
function machineStart(): Milliseconds | undefined {
  const seconds = /^btime (\d+)$/m.exec(readProc("", "stat") ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Undefined for a process that has ended, or does not let itself be read. */
function readProc(pid: string, file: string): string | undefined {
  try {
    return readFileSync(path.join("/proc", pid, file), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
