import type { SourceProfile } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";
import { categories, type Category } from "./costs.ts";
import { categoryOfFunction } from "./hot-tree.ts";
import { stackRows } from "./stack-rows.ts";
import { threadTicks } from "./thread-ticks.ts";

/**
 * What ran without any JavaScript with a source on its stack: garbage collection, V8 itself, native code, a profile with function names
 * only.
 */
export interface SourcelessCost {
  readonly name: string;
  readonly category: Category;
  readonly selfTicks: Ticks;
  readonly totalTicks: Ticks;
  /** The number of samples in `selfTicks`. */
  readonly selfSamples: number;
}

/**
 * By name, most self time first. Together with the self time of all functions that have a source, this is all busy ticks, but for
 * `leftOut`: those that a filter of `profile` took away with their stacks.
 */
export function sourcelessCosts(profile: SourceProfile, leftOut: Ticks): readonly SourcelessCost[] {
  const costs = new Map<string, { name: string; category: Category; selfTicks: Ticks; totalTicks: Ticks; selfSamples: number }>();
  const add = (name: string, category: Category, selfTicks: Ticks, totalTicks: Ticks, selfSamples: number): void => {
    const key = `${category} ${name}`;
    const known = costs.get(key) ?? { name, category, selfTicks: 0, totalTicks: 0, selfSamples: 0 };
    known.selfTicks += selfTicks;
    known.totalTicks += totalTicks;
    known.selfSamples += selfSamples;
    costs.set(key, known);
  };
  let busyTicks = 0;
  let stackless = -leftOut;
  let stacklessSamples = 0;
  const { rows: allRows } = stackRows(profile);
  for (const [index, thread] of profile.threads.entries()) {
    const rows = allRows[index];
    const { leafTicks, leafSamples, ...sums } = threadTicks(rows, thread);
    busyTicks += sums.busyTicks;
    stackless += sums.busyTicks;
    stacklessSamples += sums.busySamples;
    leafTicks.forEach((ticks, row) => {
      const samples = leafSamples[row];
      stackless -= ticks;
      stacklessSamples -= samples;
      if (ticks === 0 || rows.script[row] !== -1) return;
      const { prefix, func: funcs } = thread.stacks;
      // Each function once, even if it is recursive.
      const functions = new Set<number>();
      for (let at = row; at !== -1; at = prefix[at]) functions.add(funcs[at]);
      for (const func of functions) {
        const [self, selfSamples] = func === funcs[row] ? [ticks, samples] : [0, 0];
        add(profile.functions.shownName(func), categoryOfFunction(profile, func), self, ticks, selfSamples);
      }
    });
  }
  if (stackless > busyTicks * 1e-9) {
    // How many samples a filter took away is not known: without weights as many as ticks.
    add("(program)", "program", stackless, stackless, leftOut === 0 ? stacklessSamples : Math.round(stackless));
  }
  return [...costs.values()].sort(
    (a, b) => b.selfTicks - a.selfTicks || b.totalTicks - a.totalTicks || categories.indexOf(a.category) - categories.indexOf(b.category),
  );
}
