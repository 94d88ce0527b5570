import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { profileOfStacks } from "../drawn-profile.ts";

/** What a thread did for some milliseconds: frames as in a drawn profile, callers first, or no tick at all (`none`). */
export type Doing = readonly [milliseconds: number, stack: string];

/** A profile with a tick in each millisecond: `onRequest@app.js:2 crunch@app.js:9` are two frames. */
export function timedStacks(doings: readonly Doing[], starts: Readonly<Record<string, number>> = {}): Profile {
  const stacks: string[][] = [];
  const times: number[] = [];
  let now = 0;
  for (const [milliseconds, stack] of doings) {
    const ticks = stack === "none" ? 0 : milliseconds;
    for (let tick = 0; tick < ticks; tick++) {
      stacks.push(stack.split(/ (?!collector)/));
      times.push((now + tick + 0.5) * 1000);
    }
    now += milliseconds;
  }
  const drawn = profileOfStacks(stacks, { starts });
  return { ...drawn, samples: { ...drawn.samples, time: Float64Array.from(times) } };
}
