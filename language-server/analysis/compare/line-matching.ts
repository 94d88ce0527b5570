import { functionText, lineLikeness } from "../syntax/function-shape.ts";
import type { Syntax } from "../syntax/syntax.ts";
import { linesOf, mapLines } from "../edits/text-diff.ts";
import type { Line } from "../units.ts";

/** Less similar lines are different lines, not an edited one. */
const leastAlike = 0.4;
/** Longer gaps are not searched for edited lines. */
const longestGap = 200;

export interface FunctionText {
  readonly lines: readonly string[];
  readonly syntax: Syntax;
  /** Index in `syntax.functions`. */
  readonly row: number;
}

/**
 * Matches the lines of a function. Index: line of its base text within the function, 0-based. Value: line of the next text, or 0. Unchanged
 * lines keep their order; in the gaps between them, lines are matched as edited if the gap kept its length or they are similar.
 */
export function matchLines(base: FunctionText, next: FunctionText): Int32Array {
  const [baseText, nextText] = [functionText(base.lines, base.syntax, base.row), functionText(next.lines, next.syntax, next.row)];
  const nextStart = firstLine(next);
  if (baseText === nextText) return Int32Array.from(linesOf(baseText), (_line, index) => nextStart + index);
  const { toNow } = mapLines(baseText, nextText);
  const [old, now] = [linesOf(baseText), linesOf(nextText)];
  let from = 1;
  let fromNow = 1;
  for (let line = 1; line <= old.length + 1; line++) {
    const at = line > old.length ? now.length + 1 : (toNow[line] as number);
    if (at === 0) continue;
    matchGap(toNow, old, now, [from, line], [fromNow, at]);
    from = line + 1;
    fromNow = at + 1;
  }
  return toNow.subarray(1).map((line) => (line === 0 ? 0 : line + nextStart - 1));
}

/** First line of a function's text. */
export function firstLine({ syntax, row }: Pick<FunctionText, "syntax" | "row">): Line {
  return row === 0 ? 1 : (syntax.functions.startLine[row] as number);
}

/** Matches edited lines in a gap between two unchanged ones; both ranges end before their second line. */
function matchGap(
  toNow: Int32Array,
  old: readonly string[],
  now: readonly string[],
  [from, end]: readonly [Line, Line],
  [fromNow, endNow]: readonly [Line, Line],
): void {
  if (from === end || fromNow === endNow) return;
  if (end - from === endNow - fromNow) {
    for (let line = from; line < end; line++) toNow[line] = fromNow + line - from;
    return;
  }
  if (end - from > longestGap || endNow - fromNow > longestGap) return;
  let least = fromNow;
  for (let line = from; line < end; line++) {
    let best = { line: 0, likeness: leastAlike };
    for (let candidate = least; candidate < endNow; candidate++) {
      const likeness = lineLikeness(old[line - 1] ?? "", now[candidate - 1] ?? "");
      if (likeness > best.likeness) best = { line: candidate, likeness };
    }
    if (best.line === 0) continue;
    toNow[line] = best.line;
    least = best.line + 1;
  }
}
