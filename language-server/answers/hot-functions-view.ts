import type { Analysis } from "../analysis/analyse.ts";
import type { Category } from "../analysis/costs/costs.ts";
import {
  calleesAlong,
  callersAlong,
  ticksBy,
  groupTicks,
  type HotFunction,
  type HotStep,
  rankFunctions,
} from "../analysis/costs/hot-functions.ts";
import type { CostTicks, HeatBy } from "../analysis/costs/heat.ts";
import { categoryOfFunction, type HotTree, hotTree } from "../analysis/costs/hot-tree.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import type { FilterEffect, StackFilter } from "../analysis/selection/stack-filter.ts";
import { packageOf } from "../analysis/sources/package-name.ts";
import type { SourceProfile } from "../analysis/sources/source-profile.ts";
import { configuredRows } from "./groups/configured-rows.ts";
import type { HotFunctionsQuery, HotParent } from "../analysis/costs/hot-query.ts";
import type { HotParams, HotRowsView, HotRowView, HotView } from "./hot-answers.ts";
import { madeOnce, picked } from "../analysis/collections.ts";

interface Group {
  readonly kind: "file" | "package" | "category";
  readonly key: string;
  readonly name: string;
  readonly category: Category;
}

/** Results for one selection. */
interface Chosen {
  readonly selected: Selected;
  readonly effect: FilterEffect;
  readonly tree: HotTree;
  readonly ranked: Map<HeatBy, readonly HotFunction[]>;
}

