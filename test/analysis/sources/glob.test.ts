import { expect, test } from "vitest";
import { globMatcher } from "../../../language-server/analysis/sources/glob.ts";

const paths = ["a.js", "src/a.js", "src/x/a.js", "src/x/y/b.ts", "src/[id]/a.js", "lib/a.mjs", "src/.env.js"];

test.each([
  ["*.js", ["a.js"]],
  ["**/*.js", ["a.js", "src/a.js", "src/x/a.js", "src/[id]/a.js", "src/.env.js"]],
  ["src/*/a.js", ["src/x/a.js", "src/[id]/a.js"]],
  ["src/**", ["src/a.js", "src/x/a.js", "src/x/y/b.ts", "src/[id]/a.js", "src/.env.js"]],
  ["src/**/a.js", ["src/a.js", "src/x/a.js", "src/[id]/a.js"]],
  ["src/?/a.js", ["src/x/a.js"]],
  ["src/[id]/*", ["src/[id]/a.js"]],
  ["{src,lib}/a.{js,mjs}", ["src/a.js", "lib/a.mjs"]],
  ["{src/{x,[id]},lib}/a.*", ["src/x/a.js", "src/[id]/a.js", "lib/a.mjs"]],
  ["{src,lib", []],
  ["src}/a.js", []],
  ["src/a,js", []],
  ["", []],
])("%s", (glob, matched) => {
  expect(paths.filter(globMatcher(glob))).toEqual(matched);
});

test("an unclosed brace after a closed group is allowed", () => {
  expect(["axc", "axb", "ac"].map(globMatcher("a{x{b,c}"))).toEqual([true, true, false]);
});

test.each([
  ["**/a/".repeat(15) + "b", "a/".repeat(100) + "c"],
  ["*a".repeat(40) + "b", "a".repeat(500)],
  ["**a".repeat(40) + "b", "a/".repeat(300)],
  ["{a,a}".repeat(40) + "b", "a".repeat(41)],
])("a glob that makes regular expressions backtrack is matched quickly: %s", (glob, path) => {
  const matches = globMatcher(glob);
  expect([path, `${path.slice(0, -1)}b`].map(matches)).toEqual([false, true]);
});
