import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";
import { categories, type Category } from "./costs.ts";
import { categoryOfFunction } from "./hot-tree.ts";
import { threadRows } from "./thread-rows.ts";

/**
 * What ran without any JavaScript with a source on its stack: garbage collection, V8 itself, native code, a profile with function names
 * only.
 */
export interface SourcelessCost {
  readonly name: string;
  readonly category: Category;
  readonly selfTicks: Ticks;
  readonly totalTicks: Ticks;
}

/**
 * By name, most self time first. Together with the self time of all functions that have a source, this is all busy ticks, but for
 * `leftOut`: those that a filter of `profile` took away with their stacks.
 */
export function sourcelessCosts(profile: SourceProfile, leftOut: Ticks): readonly SourcelessCost[] {
  const costs = new Map<string, { name: string; category: Category; selfTicks: Ticks; totalTicks: Ticks }>();
  const add = (name: string, category: Category, selfTicks: Ticks, totalTicks: Ticks): void => {
    const key = `${category} ${name}`;
    const known = costs.get(key) ?? { name, category, selfTicks: 0, totalTicks: 0 };
    known.selfTicks += selfTicks;
    known.totalTicks += totalTicks;
    costs.set(key, known);
  };
  let busyTicks = 0;
  let stackless = -leftOut;
  for (const thread of profile.threads) {
    const rows = threadRows(profile, thread);
    busyTicks += rows.busyTicks;
    stackless += rows.busyTicks;
    rows.leafTicks.forEach((ticks, row) => {
      stackless -= ticks;
      if (ticks === 0 || rows.script[row] !== -1) return;
      const leaf = thread.stacks.func[row] as number;
      for (const func of functionsOn(thread, row))
        add(profile.functions.shownName(func), categoryOfFunction(profile, func), func === leaf ? ticks : 0, ticks);
    });
  }
  if (stackless > busyTicks * 1e-9) add("(program)", "program", stackless, stackless);
  return [...costs.values()].sort(
    (a, b) => b.selfTicks - a.selfTicks || b.totalTicks - a.totalTicks || categories.indexOf(a.category) - categories.indexOf(b.category),
  );
}

/** Each function once, even if it is recursive. */
function functionsOn({ stacks }: SourceThread, row: number): ReadonlySet<number> {
  const functions = new Set<number>();
  for (let at = row; at !== -1; at = stacks.prefix[at] as number) functions.add(stacks.func[at] as number);
  return functions;
}
