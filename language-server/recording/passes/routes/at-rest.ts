import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds, Share } from "../../../analysis/units.ts";

/** CPU time of the app's processes since their start, in ms; undefined if one of them does not tell. */
export type ReadCpu = () => Promise<Milliseconds | undefined>;

const readingMs: Milliseconds = 50;
/** An app that always works is not waited for any longer. */
const mostMs: Milliseconds = 10_000;
/** Of a processor; one that has to share it with many others takes little more while it works. */
const leastWork: Share = 0.03;

/** The share of a processor that an app takes without a load; 0 if it does not tell. */
export async function restingShare(readCpu: ReadCpu): Promise<Share> {
  return (await shareOf(readCpu)) ?? 0;
}

/** Resolves when the app twice takes no more of a processor than that, or does not tell, or has taken more for 10 s, or when `signal` aborts. */
export async function atRest(readCpu: ReadCpu, resting: Share, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  // One that waits for a processor takes nothing now and then.
  for (let quiet = 0; quiet < 2 && !signal.aborted && performance.now() - started < mostMs;) {
    const share = await shareOf(readCpu);
    if (share === undefined) return;
    quiet = share <= resting + leastWork ? quiet + 1 : 0;
  }
}

async function shareOf(readCpu: ReadCpu): Promise<Share | undefined> {
  const [before, started] = [await readCpu(), performance.now()];
  await delay(readingMs);
  const after = await readCpu();
  return before === undefined || after === undefined ? undefined : (after - before) / (performance.now() - started);
}
