import type { PlacedFunction } from "./placed-functions.ts";
import type { TextFunctions } from "./text-functions.ts";
import type { Line } from "../units.ts";
import { madeOnce } from "../collections.ts";

/**
 * Maps lines that were recorded to those of the text: a line moves with the innermost function around it, and between two functions that
 * moved alike as they did. 0 for any other line, and if the text has no code there. `isOtherText`: what is behind the last function may
 * have moved, too.
 */
export function lineShifts(
  found: readonly (PlacedFunction | undefined)[],
  text: TextFunctions,
  isOtherText: boolean,
): (line: Line) => Line {
  const functions = found.filter((each) => each !== undefined);
  const known = new Map<Line, Line>();
  const shifted = (line: Line): Line => {
    let around: PlacedFunction | undefined;
    let before: PlacedFunction | undefined;
    let after: PlacedFunction | undefined;
    for (const each of functions) {
      if (each.from > line) {
        after ??= each;
        continue;
      }
      before = each;
      if (line < each.from + text.lineCount(each.row)) around = each;
    }
    const shift = around !== undefined ? around.to - around.from : shiftBetween(before, after, isOtherText);
    return shift !== undefined && text.hasCode(line + shift) ? line + shift : 0;
  };
  return (line) => madeOnce(known, line, () => shifted(line));
}

function shiftBetween(before: PlacedFunction | undefined, after: PlacedFunction | undefined, isOtherText: boolean): number | undefined {
  if (after === undefined) return before !== undefined && before.to === before.from && !isOtherText ? 0 : undefined;
  const shift = after.to - after.from;
  if (before === undefined) return shift === 0 ? 0 : undefined;
  return before.to - before.from === shift ? shift : undefined;
}
