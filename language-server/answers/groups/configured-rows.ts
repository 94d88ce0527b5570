import { groupKey } from "../../analysis/groups/group-table.ts";
import { picked } from "../../analysis/collections.ts";
import type { Selected } from "../../analysis/selection/selections.ts";
import type { HotRowsView, HotRowView } from "../hot-answers.ts";
import { familiesOf, type GroupRow, runGroups } from "./run-groups.ts";

/**
 * Plugins, rules, test files and the like as rows of Hot Functions, in the order of reports: by families, and in each the group for which
 * most ran first.
 */
export function configuredRows(selected: Selected, limit: number): HotRowsView {
  const { groups: all, grouped } = runGroups(selected);
  const groups = familiesOf(grouped).flatMap((family) => all.filter((each) => each.family === family));
  return {
    rows: groups.slice(0, limit).map(rowOf),
    moreCount: Math.max(0, groups.length - limit),
    moreTicks: groups.slice(limit).reduce((sum, { ticks }) => sum + ticks, 0),
  };
}

function rowOf(row: GroupRow): HotRowView {
  const { path, line, ticks, samples, hottest, importedAt } = row;
  const name = row.name === "" && importedAt !== undefined ? path.split("/").slice(-2).join("/") : row.name;
  return {
    kind: "group",
    key: groupKey(row),
    name,
    category: path === "" ? "dependency" : "own",
    ticks,
    samples,
    costs: undefined,
    place: importedAt ?? (path === "" ? hottest : { path, line, column: 0, inferred: false }),
    ownCall: undefined,
    start: undefined,
    identity: undefined,
    hasCallers: false,
    hasCallees: false,
    functions: 0,
    group: picked(row, "kind", "time", "inferredTicks"),
  };
}
