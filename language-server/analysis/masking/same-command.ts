import { maskedArguments } from "./masked-arguments.ts";
import { mask } from "./secret-values.ts";

/**
 * Whether two kept command lines are one, whatever was masked when they were kept: both are masked again, and what one of them hides may be
 * anything in the other.
 */
export function isSameCommand(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const [before, after] = [maskedArguments(a), maskedArguments(b)];
  return before.every((word, index) => isSameMasked(word, after[index] ?? ""));
}

/** The same for two texts that are masked already. */
export function isSameMasked(a: string, b: string): boolean {
  return a === b || covers(a, b) || covers(b, a);
}

/** Whether `text` is `pattern` with something for each mask. */
function covers(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split(mask);
  const last = rest.pop();
  if (last === undefined || !text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
