import { expect, test } from "vitest";
import { mapSureLines } from "../../../language-server/analysis/edits/sure-lines.ts";
import { parseSyntax } from "../../../language-server/analysis/syntax/syntax-parser.ts";
import { TextEdits } from "../../../language-server/answers/text-edits.ts";
import { type EditedText, placesNow, randomEdits, textOf, type TrackedLine } from "./random-edits.ts";
import { isAll } from "../../workbench/some-of.mjs";

function edits(ran: readonly string[], now: readonly string[]): TextEdits {
  return new TextEdits(ran.join("\n"), now.join("\n"), parseSyntax(ran.join("\n"), "a.js"));
}

/** The line in the second text that each line of the first maps to. */
function places(ran: readonly string[], now: readonly string[]): readonly number[] {
  const mapped = edits(ran, now);
  return ran.map((_line, index) => mapped.nowLine(index + 1));
}

/** A generous limit for a busy machine. */
const patience = 180_000;

test("property: under random edits no line is matched with another one", { timeout: patience }, () => {
  const wrong: string[] = [];
  let right = 0;
  const seeds = isAll ? 3000 : 300;
  for (let seed = 0; seed < seeds; seed++) {
    const edited = randomEdits(seed);
    const mapped = new TextEdits(textOf(edited.ran), textOf(edited.now), parseSyntax(textOf(edited.ran), "a.js"));
    edited.ran.forEach((line, index) => {
      const now = mapped.nowLine(index + 1);
      if (now === 0 || line.text.trim() === "") return;
      if (isItself(edited, line, index, now)) right += 1;
      else wrong.push(`seed ${seed}, ${edited.steps.join(", ")}: line ${index + 1} “${line.text}” was taken for line ${now}`);
    });
  }
  expect(wrong).toEqual([]);
  expect(right).toBeGreaterThan(13 * seeds);
});

/**
 * A correct mapping is the line itself, a copy of it if the line was changed since, or the same text next to the same neighbour (ignoring
 * brackets and empty lines): a copied or retyped line cannot be distinguished from the original.
 */
function isItself(edited: EditedText, line: TrackedLine, index: number, now: number): boolean {
  if (placesNow(edited, line).includes(now)) return true;
  const found = edited.now[now - 1];
  if (found?.text.trim() !== line.text.trim()) return false;
  return found.copyOf === line.id || [-1, 1].some((step) => isSameNeighbour(edited, index, now - 1, step));
}

function isSameNeighbour({ ran, now }: EditedText, index: number, at: number, step: number): boolean {
  const old = neighbour(ran, index, step);
  return old !== undefined && neighbour(now, at, step)?.id === old.id;
}

function neighbour(lines: readonly TrackedLine[], index: number, step: number): TrackedLine | undefined {
  let at = index + step;
  while (lines[at] !== undefined && !/\w/.test(lines[at]?.text ?? "")) at += step;
  return lines[at];
}

test("property: after undo every line has its place again", { timeout: patience }, () => {
  for (let seed = 0; seed < 200; seed++) {
    const { ran } = randomEdits(seed);
    const text = textOf(ran);
    const mapped = new TextEdits(text, text, parseSyntax(text, "a.js"));
    expect(ran.every((_line, index) => mapped.nowLine(index + 1) === index + 1 && !mapped.isEdited(index + 1))).toBe(true);
  }
});

const twice = ["function first() {", "  work();", "}", "function second() {", "  work();", "}"];

test("a function that is added above or below does not affect the others, even if they share lines", () => {
  const added = ["function third() {", "  work();", "}"];
  expect(places(twice, [...added, ...twice])).toEqual([4, 5, 6, 7, 8, 9]);
  expect(places(twice, [...twice, ...added])).toEqual([1, 2, 3, 4, 5, 6]);
  expect(places(twice, [...twice.slice(0, 3), ...added, ...twice.slice(3)])).toEqual([1, 2, 3, 7, 8, 9]);
  expect(places(twice, twice.slice(3))).toEqual([0, 0, 0, 1, 2, 3]);
});

test("if an edit duplicates a line, neither copy is matched until the edit is undone", () => {
  const ran = ["start();", "  step();", "end();"];
  expect(places(ran, ["start();", "  step();", "  step();", "end();"])).toEqual([1, 0, 4]);
  expect(places(["start();", "  step();", "  step();", "end();"], ran)).toEqual([1, 0, 0, 3]);
});

test("a common line that was deleted and typed elsewhere is not matched; a line that names something or has many words is", () => {
  const ran = ["function first(list) {", "  i++;", "  return list[0] + list[1];", "}", "function second() {", "  go();", "  stop();", "}"];
  const now = [ran[0] as string, ...ran.slice(2, 6), "  i++;", ...ran.slice(6)];
  expect(places(ran, now).map((line, index) => (/\w/.test(ran[index] ?? "") ? line : 0))).toEqual([1, 0, 2, 0, 4, 5, 0, 0]);
});

test("a unique line is not matched with a copy of the code around it", () => {
  const block = ["  const one = read(1, 2, 3);", "  const two = read(4, 5, 6);", "  const three = read(7, 8, 9);"];
  const ran = ["function first(list) {", ...block, "}"];
  const edited = [block[0] as string, "  await connection.close();", block[2] as string];
  const now = ["function first(list) {", ...edited, "}", "function second(list) {", ...block, "}"];
  expect(places(ran, now)[2]).toBe(0);
});

test("a line that was replaced by another one is gone; one that was reworded is edited", () => {
  const ran = ["function total(orders) {", "  const sum = orders.reduce(add, 0);", "  return sum;", "}"];
  const replaced = edits(ran, [ran[0] as string, "  await connection.close();", ...ran.slice(2)]);
  expect([replaced.nowLine(2), replaced.isEdited(2)]).toEqual([0, true]);
  const reworded = edits(ran, [ran[0] as string, "  const sum = orders.reduce(addTax, 0);", ...ran.slice(2)]);
  expect([reworded.nowLine(2), reworded.isReworded(2), reworded.isEdited(3)]).toEqual([2, true, true]);
});

test("functions that changed places are not matched with others", () => {
  const ran = ["function first() {", "  return one(1);", "}", "function second() {", "  return two(2);", "}"];
  const now = [...ran.slice(3), ...ran.slice(0, 3)];
  const mapped = places(ran, now);
  mapped.forEach((line, index) => expect(line === 0 || now[line - 1] === ran[index]).toBe(true));
});

test("both directions of the line map are ascending and agree", () => {
  for (let seed = 0; seed < 300; seed++) {
    const { ran, now } = randomEdits(seed);
    const { toNow, toRan } = mapSureLines(textOf(ran), textOf(now));
    const mapped = [...toNow.entries()].filter(([, line]) => line !== 0);
    mapped.forEach(([line, to], index) => {
      expect(toRan[to]).toBe(line);
      expect(to).toBeGreaterThan(mapped[index - 1]?.[1] ?? 0);
    });
  }
});
