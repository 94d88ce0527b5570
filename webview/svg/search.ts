import { type Box, isWithin } from "./boxes.ts";

/** Whether a box's tip matches: it contains the text in any case, or the text is a regular expression that fits, as in FlameGraph. */
export function matcher(wanted: string): (box: Box) => boolean {
  const text = wanted.trim().toLowerCase();
  if (text === "") return () => false;
  const pattern = patternOf(wanted.trim());
  return ({ tip }) => tip.toLowerCase().includes(text) || pattern?.test(tip) === true;
}

function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text, "i");
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The share of the whole width that is below the found boxes, 0 to 1: a box within a found one counts once. */
export function sharedWidth(found: readonly Box[]): number {
  let width = 0;
  let outer: Box | undefined;
  for (const box of found.toSorted((a, b) => a.left - b.left || b.width - a.width || a.row - b.row)) {
    if (outer !== undefined && isWithin(box, outer)) continue;
    width += box.width;
    outer = box;
  }
  return Math.min(1, width / 100);
}
