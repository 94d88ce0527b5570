import type { Analysis } from "../../analysis/analyse.ts";
import type { FunctionCost } from "../../analysis/costs/costs.ts";
import { noiseTicks } from "../../analysis/costs/sampling-error.ts";
import { madeOnce } from "../../analysis/collections.ts";
import { noRoute } from "../../analysis/selection/no-route.ts";
import type { RunRoute, RunRoutes } from "../../analysis/selection/run-routes.ts";
import { everything } from "../../analysis/selection/selection.ts";
import type { FilteredFunction } from "../../analysis/selection/stack-filter.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import { knownRoutes } from "../../opening/route-samples.ts";
import type { Line, Share, Ticks } from "../../analysis/units.ts";

/** A route's part of something: of a run's busy time, of a line's total, of a function's total. */
export interface RouteShare {
  /** "" for what ran for no route. */
  readonly name: string;
  readonly share: Share;
}

/** A route of a run, to be chosen. */
interface RouteView extends RouteShare {
  /** Answered while it was measured; 0 for no route. */
  readonly requests: number;
}

/** What is known of a run's routes. */
export interface RoutesView {
  readonly by: RunRoutes["by"];
  /** Busiest first; at most `mostRoutes`. */
  readonly routes: readonly RouteView[];
}

const mostRoutes = 50;

/** By place its total ticks, by index in `parts`. */
type Totals = ReadonlyMap<string, Float64Array>;

interface Found {
  readonly lines: Totals;
  readonly functions: Totals;
}

/**
 * Which routes the code of a run works for. Ticks of routes that were loaded alone are first made those of the whole load: per request, times
 * the requests that the load has of that route. Everything is computed when it is first asked for.
 */
export class RouteCosts {
  readonly view: RoutesView;
  readonly #analysis: Analysis;
  readonly #worths: ReadonlyMap<string, number>;
  #found: Found | undefined;

  constructor(analysis: Analysis, { by, routes }: RunRoutes) {
    this.#analysis = analysis;
    // Between windows of their own nothing is of the load.
    const none = by === "windows" ? [] : [{ name: noRoute, requests: 0 }];
    const hasCpu = routes.every(({ cpuMs = 0 }) => cpuMs > 0);
    const all = [...routes, ...none].map((route) => {
      const ticks = this.#busyTicks(route.name);
      const worth = worthOf(route, ticks, hasCpu);
      return { ...route, worth, ticks: worth * ticks };
    });
    const sum = all.reduce((ticks, each) => ticks + each.ticks, 0);
    const shown = all.filter(({ ticks }) => ticks > 0).toSorted((one, other) => other.ticks - one.ticks);
    const kept = shown.slice(0, mostRoutes);
    this.view = { by, routes: kept.map(({ name, requests, ticks }) => ({ name, requests, share: ticks / sum })) };
    this.#worths = new Map(kept.map(({ name, worth }) => [name, worth]));
  }

  /** Largest first; empty if the line has too few samples to judge. */
  ofLine(path: string, line: Line): readonly RouteShare[] {
    return this.#sharesOf(this.#all.lines.get(`${path}\n${line}`));
  }

  /** The same of a function. */
  ofFunction({ path, line, name }: FilteredFunction): readonly RouteShare[] {
    return this.#sharesOf(this.#all.functions.get(keyOf(path, { line, name })));
  }

  #busyTicks(route: string): Ticks {
    return this.#analysis.select({ ...everything, routes: [route] })?.whole.costs.busyTicks ?? 0;
  }

  #sharesOf(ticks: Float64Array | undefined): readonly RouteShare[] {
    if (ticks === undefined || ticks.reduce((sum, each) => sum + each, 0) < noiseTicks) return [];
    const parts = [...this.#worths].map(([name, worth], index) => ({ name, ticks: worth * (ticks[index] as number) }));
    const sum = parts.reduce((all, part) => all + part.ticks, 0);
    const shares = parts.flatMap((part) => (part.ticks > 0 ? [{ name: part.name, share: part.ticks / sum }] : []));
    return shares.toSorted((one, other) => other.share - one.share);
  }

  get #all(): Found {
    return (this.#found ??= this.#computed());
  }

  #computed(): Found {
    const names = [...this.#worths.keys()];
    const [lines, functions] = [new Map<string, Float64Array>(), new Map<string, Float64Array>()];
    for (const [index, name] of names.entries()) {
      const costs = this.#analysis.select({ ...everything, routes: [name] })?.costs;
      const add = (totals: Map<string, Float64Array>, key: string, ticks: Ticks): void => {
        const sums = madeOnce(totals, key, () => new Float64Array(names.length));
        sums[index] = (sums[index] as number) + ticks;
      };
      const pathOf = (source: number): string => costs?.sources[source]?.path ?? "";
      for (const cost of costs?.lines ?? []) add(lines, `${pathOf(cost.source)}\n${cost.line}`, cost.totalTicks);
      for (const cost of costs?.functions ?? []) add(functions, keyOf(pathOf(cost.source), cost), cost.totalTicks);
    }
    return { lines, functions };
  }
}

/**
 * What a sample is worth in the load that the shares are of. By the CPU time of windows: on a busy machine their samples are also of time in which
 * the app waited for the CPU.
 */
function worthOf({ requests, share, cpuMs = 0 }: RunRoute, ticks: Ticks, hasCpu: boolean): number {
  if (share === undefined) return 1;
  const perRequest = requests > 0 ? share / requests : 0;
  return hasCpu && ticks > 0 ? (perRequest * cpuMs) / ticks : perRequest;
}

/** Of a run whose routes are known; undefined for another. */
export function routeCostsOf(opened: Pick<OpenedRun, "analysis" | "routesPass">): RouteCosts | undefined {
  const { analysis, routesPass } = opened;
  const routes = knownRoutes(opened);
  return routes && new RouteCosts(analysis.routes === undefined ? (routesPass?.analysis ?? analysis) : analysis, routes);
}

function keyOf(path: string, { line, name }: Pick<FunctionCost, "line" | "name">): string {
  return `${path}\n${line}\n${name}`;
}
