import { type GroupCost, groupCosts } from "../../analysis/groups/group-costs.ts";
import type { HotPlace } from "../../analysis/costs/hot-tree.ts";
import { toolsOutside } from "../../analysis/groups/outside-javascript.ts";
import { type GroupFamily, groupFamilies } from "../../analysis/groups/tools.ts";
import { picked } from "../../analysis/collections.ts";
import type { Selected } from "../../analysis/selection/selections.ts";
import type { Column, Line, Ticks } from "../../analysis/units.ts";

/** A plugin, loader, minifier, rule, test file, setup file or import, with what it cost. */
export interface GroupRow extends Omit<GroupCost, "hottest" | "importedAt"> {
  readonly hottest: GroupPlace | undefined;
  readonly importedAt: GroupPlace | undefined;
}

interface GroupPlace {
  readonly path: string;
  readonly line: Line;
  readonly column: Column;
  readonly inferred: boolean;
}

export interface RunGroups {
  /** Most first. Groups of one family share out the busy time; those of two may overlap. */
  readonly groups: readonly GroupRow[];
  /** What is in any group, by family. */
  readonly grouped: Readonly<Partial<Record<GroupFamily, Ticks>>>;
  readonly busyTicks: Ticks;
  /** Tools that were called and that work outside JavaScript, too. */
  readonly outside: readonly string[];
}

const mostGroups = 2000;
const mostParts = 20;

/** In the order in which they are shown, most first. Loaders are last: they have all that they load, too. */
export function familiesOf(grouped: RunGroups["grouped"]): readonly GroupFamily[] {
  const isLast = (family: GroupFamily): number => (family === "loading" ? 1 : 0);
  return groupFamilies.toSorted((a, b) => isLast(a) - isLast(b) || (grouped[b] ?? 0) - (grouped[a] ?? 0));
}

/** What the code that a user configured for a tool cost, of what is selected. */
export function runGroups({ whole, tables }: Pick<Selected, "whole" | "tables">): RunGroups {
  const { profile, groups } = whole;
  const costs = groupCosts(profile, tables.profile, groups);
  const placeOf = (place: HotPlace | undefined): GroupPlace | undefined =>
    place && { path: profile.sources[place.source]?.path ?? "", ...picked(place, "line", "column", "inferred") };
  const grouped: Partial<Record<GroupFamily, Ticks>> = {};
  for (const { family, ticks } of costs) grouped[family] = (grouped[family] ?? 0) + ticks;
  return {
    groups: costs.slice(0, mostGroups).map(({ hottest, importedAt, parts, ...cost }) => ({
      ...cost,
      parts: parts.slice(0, mostParts),
      hottest: placeOf(hottest),
      importedAt: placeOf(importedAt),
    })),
    grouped,
    busyTicks: whole.costs.busyTicks,
    outside: toolsOutside(profile),
  };
}
