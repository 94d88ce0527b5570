import { mask } from "./secret-values.ts";

/** Whether two masked texts are one, whatever was masked when they were kept: what one of them hides may be anything in the other. */
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
