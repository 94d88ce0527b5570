import type { Position, Profile } from "../profile/profile.ts";
import { passingTicks } from "../profile/passing-ticks.ts";
import { stackLines } from "../profile/number-pairs.ts";
import type { Line, Ticks } from "../units.ts";
import { madeOnce } from "../collections.ts";

/** A function as a profile has it, with the lines that samples show in it. */
export interface SampledFunction extends Position {
  /** "" if it has none. */
  readonly name: string;
  /** Samples that are on each line or pass through it. Lines may be those of functions that were inlined. */
  readonly lines: ReadonlyMap<Line, Ticks>;
}

/** The functions of one script in all threads. */
export interface SampledScript {
  readonly url: string;
  readonly hash: string;
  readonly functions: readonly SampledFunction[];
}

interface MutableFunction extends SampledFunction {
  readonly lines: Map<Line, Ticks>;
}

/** The scripts of the profiles that `isWanted` accepts by URL and hash. */
export function sampledScripts(profiles: readonly Profile[], isWanted: (url: string, hash: string) => boolean): readonly SampledScript[] {
  const found = new Map<string, { readonly url: string; readonly hash: string; readonly functions: Map<string, MutableFunction> }>();
  for (const { scripts, functions, stacks, samples } of profiles) {
    const wanted = scripts.url.map((url, row) => {
      const hash = scripts.hash[row] ?? "";
      if (!isWanted(url, hash)) return undefined;
      return madeOnce(found, scriptKey(url, hash), () => ({ url, hash, functions: new Map<string, MutableFunction>() }));
    });
    if (wanted.every((each) => each === undefined)) continue;
    const sampled = functions.name.map((name, row): MutableFunction | undefined => {
      const script = wanted[functions.script[row] as number];
      if (script === undefined) return undefined;
      const func = { name, line: functions.line[row] as number, column: functions.column[row] as number };
      return madeOnce(script.functions, placeKey(func), () => ({ ...func, lines: new Map<Line, Ticks>() }));
    });
    const passing = passingTicks(stacks.prefix, { stack: samples.stack });
    const { lines: pairs, of: pairOf } = stackLines(stacks);
    const ticksOn = new Int32Array(pairs.length);
    const seen: number[] = [];
    for (let row = passing.length - 1; row >= 0; row--) {
      const ticks = passing[row] as number;
      if (ticks === 0) continue;
      const pair = pairOf[row] as number;
      if (pair === -1) continue;
      if (ticksOn[pair] === 0) seen.push(pair);
      ticksOn[pair] = (ticksOn[pair] as number) + ticks;
    }
    for (const pair of seen) {
      const [lines, line] = [sampled[pairs.first[pair] as number]?.lines, pairs.second[pair] as number];
      lines?.set(line, (lines.get(line) ?? 0) + (ticksOn[pair] as number));
    }
  }
  return [...found.values()].map(({ functions, ...script }) => ({ ...script, functions: [...functions.values()] }));
}

export function scriptKey(url: string, hash: string): string {
  return `${url}\n${hash}`;
}

/** Identifies a function of a script. */
export function placeKey({ line, column, name }: Position & { readonly name: string }): string {
  return `${line}:${column}:${name}`;
}
