import { spawnSync } from "node:child_process";
import path from "node:path";
import { toolOutput, toolSetting } from "./tool-output.ts";

/** How ps(1) lists a process. */
export interface ListedProcess {
  readonly pid: number;
  readonly group: number;
  /** Its first letter is `T` for a paused process; further ones do not matter here. */
  readonly state: string;
}

/** One option per column: to the ps of macOS, all that follows `=` is a heading. */
const columns = ["-o", "pid=", "-o", "pgid=", "-o", "state="];
let listing: Promise<readonly ListedProcess[]> | undefined;

/** All processes, where there is no /proc. Calls while one lists share its result. Empty if ps(1) cannot be run. */
export function listProcesses(): Promise<readonly ListedProcess[]> {
  listing ??= list().finally(() => (listing = undefined));
  return listing;
}

async function list(): Promise<readonly ListedProcess[]> {
  const lines = String((await toolOutput("/bin/ps", ["-A", ...columns])) ?? "").split("\n");
  return lines.flatMap((line) => {
    const [pid, group, state] = line.trim().split(/\s+/);
    return state === undefined ? [] : [{ pid: Number(pid), group: Number(group), state }];
  });
}

/** Other Node processes whose command line contains `text`, where there is no /proc. None if ps(1) cannot be run. */
export function nodesWithArgument(text: string): readonly number[] {
  const { stdout } = spawnSync("/bin/ps", ["-A", "-ww", "-o", "pid=", "-o", "args="], { ...toolSetting(), encoding: "utf8" });
  return Array.from((stdout as string | null)?.matchAll(/^ *(\d+) +(\S+) (.+)$/gm) ?? []).flatMap(([, pid, program = "", args = ""]) =>
    path.basename(program).startsWith("node") && args.includes(text) && Number(pid) !== process.pid ? [Number(pid)] : [],
  );
}
