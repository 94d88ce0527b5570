import { stackName as clean } from "../escaping/hidden-characters.ts";
import { functionTree } from "../flame/flame-tree.ts";
import { busySamples } from "../flame/shown-samples.ts";
import { endingTicks } from "../profile/passing-ticks.ts";
import { collapsedHead } from "../importers/collapsed-head.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";

/**
 * Busy samples in the format of flamegraph.pl: `main (app.js:1);hash (util.js:3) 42`, callers first, one line per stack, in the order of
 * first occurrence; microseconds if samples have weights. Several threads each get a root frame with their name. The first line shows
 * Heatline what the numbers are, and people of which part of a run (`scope`, "" for all) they are.
 */
export function exportCollapsed(profile: SourceProfile, scope = ""): string {
  const label = profile.functions.name.map((_, func) => frameText(profile, func));
  const lines = profile.threads.flatMap((thread) => {
    const root = profile.threads.length > 1 ? [clean(thread.name)] : [];
    return threadLines(thread, profile, root, label);
  });
  return [headOf(profile, scope), ...lines].map((line) => `${line}\n`).join("");
}

function headOf(profile: SourceProfile, scope: string): string {
  let samples = 0;
  let time = 0;
  for (const thread of profile.threads) {
    const { stack, ticks } = busySamples(thread, profile);
    samples += stack.length;
    time += ticks * thread.interval;
  }
  const isTime = profile.threads.some((thread) => thread.samples.weight !== undefined);
  return collapsedHead({ isTime, sample: samples === 0 ? 0 : time / samples }, scope);
}

function threadLines(thread: SourceThread, profile: SourceProfile, root: readonly string[], label: readonly string[]): readonly string[] {
  const samples = busySamples(thread, profile);
  const tree = functionTree(thread, samples);
  const self = new Float64Array(tree.func.length);
  endingTicks(samples, tree.nodeOf.length).forEach((ticks, row) => {
    const node = tree.nodeOf[row] as number;
    self[node] = (self[node] as number) + ticks;
  });
  // The format has whole numbers: weighted samples are written in microseconds.
  const unit = samples.weight === undefined ? 1 : thread.interval;
  const lines: string[] = [];
  self.forEach((ticks, node) => {
    const amount = Math.round(ticks * unit);
    if (amount === 0) return;
    const stack: string[] = [];
    for (let at = node; at !== -1; at = tree.parent[at] as number) stack.push(label[tree.func[at] as number] as string);
    lines.push(`${[...root, ...stack.reverse()].join(";")} ${amount}`);
  });
  return lines;
}

function frameText({ functions, sources }: SourceProfile, func: number): string {
  const path = sources[functions.source[func] as number]?.path;
  const name = clean(functions.shownName(func));
  if (path === undefined) return name;
  const line = functions.line[func] as number;
  return line === 0 ? `${name} (${clean(path)})` : `${name} (${clean(path)}:${line})`;
}
