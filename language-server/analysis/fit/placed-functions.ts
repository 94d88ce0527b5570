import { declaredName, type JudgedFunction } from "./function-standing.ts";
import type { SampledFunction } from "./sampled-scripts.ts";
import type { TextFunctions } from "./text-functions.ts";
import type { Line } from "../units.ts";
import { countsOf } from "../collections.ts";

/** A function of a profile that was found in a text: its row there, and the lines on which it starts in both. */
export interface PlacedFunction {
  readonly row: number;
  readonly from: Line;
  readonly to: Line;
}

/**
 * The text's function for each one of the profile. By name, if exactly one in each has it, with enough lines. Others if they are the only
 * one of their kind between the functions around them, or in both. `isWhole`: being on its line proves nothing.
 */
export function placedFunctions(
  judged: readonly JudgedFunction[],
  text: TextFunctions,
  isWhole: boolean,
): readonly (PlacedFunction | undefined)[] {
  const { functions } = text.syntax;
  const counts = countsOf(judged.map(({ name }) => name));
  const found = judged.map((func): PlacedFunction | undefined => {
    const [row, ...others] = func.name === "" || counts.get(func.name) !== 1 ? [] : text.named(func.name);
    if (row !== undefined && others.length === 0) {
      const isThere = func.row === row && func.standing !== "elsewhere";
      if (isThere) return { row, from: func.line, to: func.line };
      return hasRoomFor(func, text, row) ? { row, from: func.line, to: functions.line[row] as number } : undefined;
    }
    return func.row !== -1 && func.standing === "fits" && !isWhole ? { row: func.row, from: func.line, to: func.line } : undefined;
  });
  const taken = new Set(found.map((each) => each?.row));
  const rows = functions.line.length;
  const alikeIn = (func: JudgedFunction, first: number, last: number): readonly number[] => {
    const alike: number[] = [];
    for (let row = first; row <= last; row++)
      if (!taken.has(row) && functions.column[row] === func.column && agrees(func.name, functions.name[row] as string)) alike.push(row);
    return alike;
  };
  const isLikeAnother = (func: JudgedFunction): boolean =>
    judged.some((other, at) => other !== func && found[at] === undefined && other.column === func.column && agrees(func.name, other.name));
  return found.map((each, index) => {
    const func = judged[index] as JudgedFunction;
    if (each !== undefined) return each;
    const between = alikeIn(func, (nearest(found, index, -1)?.row ?? 0) + 1, (nearest(found, index, 1)?.row ?? rows) - 1);
    const alike = between.length === 1 ? between : isLikeAnother(func) ? [] : alikeIn(func, 1, rows - 1);
    const [row, ...others] = alike;
    if (row === undefined || others.length > 0 || !hasRoomFor(func, text, row)) return undefined;
    return { row, from: func.line, to: functions.line[row] as number };
  });
}

/** The nearest function before or after that was found by its name. */
function nearest(found: readonly (PlacedFunction | undefined)[], index: number, step: 1 | -1): PlacedFunction | undefined {
  let at = index + step;
  while (at >= 0 && at < found.length && found[at] === undefined) at += step;
  return found[at];
}

function agrees(name: string, other: string): boolean {
  return declaredName(name) === "" || declaredName(other) === "" || declaredName(name) === declaredName(other);
}

/** Whether some of the lines that samples show from its start on are in the text's function, which may be shorter than it. */
function hasRoomFor({ line, lines }: SampledFunction, text: TextFunctions, row: number): boolean {
  const offsets = [...lines.keys()].map((each) => each - line).filter((offset) => offset >= 0);
  return offsets.length === 0 || offsets.some((offset) => offset < text.lineCount(row));
}
