import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Every process of a session inherits this mark in its environment: adapter, watchdog, load tool, the app and its children. */
export const markVariable = "HEATLINE_TEST_MARK";

export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Living processes with the mark, from /proc, without zombies, which no longer run. */
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

/** As long as other tests wait (`patience` in vitest.config.mts): a busy machine may end processes late. */
const patienceMs = 30_000;

/** Resolves when no process of the session is left, or after the limit with those that remain. No event reports when foreign processes end. */
export async function waitUntilGone(mark: string, limitMs = patienceMs): Promise<readonly MarkedProcess[]> {
  const deadline = Date.now() + limitMs;
  let left = await markedProcesses(mark);
  while (left.length > 0 && Date.now() < deadline) {
    await delay(20);
    left = await markedProcesses(mark);
  }
  return left;
}
