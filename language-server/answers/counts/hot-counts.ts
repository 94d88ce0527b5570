import { callRate } from "../../analysis/counts/call-rate.ts";
import { quadraticLoops, type QuadraticLoop } from "../../analysis/counts/quadratic.ts";
import { requestsOfAll } from "../../analysis/selection/run-routes.ts";
import type { Line, Milliseconds, Share } from "../../analysis/units.ts";
import { durationOf } from "../../analysis/figures.ts";
import type { OpenedCounts } from "../../opening/counts-pass.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import { PassLines } from "../routes/pass-lines.ts";
import { runCounts, type RunCounts } from "./run-counts.ts";
import { type Counted, ShownCounts } from "./shown-counts.ts";

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

interface FoundQuadratic extends QuadraticLoop {
  readonly path: string;
}

export interface HotCounts {
  readonly requests: number;
  /** Most time first. */
  readonly functions: readonly HotCount[];
  readonly quadratic: readonly FoundQuadratic[];
}

/** How often the hottest own functions of a run are called; `earlier`: counts of the same code at other sizes. */
export function hotCounts(run: OpenedRun, pass: OpenedCounts, earlier: readonly OpenedCounts[], limit: number): HotCounts {
  const { costs, routes } = run.analysis;
  const requests = requestsOfAll(routes, run.run.load);
  const shown = new ShownCounts(pass, new PassLines(run.analysis, pass.analysis));
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
  return { requests: shown.requests, functions: functions.slice(0, limit), quadratic: quadraticIn(pass, earlier) };
}

/** Of loops that grow with the square of another one, those of files that ran with the same text at both sizes. */
function quadraticIn(pass: OpenedCounts, earlier: readonly OpenedCounts[]): readonly FoundQuadratic[] {
  const [now, before] = [runCounts(pass), earlier.map((each) => ({ counts: runCounts(each), textOf: textsOf(each) }))];
  const textNow = textsOf(pass);
  return now.sources.flatMap(({ path, loops }): readonly FoundQuadratic[] => {
    for (const { counts, textOf } of before) {
      if (textOf(path) === undefined || textOf(path) !== textNow(path)) continue;
      const found = quadraticLoops(loops, loopsIn(counts, path));
      if (found.length > 0) return found.map((loop) => ({ ...loop, path }));
    }
    return [];
  });
}

function loopsIn({ sources }: RunCounts, path: string): RunCounts["sources"][number]["loops"] {
  return sources.find((source) => source.path === path)?.loops ?? [];
}

function textsOf({ analysis }: OpenedCounts): (path: string) => string | undefined {
  const rows = new Map(analysis.profile.sources.map((source, row) => [source.path, row] as const).toReversed());
  return (path) => analysis.textOf(rows.get(path) ?? -1);
}
