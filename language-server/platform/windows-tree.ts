import { unlessRefused } from "./refusals.ts";
import { toolOutput, toolSucceeds, windowsText } from "./tool-output.ts";

export interface ListedProcess {
  readonly pid: number;
  readonly ppid: number;
}

/** Windows PowerShell is part of every Windows since 7; newer ones lack wmic, and wine has only wmic. */
const lists: readonly { readonly file: string; readonly args: readonly string[] }[] = [
  {
    file: "powershell.exe",
    args: [
      "-NoProfile",
      "-NonInteractive",
      "-Command",
      'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ParentProcessId) $($_.ProcessId)" }',
    ],
  },
  { file: "wmic.exe", args: ["process", "get", "ParentProcessId,ProcessId"] },
];

/**
 * Kills a Windows process and its descendants, with taskkill or, if that is missing or not allowed, one by one. Resolves when each has been
 * asked to end.
 */
export async function endWindowsTree(pid: number): Promise<void> {
  const isEnded = await toolSucceeds("taskkill.exe", ["/pid", String(pid), "/T", "/F"]);
  if (!isEnded) for (const each of descendantsOf(pid, await listWindowsProcesses())) terminate(each);
  terminate(pid);
}

/** All processes; none if no tool can list them. */
export async function listWindowsProcesses(): Promise<readonly ListedProcess[]> {
  for (const { file, args } of lists) {
    const listed = parseProcessList((await toolOutput(file, args)) ?? Buffer.alloc(0));
    if (listed.length > 0) return listed;
  }
  return [];
}

/** Parses lines that end with a parent's id and a process's id. */
export function parseProcessList(output: Buffer): readonly ListedProcess[] {
  return Array.from(windowsText(output).matchAll(/^[^\S\n]*(\d+)[^\S\n]+(\d+)\s*$/gm), ([, ppid, pid]) => ({
    pid: Number(pid),
    ppid: Number(ppid),
  }));
}

/** Parents before their children, without the process itself. */
export function descendantsOf(pid: number, listed: readonly ListedProcess[]): readonly number[] {
  const found = new Set([pid]);
  // Iterating a set includes elements added on the way.
  for (const parent of found) for (const each of listed) if (each.ppid === parent) found.add(each.pid);
  found.delete(pid);
  return [...found];
}

/** False if it is already gone, or no longer ours. */
export function terminate(pid: number): boolean {
  return unlessRefused(() => process.kill(pid, "SIGKILL")) === true;
}
