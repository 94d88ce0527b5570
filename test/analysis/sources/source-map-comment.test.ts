import { expect, test } from "vitest";
import { sourceMapComment } from "../../../language-server/analysis/sources/source-map-comment.ts";

test.each([
  ["at the end", "f();\n//# sourceMappingURL=a.js.map\n", "a.js.map"],
  ["behind code, with Windows' line ends", "f(); //# sourceMappingURL=a.js.map\r\n", "a.js.map"],
  ["of the older form", "f();\n//@ sourceMappingURL=a.js.map", "a.js.map"],
  ["in a block comment", "f();\n/*# sourceMappingURL=a.js.map */", "a.js.map"],
  [
    "inside a wrapper",
    "(function () {\nf();\n//# sourceMappingURL=data:application/json;base64,e30=\n\n})",
    "data:application/json;base64,e30=",
  ],
  ["the last of several", "//# sourceMappingURL=a.map\nf();\n//# sourceMappingURL=b.map\n//# sourceURL=b.js", "b.map"],
  ["none", "f();", ""],
  ["a template", "f(`//# sourceMappingURL=${url}`).toObject();", ""],
  ["a template on several lines", "f(`${code}\n//# sourceMappingURL=${url}\n`);", ""],
  ["a string", `f("//# sourceMappingURL=" + url);\ng('//# sourceMappingURL=a.map');`, ""],
  ["the start of an address in a string", `f(code + "\\n//# sourceMappingURL=data:application/json;base64," + map);`, ""],
  ["a comment, and a string after it", '//# sourceMappingURL=a.map\nf("//# sourceMappingURL=" + url);', "a.map"],
  ["a template after a comment", "//# sourceMappingURL=a.map\nf(`\n//# sourceMappingURL=${url}\n`);", "a.map"],
])("the comment that names a map: %s", (_, text, expected) => {
  expect(sourceMapComment(text)).toBe(expected);
});

test("a map of 32 million characters inside the comment is found", () => {
  const url = `data:application/json;base64,${"A".repeat(32_000_000)}`;
  expect(sourceMapComment(`f();\n//# sourceMappingURL=${url}\n`) === url).toBe(true);
});
