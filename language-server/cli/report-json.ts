import type { Column, Line, Ticks } from "../analysis/units.ts";
import type { Problem } from "../analysis/profile/profile.ts";
import type { Figures } from "./figures.ts";
import type { OpenedTarget } from "./target.ts";

/** What `heatline report --json` prints. Fields are only ever added; `schema` grows when one changes its meaning. */
export interface JsonReport {
  readonly schema: 1;
  /** Version of the app's Node; "" where the file does not say. */
  readonly node: string;
  readonly recorder: "exact" | "inspector" | "import";
  /** True where every line comes from a recorded position. */
  readonly exact: boolean;
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  readonly lines: readonly JsonLine[];
  readonly functions: readonly JsonFunction[];
  readonly problems: readonly Problem[];
}

interface JsonLine {
  /** Absolute path, or the URL where there is no file. */
  readonly file: string;
  readonly line: Line;
  readonly selfTicks: Ticks;
  readonly withLibrariesTicks: Ticks;
  /** The former name of `withLibrariesTicks`, kept for programs that read it. */
  readonly chargedTicks: Ticks;
  readonly totalTicks: Ticks;
  /** The part of `totalTicks` that the repair of lost frames added. */
  readonly repairedTicks: Ticks;
  /** True where some of `totalTicks` rest on inference and not on a measured position. */
  readonly inferred: boolean;
}

interface JsonFunction {
  readonly file: string;
  /** 1-based; the column is 0-based, -1 where unknown. */
  readonly line: Line;
  readonly column: Column;
  readonly name: string;
  readonly selfTicks: Ticks;
  readonly withLibrariesTicks: Ticks;
  /** The former name of `withLibrariesTicks`, kept for programs that read it. */
  readonly chargedTicks: Ticks;
  readonly totalTicks: Ticks;
}

export function jsonReport(
  { run, recorder, hasPositions, analysis, problems, pathNow }: OpenedTarget,
  { lines, functions }: Figures,
): JsonReport {
  const { ticks, busyTicks, sources } = analysis.costs;
  const fileOf = (source: number): string => pathNow(sources[source]?.path ?? "");
  return {
    schema: 1,
    node: run.app.nodeVersion,
    recorder,
    exact: hasPositions,
    ticks,
    busyTicks,
    lines: lines.map(({ source, line, selfTicks, withLibrariesTicks, totalTicks, repairedTicks, inferredTicks }) => ({
      file: fileOf(source),
      line,
      selfTicks,
      withLibrariesTicks,
      chargedTicks: withLibrariesTicks,
      totalTicks,
      repairedTicks,
      inferred: inferredTicks > 0,
    })),
    functions: functions.map(({ source, line, column, name, selfTicks, withLibrariesTicks, totalTicks }) => ({
      file: fileOf(source),
      line,
      column,
      name,
      selfTicks,
      withLibrariesTicks,
      chargedTicks: withLibrariesTicks,
      totalTicks,
    })),
    problems,
  };
}
