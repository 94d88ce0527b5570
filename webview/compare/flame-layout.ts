import type { DifferenceFlameView } from "./incoming.ts";

/** The run whose costs set the widths of the bars. */
export type Side = "before" | "after";

export interface Bar {
  readonly node: number;
  readonly depth: number;
  /** Fractions of the whole width, 0 to 1. */
  readonly left: number;
  readonly width: number;
}

/** Sorts children by name, so that a path is at the same place on both sides. */
export function flameNodes(flame: DifferenceFlameView) {
  const children: number[][] = flame.frame.map(() => []);
  const roots: number[] = [];
  for (const [node, parent] of flame.parent.entries()) (parent === -1 ? roots : children[parent])?.push(node);
  const nameOf = (node: number): string => flame.frames[flame.frame[node] ?? -1]?.name ?? "";
  const byName = (a: number, b: number): number => nameOf(a).localeCompare(nameOf(b)) || a - b;
  roots.sort(byName);
  for (const each of children) each.sort(byName);
  return { roots, children };
}

/**
 * The bars at least `smallest` wide, parents before children. `zoomed` and its ancestors span the full width; their siblings are left out.
 * -1: everything.
 */
export function layOut(
  flame: DifferenceFlameView,
  nodes: ReturnType<typeof flameNodes>,
  side: Side,
  zoomed: number,
  smallest: number,
): readonly Bar[] {
  const cost = side === "after" ? flame.afterMs : flame.beforeMs;
  const bars: Bar[] = [];
  const path: number[] = [];
  for (let node = zoomed; node !== -1; node = flame.parent[node] ?? -1) path.unshift(node);
  const tops = path.length === 0 ? nodes.roots : path.slice(-1);
  for (const [depth, node] of path.slice(0, -1).entries()) bars.push({ node, depth, left: 0, width: 1 });
  const whole = tops.reduce((sum, node) => sum + (cost[node] ?? 0), 0);
  if (whole === 0) return [];
  const place = (group: readonly number[], depth: number, left: number): void => {
    let at = left;
    for (const node of group) {
      const width = (cost[node] ?? 0) / whole;
      if (width >= smallest) {
        bars.push({ node, depth, left: at, width });
        place(nodes.children[node] ?? [], depth + 1, at);
      }
      at += width;
    }
  };
  place(tops, Math.max(0, path.length - 1), 0);
  return bars;
}
