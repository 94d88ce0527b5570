import type { Profile } from "../profile/profile.ts";
import { passingTicks } from "../profile/passing-ticks.ts";
import type { RunScripts } from "./run-scripts.ts";
import type { Share } from "../units.ts";

/** Parsing takes about 25 ms per 100,000 characters, and lines of dependencies are not worth a long wait. In UTF-16 code units. */
const dependencyBudget = 500_000;
/** Minimum share of samples, under calls of unknown line or on wrong lines, for dependencies (and Node's own code) to be parsed. */
const leastShare: Share = 0.01;

/** Which scripts to parse for call sites: all own ones, and the hottest others within a budget. One flag per script. */
export function scriptsWorthParsing(profile: Profile, scripts: RunScripts, isOwn: (url: string) => boolean): readonly boolean[] {
  const { url, hash } = profile.scripts;
  const chosen = url.map((each) => isOwn(each));
  const kept = url.map((each, row) => (chosen[row] === true ? undefined : scripts.find(each, hash[row] ?? "")));
  if (kept.every((script) => script === undefined)) return chosen;
  const ticks = ticksToBePlaced(profile);
  const others = [...kept.keys()].filter(
    (row) => kept[row] !== undefined && (ticks[row] as number) >= leastShare * profile.samples.stack.length,
  );
  let left = dependencyBudget;
  for (const row of others.sort((a, b) => (ticks[b] as number) - (ticks[a] as number) || a - b)) {
    if (left <= 0) break;
    const length = scripts.text(kept[row]?.hash ?? "")?.length ?? 0;
    if (length === 0 || length > left) continue;
    left -= length;
    chosen[row] = true;
  }
  return chosen;
}

/**
 * URLs of the scripts to parse in order to name anonymous functions: all own ones, and the hottest others within a budget. For a script
 * with a map, its sources are used.
 */
export function scriptsWorthNaming(
  profiles: readonly Profile[],
  scripts: RunScripts,
  isOwn: (url: string) => boolean,
): ReadonlySet<string> {
  const ticks = new Map<string, number>();
  let samples = 0;
  for (const profile of profiles) {
    samples += profile.samples.stack.length;
    const { functions } = profile;
    const isReadable = profile.scripts.url.map((url) => scripts.find(url, "")?.mapHash === "");
    const isOpen = functions.name.map((name, row) => {
      const isScript = name === "" && functions.line[row] === 1 && functions.column[row] === 0;
      return (name === "" || name === "default") && !isScript && isReadable[functions.script[row] as number] === true;
    });
    if (!isOpen.includes(true)) continue;
    const ofFunction = functionTicks(profile);
    for (const [row, open] of isOpen.entries()) {
      if (!open) continue;
      const url = profile.scripts.url[functions.script[row] as number] as string;
      ticks.set(url, (ticks.get(url) ?? 0) + (ofFunction[row] as number));
    }
  }
  const chosen = new Set<string>();
  let left = dependencyBudget;
  for (const [url, count] of [...ticks].sort(([a, hot], [b, other]) => other - hot || (a < b ? -1 : 1))) {
    if (!isOwn(url)) {
      if (count < leastShare * samples) continue;
      const length = scripts.text(scripts.find(url, "")?.hash ?? "")?.length ?? 0;
      if (length > left) continue;
      left -= length;
    }
    chosen.add(url);
  }
  return chosen;
}

/**
 * For each script the ticks in frames whose line is unknown, or certainly another function's, since it is before their own (a handler that
 * V8 inlined into its caller). A recursive frame counts each time.
 */
function ticksToBePlaced(profile: Profile): Float64Array {
  const { scripts, functions, stacks } = profile;
  const passing = passingTicks(profile.stacks.prefix, { stack: profile.samples.stack });
  const ticks = new Float64Array(scripts.url.length);
  for (let row = passing.length - 1; row >= 0; row--) {
    const func = stacks.func[row] as number;
    const script = functions.script[func] as number;
    // An unknown line is 0.
    if (script !== -1 && (stacks.line[row] as number) < (functions.line[func] as number))
      ticks[script] = (ticks[script] as number) + (passing[row] as number);
  }
  return ticks;
}

/** Samples that pass through each function's frames. Apart from its caller: V8 compiles the whole of a function with a hot loop. */
function functionTicks(profile: Profile): Float64Array {
  const { func } = profile.stacks;
  const passing = passingTicks(profile.stacks.prefix, { stack: profile.samples.stack });
  const ticks = new Float64Array(profile.functions.name.length);
  for (let row = 0; row < passing.length; row++)
    ticks[func[row] as number] = (ticks[func[row] as number] as number) + (passing[row] as number);
  return ticks;
}
