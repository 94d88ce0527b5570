import { categories, type Category } from "../../costs/costs.ts";
import { categoryOfFunction } from "../../costs/hot-tree.ts";
import { type FunctionTree, functionTree } from "../../flame/flame-tree.ts";
import { busySamples, busyTicks } from "../../flame/shown-samples.ts";
import type { SourceProfile } from "../../sources/source-profile.ts";
import type { Share, Ticks } from "../../units.ts";
import { drawSvg, type SvgBox, type SvgScript } from "./svg-drawing.ts";

/** Texts around the graph, in the user's language. */
export interface SvgTexts {
  readonly title: string;
  /** Shown below the title. */
  readonly facts: string;
  readonly functionName: (name: string) => string;
  readonly categories: Readonly<Record<Category, string>>;
  /** The text of a box: `12.3 % · 1,234 ticks`. */
  readonly cost: (ticks: Ticks, share: Share) => string;
  /** Shown if frames beyond the last row are left out. */
  readonly deeper: string;
}

/**
 * A flame graph as an SVG file: busy samples by function, callers below, the hottest on the left. A box's tooltip has its function, place
 * and ticks. Shares are of all busy time, also if a filter left some out. Several threads each get a box with their name. Without `script`
 * it is a static picture.
 */
export function exportSvg(profile: SourceProfile, texts: SvgTexts, script?: SvgScript): string {
  const trees = profile.threads.map((thread) => functionTree(thread, busySamples(thread, profile)));
  const worths = trees.map(rootTicks);
  const all = profile.threads.reduce((sum, thread) => sum + busyTicks(thread, profile), 0);
  const used = new Set<Category>();
  const roots = trees.flatMap((tree, index): readonly SvgBox[] => {
    const boxes = boxesOf(tree, profile, texts, (ticks) => texts.cost(ticks, ticks / all), used);
    if (trees.length === 1) return boxes;
    const [name, worth] = [profile.threads[index]?.name ?? "", worths[index] ?? 0];
    return [{ name, tip: `${name} · ${texts.cost(worth, worth / all)}`, look: "program", worth, children: boxes }];
  });
  const legend = categories.filter((each) => used.has(each)).map((each) => ({ look: each, label: texts.categories[each] }));
  return drawSvg({ title: texts.title, facts: texts.facts, roots, legend, deeper: texts.deeper, script });
}

function rootTicks({ parent, total }: FunctionTree): Ticks {
  let sum = 0;
  for (const [node, ticks] of total.entries()) if (parent[node] === -1) sum += ticks;
  return sum;
}

/** The roots, each level sorted by ticks; adds the categories of all to `used`. */
function boxesOf(
  { parent, func: funcs, total }: FunctionTree,
  profile: SourceProfile,
  { functionName }: SvgTexts,
  cost: (ticks: Ticks) => string,
  used: Set<Category>,
): readonly SvgBox[] {
  const { functions, sources } = profile;
  const roots: SvgBox[] = [];
  const children: SvgBox[][] = [];
  for (const [node, func] of funcs.entries()) {
    const name = functionName(functions.shownName(func));
    const path = sources[functions.source[func] as number]?.path ?? "";
    const line = functions.line[func] as number;
    const place = path === "" ? "" : ` (${line === 0 ? path : `${path}:${line}`})`;
    const worth = total[node] as number;
    const look = categoryOfFunction(profile, func);
    if (worth > 0) used.add(look);
    const below: SvgBox[] = [];
    children.push(below);
    (children[parent[node] as number] ?? roots).push({ name, tip: `${name}${place} · ${cost(worth)}`, look, worth, children: below });
  }
  for (const below of [roots, ...children]) below.sort((a, b) => b.worth - a.worth);
  return roots;
}
