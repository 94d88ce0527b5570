import { expect, test } from "vitest";
import { hasSeparators, lineAt, lineStarts, splitLines } from "../../../language-server/analysis/syntax/line-ends.ts";
import { TextPositions } from "../../../language-server/analysis/syntax/text-positions.ts";
import { EditorLines } from "../../../language-server/analysis/sources/map-lines.ts";

test.each([
  ["line feed", "\n", 2, 2],
  ["carriage return and line feed", "\r\n", 2, 2],
  ["carriage return", "\r", 2, 2],
  ["U+2028", "\u2028", 2, 1],
  ["U+2029", "\u2029", 2, 1],
  ["U+0085", "\u0085", 1, 1],
  ["form feed", "\f", 1, 1],
  ["vertical tab", "\v", 1, 1],
])("%s: lines of V8, and of editors", (_what, end, engine, editor) => {
  const text = `one${end}two`;
  expect([lineStarts(text, "engine").length, splitLines(text, "engine").length]).toEqual([engine, engine]);
  expect([lineStarts(text, "editor").length, splitLines(text).length, lineAt(text, text.length)]).toEqual([editor, editor, editor]);
  expect(hasSeparators(text)).toBe(engine !== editor);
  expect(new TextPositions(text).at(text.length).line).toBe(engine);
  expect(new TextPositions(text, "editor").at(text.length).line).toBe(editor);
});

test("a place keeps its character when the lines of V8 become those of editors", () => {
  const text = "a\u2028bc\n  d\u2029e\r\nf";
  const lines = EditorLines.of(text);
  const places = ["a", "b", "c", "d", "e", "f"].map((letter) => new TextPositions(text).at(text.indexOf(letter)));
  expect(places.map(({ line, column }) => lines?.at(line, column))).toEqual([
    { line: 1, column: 0 },
    { line: 1, column: 2 },
    { line: 1, column: 3 },
    { line: 2, column: 2 },
    { line: 2, column: 4 },
    { line: 3, column: 0 },
  ]);
  expect([lines?.at(4, -1), lines?.at(0, -1), lines?.at(7, 1)]).toEqual([
    { line: 2, column: -1 },
    { line: 0, column: -1 },
    { line: 5, column: 1 },
  ]);
  expect(EditorLines.of("a\r\nb\rc\n")).toBeUndefined();
});
