import path from "node:path";
import { currentPlatform } from "../current-platform.ts";
import { toolOutput } from "../tool-output.ts";
import { processIds, programOf, readProc, statFields } from "../proc/proc-files.ts";

/** A process, as the operating system lists it. */
export interface FamilyProcess {
  readonly pid: number;
  readonly ppid: number;
  /** Its process group. */
  readonly group: number;
  readonly commandLine: string;
  readonly isNode: boolean;
}

/**
 * Node processes that the given ones started, directly or through others, without these. None on Windows, where listing processes takes too
 * long to be done while an app is measured.
 */
export async function findFamilyNodes(
  pids: readonly number[],
  platform: NodeJS.Platform = currentPlatform,
): Promise<readonly FamilyProcess[]> {
  if (platform === "win32" || pids.length === 0) return [];
  return familyNodes(pids, platform === "darwin" ? parseProcesses(String((await toolOutput("ps", psArguments)) ?? "")) : listLinuxNodes());
}

const psArguments = ["-A", "-ww", "-o", "pid=", "-o", "ppid=", "-o", "pgid=", "-o", "args="];

/** Parses what `ps` prints with these arguments. */
export function parseProcesses(ps: string): readonly FamilyProcess[] {
  return Array.from(ps.matchAll(/^ *(\d+) +(\d+) +(\d+) +(.+)$/gm), ([, pid, ppid, group, commandLine = ""]) => ({
    pid: Number(pid),
    ppid: Number(ppid),
    group: Number(group),
    commandLine,
    isNode: isNodeName(commandLine.split(" ")[0] ?? ""),
  }));
}

/** A process whose parent has ended is found by its group. */
export function familyNodes(pids: readonly number[], listed: readonly FamilyProcess[]): readonly FamilyProcess[] {
  const roots = new Set(pids);
  const groups = new Set(listed.flatMap(({ pid, group }) => (roots.has(pid) && pid === group ? [group] : [])));
  const family = new Set(roots);
  for (const { pid, group } of listed) if (groups.has(group)) family.add(pid);
  // Iterating a set includes elements added on the way.
  for (const parent of family) for (const { pid, ppid } of listed) if (ppid === parent) family.add(pid);
  return listed.filter(({ pid, isNode }) => isNode && family.has(pid) && !roots.has(pid));
}

/** Node's processes and their ancestors. */
function listLinuxNodes(): readonly FamilyProcess[] {
  // The program of another user's process (as with sudo) cannot be read, but its command line can.
  const nodes = new Set(processIds().filter((pid) => isNodeName(programOf(pid) || (wordsOf(pid)[0] ?? ""))));
  const found = new Map<string, FamilyProcess>();
  for (const node of nodes) {
    for (let pid = node; pid !== "1" && !found.has(pid);) {
      const process = describe(pid, nodes.has(pid));
      if (process === undefined) break;
      found.set(pid, process);
      pid = String(process.ppid);
    }
  }
  return [...found.values()];
}

function describe(pid: string, isNode: boolean): FamilyProcess | undefined {
  const [state, ppid, group] = statFields(pid);
  if (state === undefined) return undefined;
  return { pid: Number(pid), ppid: Number(ppid), group: Number(group), commandLine: isNode ? wordsOf(pid).join(" ") : "", isNode };
}

function wordsOf(pid: string): readonly string[] {
  const words = readProc(pid, "cmdline").split("\0");
  return words.filter((word) => word !== "");
}

/** Whether a program is a Node, or a command line begins with one. */
export function isNodeName(program: string): boolean {
  return path.posix.basename(program).startsWith("node");
}
