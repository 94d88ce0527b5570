import { diffArrays } from "diff";
import { splitLines } from "../syntax/line-ends.ts";
import { madeOnce } from "../collections.ts";

/**
 * Maps lines of a text to lines of another. Index: line, 1-based (0 is unused). Value: the line in the other text, or 0 if it was deleted.
 */
export interface LineMap {
  readonly toNow: Int32Array;
  readonly toRan: Int32Array;
}

/** With more edits a minimal diff takes too long: unique lines are matched instead. */
const mostEdits = 2000;

/**
 * Maps lines of the text as it ran to the current text, ignoring leading and trailing white space. Mapped lines ascend in both directions.
 */
export function mapLines(ran: string, now: string): LineMap {
  const old = linesOf(ran);
  const current = linesOf(now);
  const map: LineMap = { toNow: new Int32Array(old.length + 1), toRan: new Int32Array(current.length + 1) };
  const pair = (oldIndex: number, currentIndex: number): void => {
    map.toNow[oldIndex + 1] = currentIndex + 1;
    map.toRan[currentIndex + 1] = oldIndex + 1;
  };
  let start = 0;
  while (start < old.length && start < current.length && old[start] === current[start]) pair(start, start++);
  let oldEnd = old.length;
  let currentEnd = current.length;
  while (oldEnd > start && currentEnd > start && old[oldEnd - 1] === current[currentEnd - 1]) pair(--oldEnd, --currentEnd);
  matchMiddle(old.slice(start, oldEnd), current.slice(start, currentEnd), (oldIndex, currentIndex) =>
    pair(start + oldIndex, start + currentIndex),
  );
  return map;
}

/** Lines of a text without their ends, trimmed. */
export function linesOf(text: string): string[] {
  return splitLines(text).map((line) => line.trim());
}

function matchMiddle(old: readonly string[], current: readonly string[], pair: (oldIndex: number, currentIndex: number) => void): void {
  if (old.length === 0 || current.length === 0) return;
  const ids = new Map<string, number>();
  const idOf = (line: string): number => madeOnce(ids, line, () => ids.size);
  const changes = diffArrays(old.map(idOf), current.map(idOf), { maxEditLength: mostEdits });
  if (changes === undefined) {
    pairUniqueLines(old, current, pair, (line) => line !== "");
    return;
  }
  let oldIndex = 0;
  let currentIndex = 0;
  for (const { added, removed, count } of changes) {
    if (added) currentIndex += count;
    else if (removed) oldIndex += count;
    else for (let index = 0; index < count; index++) pair(oldIndex++, currentIndex++);
  }
}

/**
 * Pairs lines that are unique in each text, as many as keep their order: the longest increasing sequence. Only lines that `counts` accepts.
 */
export function pairUniqueLines(
  old: readonly string[],
  current: readonly string[],
  pair: (oldIndex: number, currentIndex: number) => void,
  counts: (line: string) => boolean,
): void {
  const inCurrent = uniqueLines(current, counts);
  const pairs: { readonly old: number; readonly current: number; before: number }[] = [];
  for (const [line, index] of [...uniqueLines(old, counts)].sort((a, b) => a[1] - b[1])) {
    const at = inCurrent.get(line);
    if (at !== undefined) pairs.push({ old: index, current: at, before: -1 });
  }
  /** Last pair of the best sequence of each length. */
  const ends: number[] = [];
  pairs.forEach((each, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number]?.current as number) < each.current) low = middle + 1;
      else high = middle;
    }
    each.before = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = index;
  });
  for (let at = ends.at(-1) ?? -1; at !== -1; at = pairs[at]?.before as number)
    pair(pairs[at]?.old as number, pairs[at]?.current as number);
}

function uniqueLines(lines: readonly string[], counts: (line: string) => boolean): Map<string, number> {
  const seen = new Map<string, number>();
  lines.forEach((line, index) => seen.set(line, seen.has(line) ? -1 : index));
  for (const [line, index] of seen) if (index === -1 || !counts(line)) seen.delete(line);
  return seen;
}
