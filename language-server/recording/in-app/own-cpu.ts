import type { readFileSync } from "node:fs";
import type { OwnCpu } from "./messages.ts";

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
