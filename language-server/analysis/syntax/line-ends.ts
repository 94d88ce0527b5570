import type { Line } from "../units.ts";

/** Who counts the lines of a text. V8 ends them at U+2028 and U+2029, too; VS Code, LSP and everything that people open files with do not. */
export type LineRule = "engine" | "editor";

const ends: Readonly<Record<LineRule, RegExp>> = { engine: /\r\n|[\n\r\u2028\u2029]/g, editor: /\r\n|[\n\r]/g };

/** Offsets at which a text's lines start. */
export function lineStarts(text: string, rule: LineRule): Int32Array {
  const starts = [0];
  if (hasOtherEnds(text)) for (const end of text.matchAll(ends[rule])) starts.push(end.index + end[0].length);
  else for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return Int32Array.from(starts);
}

/** Lines of a text without their ends. */
export function splitLines(text: string, rule: LineRule = "editor"): string[] {
  return text.split(hasOtherEnds(text) ? ends[rule] : "\n");
}

/** The line of an offset, as editors count. */
export function lineAt(text: string, offset: number): Line {
  return splitLines(text.slice(0, offset)).length;
}

/** Index of the line that contains an offset. */
export function lineIndex(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function hasOtherEnds(text: string): boolean {
  return text.includes("\r") || hasSeparators(text);
}

/** Whether editors count a text's lines otherwise than V8. */
export function hasSeparators(text: string): boolean {
  // In a text of one byte per character, V8 need not look.
  return text.includes("\u2028") || text.includes("\u2029");
}
