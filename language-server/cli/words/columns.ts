import stringWidth from "string-width";
import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { Report } from "../../analysis/exporters/markdown.ts";

/** Lays out text in the columns of a terminal, of which a Chinese character takes two. */

const isPlain = /^[\u0020-\u007E]*$/;

export function widthOf(text: string): number {
  return isPlain.test(text) ? text.length : stringWidth(text);
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** At most `width` columns, with … for what is left out. Stops measuring there, since a line may have millions of characters. */
export function cut(text: string, width: number): string {
  const room = Math.max(1, width - 1);
  let used = 0;
  let end = 0;
  let kept = 0;
  for (const sign of text) {
    used += widthOf(sign);
    if (used > width) return `${text.slice(0, kept)}…`;
    end += sign.length;
    if (used <= room) kept = end;
  }
  return text;
}

/** Breaks lines of a help that no screen shows whole, such as one with a list, and has the rest begin below the text after the option. */
export function wrapped(text: string): string {
  return text.replaceAll(/^(\S+ {2,})(\S.*)$/gm, (line, head: string, rest: string) => {
    if (widthOf(line) <= longestLine) return line;
    const lines = [head];
    for (const word of rest.match(/[^ 、，；]+[ 、，；]*/g) ?? []) {
      if (widthOf(`${lines.at(-1)}${word.trimEnd()}`) > usualLine) lines.push(" ".repeat(head.length));
      lines.push(`${lines.pop()}${word}`);
    }
    return lines.map((each) => each.trimEnd()).join("\n");
  });
}

const longestLine = 160;
const usualLine = 118;
const widestCell = 48;

/** A table's head and rows: the last column takes what room is left of `width`, the others are as wide as their cells. */
export function tableLines(
  { columns, figures, rows }: Pick<Report["tables"][number], "columns" | "figures" | "rows">,
  width: number,
): readonly [head: string, ...rows: string[]] {
  const last = columns.length - 1;
  const table = [columns, ...rows].map((cells) =>
    cells.map((cell, column) => (column === last ? harmless(cell) : cut(harmless(cell), widestCell))),
  );
  const widths = columns.map((_, column) => Math.max(...table.map((cells) => widthOf(cells[column] ?? ""))));
  const room = Math.max(0, width - widths.slice(0, last).reduce((sum, each) => sum + each + 2, 0));
  const [head = "", ...lines] = table.map((cells) => {
    const padded = cells.slice(0, last).map((cell, column) => (figures.includes(column) ? padStart : padEnd)(cell, widths[column] ?? 0));
    return [...padded, cut(cells[last] ?? "", room)].join("  ").trimEnd();
  });
  return [head, ...lines];
}
