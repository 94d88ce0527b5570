import { splitLines } from "../syntax/line-ends.ts";

/** What the waits pass puts at the start of each function that waits. */
const added = "__hlw=globalThis.__hlw";

/** What Node adds to a text whose types it strips. */
const named = /\n\n\/\/# sourceURL=.*$/;

/**
 * For each line of a text that the waits pass rewrote, its line before that: the same, as rewriting keeps lines; 0: none. Undefined for other texts, and where
 * something else changed the text, too.
 */
export function linesBeforeRewriting(ran: string, before: string): Int32Array | undefined {
  if (!ran.includes(added)) return undefined;
  const [{ length }, own] = [splitLines(ran), splitLines(before).length];
  if (length !== own && splitLines(ran.replace(named, "")).length !== own) return undefined;
  return Int32Array.from({ length: length + 1 }, (_, line) => (line <= own ? line : 0));
}
