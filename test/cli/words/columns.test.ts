import { expect, test } from "vitest";
import { widthOf, wrapped } from "../../../language-server/cli/words/columns.ts";

test("a line with a long list is broken at its words and goes on below the text", () => {
  const list = Array.from({ length: 40 }, (_, at) => `format ${at}`).join(", ");
  const lines = wrapped(`Usage: x\n\nFILE  a profile: ${list}; or:\nRUN   a run`).split("\n");
  expect([lines[0], lines.at(-1)]).toEqual(["Usage: x", "RUN   a run"]);
  const broken = lines.slice(2, -1);
  expect(broken.length).toBeGreaterThan(3);
  expect(broken.slice(1).every((line) => /^ {6}\S/.test(line))).toBe(true);
  expect(broken.every((line) => widthOf(line) <= 118 && !line.endsWith(" "))).toBe(true);
  expect(broken.map((line) => line.slice(6)).join(" ")).toBe(`a profile: ${list}; or:`);
});

test("Chinese is broken after its commas, and counts two columns a character", () => {
  const list = Array.from({ length: 30 }, (_, at) => `性能分析文件${at}`).join("、");
  const broken = wrapped(`FILE  ${list}`).split("\n");
  expect(broken.length).toBeGreaterThan(2);
  expect(broken.every((line) => widthOf(line) <= 118)).toBe(true);
  expect(broken.map((line) => line.slice(6)).join("")).toBe(list);
});

test("lines that were broken by hand stay as they are", () => {
  const text = `  --route NAME        ${"word ".repeat(26)}end\n${"x".repeat(300)}`;
  expect(wrapped(text)).toBe(text);
});
