import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Every process that inherited this mark has it in its environment: the adapter, the watchdog, the load tool, the app and its children. */
export const markVariable = "HEATLINE_TEST_MARK";

export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Living processes with the mark, from /proc; zombies do not count: they run nothing. */
export async function markedProcesses(mark: string): Promise<readonly MarkedProcess[]> {
  const found: MarkedProcess[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [environ, command, stat] = await Promise.all(
      ["environ", "cmdline", "stat"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "")),
    );
    if (!environ?.includes(`${markVariable}=${mark}`) || /\) Z /.test(stat ?? "")) continue;
    found.push({ pid: Number(pid), command: (command ?? "").replaceAll("\0", " ").trim() });
  }
  return found;
}

/** Resolves with what is left of a session once nothing is, or with the stragglers after the limit. No event tells of a stranger's end. */
export async function waitUntilGone(mark: string, limitMs = 8000): Promise<readonly MarkedProcess[]> {
  const deadline = Date.now() + limitMs;
  let left = await markedProcesses(mark);
  while (left.length > 0 && Date.now() < deadline) {
    await delay(20);
    left = await markedProcesses(mark);
  }
  return left;
}
