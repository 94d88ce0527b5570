import { pairUniqueLines, linesOf, type LineMap } from "./text-diff.ts";
import { countsOf } from "../collections.ts";

/**
 * Maps a text as it ran to the current text like `mapLines`, but only lines that are certainly the same: annotations must never move to a
 * wrong line. Certain are lines unique in both texts in the same order (except common ones with other neighbours, and those among copies),
 * and equal lines next to them that occur equally often, up to where an insertion or deletion is ambiguous.
 */
export function mapSureLines(ran: string, now: string): LineMap {
  const old = linesOf(ran);
  const current = linesOf(now);
  const map: LineMap = { toNow: new Int32Array(old.length + 1), toRan: new Int32Array(current.length + 1) };
  if (old.length === current.length && old.every((line, index) => line === current[index])) {
    for (let line = 1; line <= old.length; line++) map.toNow[line] = map.toRan[line] = line;
    return map;
  }
  const anchors: [number, number][] = [];
  const isAmongCopies = copiesIn(old, current);
  const isBesideItsNeighbour = neighboursKept(old, current);
  const isAnchor = (line: string): boolean => hasWord(line) && !isAmongCopies(line) && (isRare(line) || isBesideItsNeighbour(line));
  pairUniqueLines(old, current, (oldIndex, currentIndex) => anchors.push([oldIndex, currentIndex]), isAnchor);
  anchors.sort((a, b) => a[0] - b[0]);
  for (const [oldIndex, currentIndex] of anchors) pair(map, oldIndex, currentIndex);
  const kept = keptLines(old, current);
  for (let index = 0; index <= anchors.length; index++) {
    const [oldStart, currentStart] = anchors[index - 1] ?? [-1, -1];
    const [oldEnd, currentEnd] = anchors[index] ?? [old.length, current.length];
    const gap = { old, current, kept, oldStart: oldStart + 1, oldEnd, currentStart: currentStart + 1, currentEnd };
    fillGap(map, gap, index > 0, index < anchors.length);
  }
  return map;
}

interface Gap {
  readonly old: readonly string[];
  readonly current: readonly string[];
  readonly kept: ReadonlySet<string>;
  /** 0-based; ends are exclusive. */
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly currentStart: number;
  readonly currentEnd: number;
}

/** Extends the certain lines before and after a gap into it. */
function fillGap(map: LineMap, gap: Gap, isAfterSure: boolean, isBeforeSure: boolean): void {
  const { old, current, kept, oldStart, oldEnd, currentStart, currentEnd } = gap;
  const shorter = Math.min(oldEnd - oldStart, currentEnd - currentStart);
  const [longestDown, longestUp] = [isAfterSure ? shorter : 0, isBeforeSure ? shorter : 0];
  let down = 0;
  while (down < longestDown && old[oldStart + down] === current[currentStart + down]) down++;
  let up = 0;
  while (up < longestUp && old[oldEnd - 1 - up] === current[currentEnd - 1 - up]) up++;
  if (down === oldEnd - oldStart && down === currentEnd - currentStart) up = 0;
  // Lines between the two runs were inserted or deleted; a line that occurs there too may be the original.
  const doubtful = new Set([
    ...old.slice(oldStart + Math.min(down, shorter - up), Math.max(oldEnd - up, oldStart + down)),
    ...current.slice(currentStart + Math.min(down, shorter - up), Math.max(currentEnd - up, currentStart + down)),
  ]);
  while (down > 0 && doubtful.has(old[oldStart + down - 1] as string)) down--;
  while (up > 0 && doubtful.has(old[oldEnd - up] as string)) up--;
  const isWhole = down === oldEnd - oldStart && down === currentEnd - currentStart;
  const isReplaced = down + up < Math.min(oldEnd - oldStart, currentEnd - currentStart);
  const repeated = repeatedLines(old.slice(oldStart, oldEnd), current.slice(currentStart, currentEnd));
  /** Nothing is certain beyond such a line: it was copied or deleted, or a text that ends in a bracket was replaced by another. */
  const isEnd = (line: string): boolean => !isWhole && (hasWord(line) ? !kept.has(line) : isReplaced);
  const isSure = (line: string): boolean => kept.has(line) && (isWhole || (hasWord(line) && !repeated.has(line)));
  const pairRun = (length: number, offsetOf: (index: number) => readonly [number, number]): void => {
    for (let index = 0; index < length; index++) {
      const [oldIndex, currentIndex] = offsetOf(index);
      const line = old[oldIndex] as string;
      if (isEnd(line)) return;
      if (isSure(line)) pair(map, oldIndex, currentIndex);
    }
  };
  pairRun(down, (index) => [oldStart + index, currentStart + index]);
  pairRun(up, (index) => [oldEnd - 1 - index, currentEnd - 1 - index]);
}

