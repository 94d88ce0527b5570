import { toolOutput, toolSucceeds } from "./tool-output.ts";
import { windowsText } from "./windows-text.ts";

export interface ListedProcess {
  readonly pid: number;
  readonly ppid: number;
}

/** Windows PowerShell is part of every Windows since 7; newer ones lack wmic, and wine has that alone. */
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
 * Ends a process of Windows, and all that it started, at once: there are no signals. By taskkill, and where that is missing or not allowed to, one by
 * one. Resolves when each has been told to end.
 */
export async function endWindowsTree(pid: number): Promise<void> {
  const isEnded = await toolSucceeds("taskkill.exe", ["/pid", String(pid), "/T", "/F"]);
  if (!isEnded) for (const each of descendantsOf(pid, await listWindowsProcesses())) terminate(each);
  terminate(pid);
}

/** All processes; none where nothing lists them. */
async function listWindowsProcesses(): Promise<readonly ListedProcess[]> {
  for (const { file, args } of lists) {
    const listed = parseProcessList((await toolOutput(file, args)) ?? Buffer.alloc(0));
    if (listed.length > 0) return listed;
  }
  return [];
}

/** Lines that end with the number of a parent and that of a process. */
export function parseProcessList(output: Buffer): readonly ListedProcess[] {
  return Array.from(windowsText(output).matchAll(/^[^\S\n]*(\d+)[^\S\n]+(\d+)\s*$/gm), ([, ppid, pid]) => ({
    pid: Number(pid),
    ppid: Number(ppid),
  }));
}

/** Parents before their children, the process itself left out. */
export function descendantsOf(pid: number, listed: readonly ListedProcess[]): readonly number[] {
  const found = new Set([pid]);
  // A set goes on to what is added meanwhile.
  for (const parent of found) for (const each of listed) if (each.ppid === parent) found.add(each.pid);
  found.delete(pid);
  return [...found];
}

function terminate(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It is gone, or no longer ours.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