/** Answers requests about a run's hot functions. Caches the tree of the last selection. */
export class HotFunctionsView {
  readonly #analysis: Analysis;
  readonly #profile: SourceProfile;
  #selected: Selected;
  #last: Chosen | undefined;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    this.#profile = analysis.profile;
    this.#selected = analysis.all;
  }

  functions({ query, limit }: HotParams): HotView {
    const { tree, effect } = this.#treeOf(query);
    const ranked = this.#ranked(query);
    const rows =
      query.groupBy === "function"
        ? bounded(ranked, limit, query.rankBy, (each) => this.#row(each, query))
        : query.groupBy === "configured"
          ? configuredRows(this.#treeOf(query).selected, limit)
          : this.#groups(query, limit);
    return { ...rows, hiddenTicks: tree.hiddenTicks, idle: tree.idle, effect };
  }

  children({ query, parent, limit }: HotParams & { readonly parent: HotParent }): HotRowsView {
    if ("group" in parent) {
      const inside =
        query.groupBy === "configured"
          ? rankFunctions(this.#treeOfGroup(query, parent.group), query.rankBy, this.#isOwn)
          : this.#ranked(query).filter(({ func }) => this.#groupOf(func, query.groupBy).key === parent.group);
      return bounded(inside, limit, query.rankBy, (each) => this.#row(each, query));
    }
    const { tree } = this.#treeOf(query);
    const path = parent.path.map(Number);
    const steps =
      parent.direction === "callers" ? callersAlong(tree, path, query.rankBy) : calleesAlong(tree, path, query.rankBy, this.#isOwn);
    const shown = steps.slice(0, limit);
    const rest = steps.slice(limit);
    return {
      rows: shown.map((step) => this.#stepRow(step, parent.direction)),
      moreCount: rest.length,
      moreTicks: rest.reduce((sum, { ticks }) => sum + ticks, 0),
    };
  }

  select(selected: Selected): void {
    this.#selected = selected;
  }

  readonly #isOwn = (func: number): boolean => categoryOfFunction(this.#profile, func) === "own";

  #treeOf({ filter, rankBy }: HotFunctionsQuery): Chosen {
    const { selection } = this.#selected;
    const wanted = filter ?? selection.filter;
    const selected = this.#analysis.select({ ...selection, filter: rankBy === "withLibraries" ? withOwnCode(wanted) : wanted });
    if (this.#last !== undefined && this.#last.selected === selected) return this.#last;
    const { profile, effect } = (selected as Selected).frames;
    this.#last = { selected: selected as Selected, effect, tree: hotTree(profile), ranked: new Map() };
    return this.#last;
  }

  #treeOfGroup({ filter }: HotFunctionsQuery, group: string): HotTree {
    const { selection } = this.#selected;
    const selected = this.#analysis.select({ ...selection, filter: { ...(filter ?? selection.filter), group } });
    return hotTree((selected as Selected).frames.profile);
  }

  #ranked(query: HotFunctionsQuery): readonly HotFunction[] {
    const { tree, ranked } = this.#treeOf(query);
    return madeOnce(ranked, query.rankBy, () => rankFunctions(tree, query.rankBy, this.#isOwn));
  }

  #groups(query: HotFunctionsQuery, limit: number): HotRowsView {
    const { tree } = this.#treeOf(query);
    const groups: Group[] = [];
    const rows = new Map<string, number>();
    const keyOf = this.#profile.functions.name.map((_, func) => {
      const group = this.#groupOf(func, query.groupBy);
      return madeOnce(rows, group.key, () => groups.push(group) - 1);
    });
    const members = new Int32Array(groups.length);
    for (const { func } of this.#ranked(query)) members[keyOf[func] as number] = (members[keyOf[func] as number] as number) + 1;
    const groupKey = (func: number): number => keyOf[func] as number;
    const sums = groupTicks(tree.rows, tree, groupKey, groups.length, this.#isOwn);
    const counts = tree.samples.self === tree.self ? sums : groupTicks(tree.rows, tree.samples, groupKey, groups.length, this.#isOwn);
    const ranked = groups
      .map((group, row) => ({
        ...group,
        ...(sums[row] as CostTicks),
        functions: members[row] as number,
        samples: ticksBy(counts[row] as CostTicks, query.rankBy),
      }))
      .filter((each) => ticksBy(each, query.rankBy) > 0)
      .sort((a, b) => ticksBy(b, query.rankBy) - ticksBy(a, query.rankBy) || b.totalTicks - a.totalTicks || a.key.localeCompare(b.key));
    return bounded(ranked, limit, query.rankBy, (group) => ({
      ...picked(group, "kind", "key", "name", "category", "samples", "functions"),
      ticks: ticksBy(group, query.rankBy),
      costs: picked(group, "selfTicks", "totalTicks", "withLibrariesTicks"),
      place: group.kind === "file" ? { path: group.name, line: 1, column: 0, inferred: false } : undefined,
      ownCall: undefined,
      start: undefined,
      identity: undefined,
      hasCallers: false,
      hasCallees: false,
    }));
  }

  #groupOf(func: number, groupBy: HotFunctionsQuery["groupBy"]): Group {
    const { functions, sources } = this.#profile;
    const category = categoryOfFunction(this.#profile, func);
    const path = sources[functions.source[func] as number]?.path;
    if (path !== undefined && groupBy === "file") return { kind: "file", key: `file ${path}`, name: path, category };
    const name = path === undefined || category !== "dependency" ? undefined : packageOf(path);
    if (name !== undefined) return { kind: "package", key: `package ${name}`, name, category };
    return { kind: "category", key: `category ${category}`, name: "", category };
  }

  #row(hot: HotFunction, { rankBy }: HotFunctionsQuery): HotRowView {
    return {
      ...this.#functionRow(hot.func, hot),
      ...picked(hot, "samples", "hasCallers", "hasCallees"),
      ticks: ticksBy(hot, rankBy),
      costs: picked(hot, "selfTicks", "totalTicks", "withLibrariesTicks"),
    };
  }

  #stepRow(step: HotStep, direction: "callers" | "callees"): HotRowView {
    return {
      ...this.#functionRow(step.func, step),
      ticks: step.ticks,
      samples: step.samples,
      costs: undefined,
      hasCallers: direction === "callers" && step.goesOn,
      hasCallees: direction === "callees" && step.goesOn,
    };
  }

  #functionRow(
    func: number,
    { place: hottest, ownCall }: Pick<HotFunction, "place" | "ownCall">,
  ): Pick<HotRowView, "kind" | "key" | "name" | "category" | "place" | "ownCall" | "start" | "identity" | "functions"> {
    const { functions, sources } = this.#profile;
    const name = functions.shownName(func);
    const path = sources[functions.source[func] as number]?.path;
    const start =
      path === undefined ? undefined : { path, name, line: functions.line[func] as number, column: functions.column[func] as number };
    const hottestPath = sources[hottest?.source ?? -1]?.path;
    const callPath = sources[ownCall?.source ?? -1]?.path;
    const place = hottest === undefined || hottestPath === undefined ? start : { ...hottest, path: hottestPath };
    return {
      kind: "function",
      key: String(func),
      name,
      category: categoryOfFunction(this.#profile, func),
      place:
        place === undefined
          ? undefined
          : {
              path: place.path,
              line: place.line,
              column: place.column,
              inferred: "inferred" in place ? place.inferred : functions.inferred[func] === 1,
            },
      ownCall: ownCall === undefined || callPath === undefined ? undefined : { path: callPath, line: ownCall.line, column: ownCall.column },
      start,
      identity: { name, path: path ?? "", line: functions.line[func] as number },
      functions: 0,
    };
  }
}

function withOwnCode(filter: StackFilter): StackFilter {
  return { ...filter, hiddenKinds: filter.hiddenKinds?.filter((kind) => kind !== "own") ?? null };
}

/** The first rows, and the sum of the ranked figure over the rest. */
function bounded<Each extends Parameters<typeof ticksBy>[0]>(
  all: readonly Each[],
  limit: number,
  by: HeatBy,
  rowOf: (each: Each) => HotRowView,
): HotRowsView {
  const rest = all.slice(limit);
  return {
    rows: all.slice(0, limit).map(rowOf),
    moreCount: rest.length,
    moreTicks: rest.reduce((sum, each) => sum + ticksBy(each, by), 0),
  };
}
