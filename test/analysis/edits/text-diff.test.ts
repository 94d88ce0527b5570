import * as fc from "fast-check";
import { expect, test } from "vitest";
import { editsSince } from "../../../language-server/analysis/edits/edits.ts";
import { parseSyntax } from "../../../language-server/analysis/syntax/syntax-parser.ts";
import { linesOf, mapLines } from "../../../language-server/analysis/edits/text-diff.ts";

test("lines move when others are inserted before them, and are gone when they change", () => {
  const { toNow, toRan } = mapLines("a\nb\nc\nd", "new\na\n  b\r\nC\nd");
  expect([...toNow]).toEqual([0, 2, 3, 0, 5]);
  expect([...toRan]).toEqual([0, 0, 1, 2, 0, 4]);
});

test("nothing is mapped in a text that was replaced, and two large texts are mapped by their unique lines", () => {
  expect([...mapLines("a\nb", "c").toNow]).toEqual([0, 0, 0]);
  const old = Array.from({ length: 9000 }, (_, index) => `line ${index}`);
  const now = old.map((line, index) => (index % 2 === 0 ? line : `${line} changed`));
  const { toNow } = mapLines(old.join("\n"), now.join("\n"));
  expect([1, 2, 3, 8999].map((line) => toNow[line])).toEqual([1, 0, 3, 8999]);
});

const text = fc.array(fc.constantFrom("", "a", "  a", "b", "c", "d();", "}"), { maxLength: 14 }).map((lines) => lines.join("\n"));

/** Length of the longest common subsequence, by the textbook algorithm. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row: number[] = Array.from({ length: b.length + 1 }, () => 0);
  for (const line of a)
    row = b.reduce<number[]>(
      (next, other, index) => [...next, line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0)],
      [0],
    );
  return row.at(-1) ?? 0;
}

test("property: as many lines as possible are mapped, each to an equal one, in order, in both directions", () => {
  fc.assert(
    fc.property(text, text, (ran, now) => {
      const { toNow, toRan } = mapLines(ran, now);
      const [old, current] = [linesOf(ran), linesOf(now)];
      const mapped = [...toNow.entries()].filter(([, line]) => line !== 0);
      expect(mapped.length).toBe(longestCommon(old, current));
      mapped.forEach(([line, to], index) => {
        expect(current[to - 1]).toBe(old[line - 1]);
        expect(toRan[to]).toBe(line);
        expect(to).toBeGreaterThan(mapped[index - 1]?.[1] ?? 0);
      });
    }),
    { numRuns: 300 },
  );
});

test("a function is edited when its text differs, white space around lines aside", () => {
  const ran = "function a() {\n  return 1;\n}\nfunction b() {\n  return 2;\n}\nconst c = 3;\n";
  const now = "// new\nfunction a() {\n    return 1;\n}\nfunction b() {\n  log();\n  return 2;\n}\nconst c = 3;\n";
  const syntax = parseSyntax(ran, "x.js");
  const edits = editsSince(ran, syntax, now);
  expect(syntax?.functions.name.map((name, row) => `${name} ${edits.edited[row]}`)).toEqual([" 0", "a 0", "b 1"]);
  expect([1, 2, 4, 5, 7].map((line) => edits.isLineEdited(line))).toEqual([false, false, true, true, false]);
  expect([2, 5].map((line) => edits.lines.toNow[line])).toEqual([3, 7]);
});
