import type { Report } from "../../analysis/exporters/markdown.ts";
import { samplingError } from "../../analysis/costs/sampling-error.ts";
import { picked } from "../../analysis/collections.ts";
import { pointsText } from "../../analysis/figures.ts";
import { nativeTypeScript } from "../../analysis/groups/outside-javascript.ts";
import { groupFamilies } from "../../analysis/groups/tools.ts";
import type { Line, Milliseconds, Share, Ticks } from "../../analysis/units.ts";
import { familiesOf, type GroupRow, type RunGroups } from "../../answers/groups/run-groups.ts";
import type { Run } from "../../history/run.ts";
import type { ReportWords } from "../run-report.ts";

type ReportTable = Report["tables"][number];

/** A table for each family of groups that the run has, the dearest first. */
export function groupsTables(
  { groups, grouped, busyTicks }: RunGroups,
  words: ReportWords,
  pathOf: (path: string) => string,
): readonly ReportTable[] {
  const { textOf, share, duration, locale, functionName } = words;
  return familiesOf(grouped).flatMap((family) => {
    const rows = groups.filter((each) => each.family === family);
    if (rows.length === 0) return [];
    return {
      title: textOf(`report.groups.${family}`),
      columns: [
        textOf("report.groups.share"),
        "±",
        textOf("report.blocks.time"),
        textOf("report.blocks.what"),
        textOf("report.groups.name"),
        textOf("report.groups.mostly"),
        textOf("report.groups.hottest"),
      ],
      figures: [0, 1, 2],
      rows: rows.map(({ kind, ticks, time, name, path, line, parts, inferredTicks, hottest, importedAt }) => {
        const [most] = parts;
        const at = importedAt && `${importedAt.inferred ? "≈ " : ""}${pathOf(importedAt.path)}:${importedAt.line}`;
        const place = path === "" ? "" : line > 1 ? `${pathOf(path)}:${line}` : pathOf(path);
        return [
          share(ticks / busyTicks),
          pointsText(samplingError(ticks, busyTicks), locale),
          `${inferredTicks > 0 ? "≈ " : ""}${duration(time / 1000)}`,
          textOf(`report.groups.kind.${kind}`),
          `${name === "" ? place : place === "" ? name : `${name} (${place})`}${at === undefined ? "" : ` ${textOf("report.groups.importedAt", { at })}`}`,
          most === undefined || most.name === "" ? "" : functionName(most.name),
          hottest === undefined ? "" : `${hottest.inferred ? "≈ " : ""}${pathOf(hottest.path)}:${hottest.line}`,
        ];
      }),
      none: "",
    };
  });
}

/** What stands below the tables: what is in none of them, and what the profile cannot have. */
export function groupsRemarks(
  { groups, grouped, busyTicks, outside }: RunGroups,
  { textOf, share }: ReportWords,
  { toolProfiles }: Pick<Run, "toolProfiles">,
): readonly string[] {
  const rest = groupFamilies.flatMap((family) => {
    const ticks = grouped[family] ?? 0;
    const values = { family: textOf(`report.groups.${family}`), share: share((busyTicks - ticks) / busyTicks) };
    return ticks === 0 ? [] : [textOf("report.groups.rest", values)];
  });
  return [
    ...(groups.length === 0 ? [textOf("report.groups.none")] : rest),
    ...(groups.some(({ inferredTicks }) => inferredTicks > 0) ? [textOf("report.groups.inferred")] : []),
    ...(outside.length === 0 ? [] : [textOf("report.groups.outside", { tools: outside.join(", ") })]),
    ...(outside.includes(nativeTypeScript) && toolProfiles === undefined ? [textOf("report.groups.pprof")] : []),
  ];
}

/** What `heatline report --groups --json` adds. */
export interface JsonGroups {
  /** Most first. Those of one `family` share out the busy time. */
  readonly groups: readonly (Pick<GroupRow, "family" | "kind" | "tool" | "name" | "ticks" | "samples" | "inferredTicks" | "parts"> & {
    /** Null, like `line`, for a package. */
    readonly file: string | null;
    readonly line: Line | null;
    /** Of all busy time, with half the width of its interval. */
    readonly share: Share;
    readonly error: Share;
    readonly timeMs: Milliseconds;
    readonly hottest: { readonly file: string; readonly line: Line } | null;
    /** Where a test file or setup file imports it; null for what is no import, and where it is not known. */
    readonly importedAt: { readonly file: string; readonly line: Line; readonly inferred: boolean } | null;
  })[];
  readonly busyTicks: Ticks;
  /** Tools that also work outside JavaScript: that part is in no profile of it. */
  readonly outside: readonly string[];
}

export function jsonGroups({ groups, busyTicks, outside }: RunGroups, pathNow: (path: string) => string): JsonGroups {
  return {
    groups: groups.map(({ family, kind, tool, name, path, line, ticks, samples, time, inferredTicks, parts, hottest, importedAt }) => ({
      family,
      kind,
      tool,
      name,
      file: path === "" ? null : pathNow(path),
      line: path === "" ? null : line,
      ticks,
      samples,
      share: ticks / busyTicks,
      error: samplingError(ticks, busyTicks),
      timeMs: time / 1000,
      inferredTicks,
      parts,
      hottest: hottest === undefined ? null : { file: pathNow(hottest.path), line: hottest.line },
      importedAt: importedAt === undefined ? null : { file: pathNow(importedAt.path), ...picked(importedAt, "line", "inferred") },
    })),
    busyTicks,
    outside,
  };
}
