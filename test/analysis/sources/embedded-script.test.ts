import { expect, test } from "vitest";
import { embeddedScript } from "../../../language-server/analysis/sources/source-map-comment.ts";

test.each([
  ["app.js", "/app/app.js"],
  ["./dist/main.cjs", "/app/tools/dist/main.cjs"],
  ["dist\\main.cjs", "/app/tools/dist/main.cjs"],
  ["../missing.js", "/app/missing.js"],
  ["/srv/app.js", "/srv/app.js"],
  ["C:\\srv\\app.js", "C:\\srv\\app.js"],
  ["node:fs", "node:fs"],
  ["file:///app/a.js", "file:///app/a.js"],
  ["evalmachine.<anonymous>", "evalmachine.<anonymous>"],
  ["", ""],
])("in a single executable, %s is %s", (url, file) => {
  const files = ["/app/app.js", "/app/tools/dist/main.cjs"];
  expect(embeddedScript(url, ["/app", "/app/tools/"], (path) => files.includes(path))).toBe(file);
});
