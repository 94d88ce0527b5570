import { readdir, readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { currentPlatform } from "./current-platform.ts";
import { toolOutput } from "./tool-output.ts";

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
  const listed = platform === "darwin" ? parseProcesses(String((await toolOutput("ps", psArguments)) ?? "")) : await listLinuxProcesses();
  return familyNodes(pids, listed);
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

async function listLinuxProcesses(): Promise<readonly FamilyProcess[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(names.map(describe));
  return found.filter((each) => each !== undefined);
}

/** Fields of `stat` after the name in parentheses (proc(5)): state, parent, group. */
async function describe(pid: string): Promise<FamilyProcess | undefined> {
  const stat = await unlessGone(readFile(`/proc/${pid}/stat`, "utf8"));
  if (stat === "") return undefined;
  const [, ppid, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const program = await unlessGone(readlink(`/proc/${pid}/exe`));
  // That of another user's process, as with sudo, is not told, but its command line is.
  const words = program === "" || isNodeName(program) ? (await unlessGone(readFile(`/proc/${pid}/cmdline`, "utf8"))).split("\0") : [];
  const commandLine = words.filter((word) => word !== "").join(" ");
  return { pid: Number(pid), ppid: Number(ppid), group: Number(group), commandLine, isNode: isNodeName(program || (words[0] ?? "")) };
}

function isNodeName(program: string): boolean {
  return path.posix.basename(program).startsWith("node");
}

/** "" for a process that has ended, or is not ours. */
function unlessGone(text: Promise<string>): Promise<string> {
  return text.catch((error: unknown) => {
    if (error instanceof Error && "code" in error) return "";
    throw error;
  });
}
