import { type Edits, editsSince } from "../analysis/edits/edits.ts";
import { countsOf } from "../analysis/collections.ts";
import { hasWord } from "../analysis/edits/sure-lines.ts";
import { splitLines } from "../analysis/syntax/line-ends.ts";
import type { Syntax } from "../analysis/syntax/syntax.ts";
import type { Column, Line } from "../analysis/units.ts";

/**
 * Matches the lines of a text with those that ran, including reworded ones: if a gap between unchanged lines kept its length, its lines are
 * treated as edited versions if at least half of their words are the same. Stateless: undoing an edit restores the earlier results.
 */
export class TextEdits {
  readonly #ran: readonly string[];
  readonly #now: readonly string[];
  readonly #edits: Edits;
  readonly #toNow: Int32Array;
  readonly #toRan: Int32Array;
  readonly #reworded = new Set<Line>();
  #counts: { readonly ran: ReadonlyMap<string, number>; readonly now: ReadonlyMap<string, number> } | undefined;

  constructor(ran: string, now: string, syntax: Syntax | undefined) {
    this.#ran = splitLines(ran);
    this.#now = splitLines(now);
    this.#edits = editsSince(ran, syntax, now);
    this.#toNow = this.#edits.lines.toNow.slice();
    this.#toRan = this.#edits.lines.toRan.slice();
    this.#walkGaps();
  }

  /** The line's current number; 0 if it was deleted. */
  nowLine(ran: Line): Line {
    return this.#toNow[ran] ?? 0;
  }

  /** For each current line (1-based index) the line as it ran, or 0. */
  get ranLines(): Int32Array {
    return this.#toRan;
  }

  /** For each line as it ran (1-based index) its current line, or that of the nearest line before it that still exists. */
  get nearestLines(): Int32Array {
    const nearest = new Int32Array(this.#ran.length + 1);
    let now = 1;
    for (let ran = 0; ran < nearest.length; ran++) {
      now = this.nowLine(ran) || now;
      nearest[ran] = now;
    }
    return nearest;
  }

  /** Whether the line itself, or the innermost function around it, was edited. */
  isEdited(ran: Line): boolean {
    return this.#reworded.has(ran) || this.#edits.isLineEdited(ran);
  }

  /** By index in the syntax's functions. */
  isFunctionEdited(row: number): boolean {
    return this.#edits.edited[row] === 1;
  }

  isReworded(ran: Line): boolean {
    return this.#reworded.has(ran);
  }

  /** How far a line moved to the right when its indentation changed. */
  indentShift(ran: Line): Column {
    return indentOf(this.#now[this.nowLine(ran) - 1]) - indentOf(this.#ran[ran - 1]);
  }

  #walkGaps(): void {
    let ran = 1;
    let now = 1;
    while (ran <= this.#ran.length && now <= this.#now.length) {
      if (this.#toNow[ran] === now) {
        ran += 1;
        now += 1;
        continue;
      }
      const ranEnd = gapEnd(this.#toNow, ran);
      const nowEnd = gapEnd(this.#toRan, now);
      if (ranEnd - ran === nowEnd - now) this.#mapGap(ran, ranEnd, now - ran);
      ran = ranEnd;
      now = nowEnd;
    }
  }

  #mapGap(from: Line, end: Line, shift: number): void {
    this.#counts ??= { ran: countsOf(this.#ran.map((line) => line.trim())), now: countsOf(this.#now.map((line) => line.trim())) };
    const { ran: inRan, now: inNow } = this.#counts;
    let isReplaced = false;
    const pairs: { readonly line: Line; readonly isSame: boolean }[] = [];
    for (let line = from; line < end; line += 1) {
      const ran = this.#ran[line - 1]?.trim() ?? "";
      const now = this.#now[line + shift - 1]?.trim() ?? "";
      if (ran === now) {
        if (!hasWord(ran)) continue;
        if (inRan.get(ran) === inNow.get(now)) pairs.push({ line, isSame: true });
        // Copied, or deleted elsewhere: this line, and those around it, may be the copy.
        else return;
        continue;
      }
      // A line that is unchanged elsewhere has moved: the lines here are different ones.
      if (inNow.has(ran) || inRan.has(now)) return;
      if (isReworded(ran, now)) pairs.push({ line, isSame: false });
      else isReplaced = true;
    }
    for (const { line, isSame } of pairs) {
      // A line whose neighbours differ may itself be another line.
      if (isSame && isReplaced) continue;
      this.#toNow[line] = line + shift;
      this.#toRan[line + shift] = line;
      if (!isSame) this.#reworded.add(line);
    }
  }
}

/** Whether half of the words of the longer line, counted with repetition, are in both. */
function isReworded(ran: string, now: string): boolean {
  const [a, b] = [wordsOf(ran), wordsOf(now)];
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(word, count - 1);
  }
  return common > 0 && 4 * common >= a.length + b.length;
}

function wordsOf(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

/** The first line from `line` on that has a counterpart, or the one after the last. */
function gapEnd(counterparts: Int32Array, line: Line): Line {
  let end = line;
  while (end < counterparts.length && counterparts[end] === 0) end += 1;
  return end;
}

function indentOf(line: string | undefined): Column {
  return line === undefined ? 0 : line.length - line.trimStart().length;
}
