import { mapSureLines } from "./sure-lines.ts";
import { functionAround, type Syntax } from "../syntax/syntax.ts";
import { linesOf, type LineMap } from "./text-diff.ts";
import type { Line } from "../units.ts";

/** Changes to a text since it ran. */
export interface Edits {
  readonly lines: LineMap;
  /**
   * For each function of the syntax, 1 if its text changed, apart from white space around lines. The script itself never counts as edited.
   */
  readonly edited: Uint8Array;
  /** Whether the innermost function around a line (as it ran) was edited; without syntax, whether the line was deleted. */
  readonly isLineEdited: (ranLine: Line) => boolean;
}

/** `syntax` is of the text as it ran. Maps a line only if it is certainly the same one, and maps all lines of an unchanged function. */
export function editsSince(ran: string, syntax: Syntax | undefined, now: string): Edits {
  const lines = mapSureLines(ran, now);
  const edited = new Uint8Array(syntax?.functions.line.length ?? 0);
  if (syntax !== undefined) {
    const texts = { ran: linesOf(ran), now: linesOf(now) };
    const { startLine, endLine } = syntax.functions;
    for (let row = 1; row < edited.length; row++)
      edited[row] = mapWhole(lines, texts, startLine[row] as number, endLine[row] as number) ? 0 : 1;
  }
  const isGone = (line: Line): boolean => (lines.toNow[line] ?? 0) === 0;
  return {
    lines,
    edited,
    isLineEdited: (line) => isGone(line) || (syntax !== undefined && edited[functionAround(syntax, line, -1)] === 1),
  };
}

interface Texts {
  /** Trimmed lines. */
  readonly ran: readonly string[];
  readonly now: readonly string[];
}

/**
 * Whether all lines from `first` to `last` still exist without anything between them. If so, ambiguous ones (a brace, an empty line) are
 * mapped with the rest.
 */
function mapWhole({ toNow, toRan }: LineMap, { ran, now }: Texts, first: Line, last: Line): boolean {
  let shift: number | undefined;
  for (let line = first; line <= last; line++) {
    const mapped = toNow[line] ?? 0;
    if (mapped === 0) continue;
    shift ??= mapped - line;
    if (mapped - line !== shift) return false;
  }
  // If the last line was duplicated, it is unknown which copy is the original.
  if (shift === undefined || (now[last + shift] === ran[last - 1] && ran[last] !== ran[last - 1])) return false;
  for (let line = first; line <= last; line++) {
    const taken = toRan[line + shift];
    if (ran[line - 1] !== now[line + shift - 1] || taken === undefined || (taken !== 0 && taken !== line)) return false;
  }
  for (let line = first; line <= last; line++) {
    toNow[line] = line + shift;
    toRan[line + shift] = line;
  }
  return true;
}
