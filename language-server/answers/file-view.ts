import type { FunctionCost, LineCost } from "../analysis/costs/costs.ts";
import { type CostTicks, type HeatBy, heatTicks } from "../analysis/costs/heat.ts";
import type { Source } from "../analysis/sources/source.ts";
import { nearestFunction, type Syntax } from "../analysis/syntax/syntax.ts";
import type { Ticks } from "../analysis/units.ts";
import { splitLines } from "../analysis/syntax/line-ends.ts";
import type { FileAdvice, FileFunction, FileLine, FileView } from "./run-answers.ts";
import type { TextEdits } from "./text-edits.ts";
import { picked } from "../analysis/collections.ts";
import { keyOf } from "./parts.ts";

/** Costs of a source as it ran. */
export interface FileCosts {
  readonly source: Source;
  readonly lines: readonly LineCost[];
  readonly functions: readonly FunctionCost[];
  readonly advice: readonly Omit<FileAdvice, "line">[];
}

export interface FileViewOptions {
  /** Of the editor. */
  readonly text: string;
  readonly heatBy: HeatBy;
  readonly smallestTicks: Ticks;
  readonly limit: number;
}

/**
 * Maps the costs of a source to its current text. `edits` is undefined if the text that ran was not kept: the source is then assumed to be
 * unchanged.
 */
export function fileView(costs: FileCosts, edits: TextEdits | undefined, syntax: Syntax | undefined, options: FileViewOptions): FileView {
  const lineCount = splitLines(options.text).length;
  const own = costs.source.category === "own";
  const heat = (line: CostTicks): Ticks => heatTicks(line, options.heatBy, own);
  const lines = costs.lines
    .filter((line) => line.totalTicks + line.candidateTicks >= options.smallestTicks && nowLine(line.line, edits, lineCount) > 0)
    .toSorted((a, b) => heat(b) - heat(a) || b.totalTicks - a.totalTicks)
    .slice(0, options.limit);
  return {
    own,
    lines: lines.map((line) => fileLine(line, edits, lineCount, heat)).toSorted((a, b) => a.line - b.line),
    functions: costs.functions
      .filter(({ line, totalTicks }) => totalTicks >= options.smallestTicks && line > 0)
      .flatMap((cost) => fileFunction(cost, costs.source, edits, syntax, lineCount))
      .toSorted((a, b) => a.line - b.line || a.key.column - b.key.column),
    ranLines: edits?.ranLines ?? Int32Array.from({ length: lineCount + 1 }, (_none, line) => line),
    editedLines: edits === undefined ? [] : costs.lines.filter(({ line }) => edits.isEdited(line)).map(({ line }) => edits.nowLine(line)),
    advice: costs.advice.flatMap((each) => fileAdvice(each, edits, lineCount)),
  };
}

/** No advice about edited code, which may be fixed already, until it is measured again. */
function fileAdvice(each: FileCosts["advice"][number], edits: TextEdits | undefined, lineCount: number): readonly FileAdvice[] {
  const ran = each.advice.place?.line ?? 0;
  const line = nowLine(ran, edits, lineCount);
  return line === 0 || edits?.isEdited(ran) === true ? [] : [{ ...each, line }];
}

function fileLine(cost: LineCost, edits: TextEdits | undefined, lineCount: number, heat: (line: CostTicks) => Ticks): FileLine {
  return {
    ...picked(cost, "selfTicks", "withLibrariesTicks", "totalTicks", "totalSamples", "inferredTicks", "candidateTicks"),
    line: nowLine(cost.line, edits, lineCount),
    heat: heat(cost),
    edited: edits?.isEdited(cost.line) ?? false,
    parts: edits?.isReworded(cost.line) === true ? [] : disjointParts(cost, edits?.indentShift(cost.line) ?? 0, heat),
  };
}

/** Expressions nest: what an inner one covers is removed from the outer one. Empty if the line has only one part. */
function disjointParts(cost: LineCost, shift: number, heat: (line: CostTicks) => Ticks): FileLine["parts"] {
  const known = cost.columns
    .filter(({ column, endColumn }) => column >= 0 && endColumn > column)
    .toSorted((a, b) => a.column - b.column || b.endColumn - a.endColumn);
  if (known.length < 2) return [];
  const cuts = [...new Set(known.flatMap(({ column, endColumn }) => [column, endColumn]))].toSorted((a, b) => a - b);
  return cuts.slice(1).flatMap((end, index) => {
    const start = cuts[index] ?? end;
    const innermost = known.findLast(({ column, endColumn }) => column <= start && endColumn >= end);
    const ticks = innermost === undefined ? 0 : heat(innermost);
    return ticks === 0 ? [] : [{ start: start + shift, end: end + shift, ticks }];
  });
}

function fileFunction(
  cost: FunctionCost,
  source: Source,
  edits: TextEdits | undefined,
  syntax: Syntax | undefined,
  lineCount: number,
): readonly FileFunction[] {
  const line = nowLine(cost.line, edits, lineCount);
  if (line === 0) return [];
  const row = syntax === undefined ? -1 : nearestFunction(syntax, cost);
  return [
    {
      ...picked(cost, "name", "inferred", "selfTicks", "withLibrariesTicks", "totalTicks"),
      line,
      edited: edits !== undefined && (edits.isReworded(cost.line) || edits.isFunctionEdited(row)),
      key: keyOf(cost, source.path),
    },
  ];
}

function nowLine(ran: number, edits: TextEdits | undefined, lineCount: number): number {
  if (edits !== undefined) return edits.nowLine(ran);
  return ran <= lineCount ? ran : 0;
}
