import { callRate } from "../../analysis/counts/count-findings.ts";
import { requestsOfAll } from "../../analysis/selection/run-routes.ts";
import type { Line, Milliseconds, Share } from "../../analysis/units.ts";
import { durationOf } from "../../analysis/figures.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import type { Counted, FoundQuadratic, ShownCounts } from "./shown-counts.ts";

/** A hot function of own code, with its time in the run. */
interface HotCount extends Counted {
  readonly name: string;
  readonly path: string;
  readonly line: Line;
  /** Of the busy time, with all that it calls. */
  readonly share: Share;
  /** CPU time; undefined without requests. */
  readonly perRequest: Milliseconds | undefined;
  readonly rate: ReturnType<typeof callRate>;
}

export interface HotCounts {
  readonly requests: number;
  /** Most time first. */
  readonly functions: readonly HotCount[];
  readonly quadratic: readonly FoundQuadratic[];
}

/** How often the hottest own functions of a run are called. */
export function hotCounts(run: OpenedRun, shown: ShownCounts, limit: number): HotCounts {
  const { costs, routes } = run.analysis;
  const requests = requestsOfAll(routes, run.run.load);
  const own = costs.functions
    .filter(({ source, name }) => costs.sources[source]?.category === "own" && name !== "(top level)")
    .toSorted((one, other) => other.totalTicks - one.totalTicks)
    .map((cost) => ({ ...cost, path: costs.sources[cost.source]?.path ?? "" }));
  const counted = shown.functions(own);
  const functions = own.flatMap(({ name, path, line, totalTicks, withLibrariesTicks }, row): readonly HotCount[] => {
    const found = counted[row];
    if (!found || totalTicks === 0) return [];
    const share = totalTicks / costs.busyTicks;
    const perRequest = requests === 0 ? undefined : durationOf(totalTicks, costs.interval) / requests;
    const rate =
      found.isPerRequest && perRequest !== undefined
        ? callRate({ calls: found.count, perRequest, ownShare: withLibrariesTicks / costs.busyTicks })
        : undefined;
    return [{ ...found, name, path, line, share, perRequest, rate }];
  });
  return { requests: shown.requests, functions: functions.slice(0, limit), quadratic: shown.quadratic };
}