/** Lines that occur several times in either text: if something between them changed, they cannot be distinguished. */
function repeatedLines(...texts: readonly (readonly string[])[]): ReadonlySet<string> {
  const repeated = new Set<string>();
  for (const text of texts) {
    const seen = new Set<string>();
    for (const line of text) (seen.has(line) ? repeated : seen).add(line);
  }
  return repeated;
}

/**
 * Whether a line of `current` is between lines that were unique and now occur more often: these were copied, so it may be a changed copy
 * too.
 */
function copiesIn(old: readonly string[], current: readonly string[]): (line: string) => boolean {
  const [inOld, inCurrent] = [countsOf(old), countsOf(current)];
  const isCopied = (index: number, step: 1 | -1): boolean => {
    let at = index + step;
    while (at >= 0 && at < current.length && inOld.get(current[at] as string) !== 1) at += step;
    return (inCurrent.get(current[at] ?? "") ?? 0) > 1 && inOld.get(current[at] ?? "") === 1;
  };
  const indexOf = new Map(current.map((line, index) => [line, index]));
  return (line) => {
    const index = indexOf.get(line);
    return index !== undefined && isCopied(index, -1) && isCopied(index, 1);
  };
}

/** Unlikely to be typed twice by chance: four words or more, or the name of a function or class. */
function isRare(line: string): boolean {
  return (line.match(/[\p{L}\p{N}_$]+/gu)?.length ?? 0) >= 4 || /\b(?:function|class)\s+[\p{L}_$]/u.test(line);
}

/**
 * Whether a unique line is at its old place: the nearest lines with a word are the same before and after it, or a rare line is next to it
 * in both texts.
 */
function neighboursKept(old: readonly string[], current: readonly string[]): (line: string) => boolean {
  const inOld = new Map(old.map((line, index) => [line, index]));
  const inCurrent = new Map(current.map((line, index) => [line, index]));
  return (line) => {
    const [oldIndex, index] = [inOld.get(line), inCurrent.get(line)];
    if (oldIndex === undefined || index === undefined) return false;
    const isKept = (step: 1 | -1): boolean => neighbour(old, oldIndex, step) === neighbour(current, index, step);
    const isHeld = (step: 1 | -1): boolean => old[oldIndex + step] === current[index + step] && isRare(old[oldIndex + step] ?? "");
    return (isKept(-1) && isKept(1)) || isHeld(-1) || isHeld(1);
  };
}

/** The nearest line with a word; undefined at either end. */
function neighbour(lines: readonly string[], index: number, step: 1 | -1): string | undefined {
  let at = index + step;
  while (at >= 0 && at < lines.length && !hasWord(lines[at] as string)) at += step;
  return lines[at];
}

/** Lines that occur as often as before: if one was copied or deleted, it is unknown which. */
function keptLines(old: readonly string[], current: readonly string[]): ReadonlySet<string> {
  const inCurrent = countsOf(current);
  return new Set([...countsOf(old)].filter(([line, count]) => inCurrent.get(line) === count).map(([line]) => line));
}

function pair(map: LineMap, oldIndex: number, currentIndex: number): void {
  map.toNow[oldIndex + 1] = currentIndex + 1;
  map.toRan[currentIndex + 1] = oldIndex + 1;
}

/** A bracket that happens to be unique proves nothing. */
export function hasWord(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}
