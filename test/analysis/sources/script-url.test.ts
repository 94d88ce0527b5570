import { expect, test } from "vitest";
import { fileNameOf, splitScriptUrl } from "../../../language-server/analysis/sources/package-name.ts";

test.each([
  ["file:///app/a.mjs", "", "file:///app/a.mjs"],
  ["file:///app/a.mjs?t=1", "?t=1", "file:///app/a.mjs"],
  ["file:///app/a.mjs#top", "#top", "file:///app/a.mjs"],
  ["file:///app/a.mjs?v=1#x", "?v=1#x", "file:///app/a.mjs"],
  ["file:///app/a.mjs?from=/srv/b.js", "?from=/srv/b.js", "file:///app/a.mjs"],
  ["file:///app/bin/cli?x", "?x", "file:///app/bin/cli"],
  ["file:///C:/app/App.vue?vue&type=style&lang.css", "?vue&type=style&lang.css", "file:///C:/app/App.vue"],
  // Names that have these characters.
  ["file:///app/what%3Fnow.mjs", "", "file:///app/what%3Fnow.mjs"],
  ["file:///app/what%3Fnow.mjs?t=1", "?t=1", "file:///app/what%3Fnow.mjs"],
  ["file:///home/c#/a.mjs", "", "file:///home/c#/a.mjs"],
  // Paths, as tsx makes them in CommonJS.
  ["/app/a.ts?namespace=1", "?namespace=1", "/app/a.ts"],
  ["C:\\app\\a.ts?namespace=1", "?namespace=1", "C:\\app\\a.ts"],
  ["/srv/what?/a.js", "", "/srv/what?/a.js"],
  ["/home/c#/a.js", "", "/home/c#/a.js"],
  ["node:fs", "", "node:fs"],
  ["https://host/a.js?x", "", "https://host/a.js?x"],
  ["evalmachine.<anonymous>?x", "", "evalmachine.<anonymous>?x"],
])("%s has the query %j", (url, query, file) => {
  expect(splitScriptUrl(url)).toEqual({ file, query });
});

test("of a path, the files that exist decide whether what follows is part of the name", () => {
  const isHere = (file: string) => (path: string) => path === file;
  expect(splitScriptUrl("/app/a.js?b", isHere("/app/a.js?b"))).toEqual({ file: "/app/a.js?b", query: "" });
  expect(splitScriptUrl("/app/a.js?b", isHere("/app/a.js"))).toEqual({ file: "/app/a.js", query: "?b" });
  expect(splitScriptUrl("/app/a.js#b", isHere("/app/a.js"))).toEqual({ file: "/app/a.js", query: "#b" });
  expect(splitScriptUrl("/app/a.js#b", isHere("/app/a.js#b"))).toEqual({ file: "/app/a.js#b", query: "" });
});

test("a file's name keeps its query, whatever that contains", () => {
  expect(["/app/a.mjs?from=/srv/b.js", "/app/a.mjs", "/app/what?now.mjs"].map(fileNameOf)).toEqual([
    "a.mjs?from=/srv/b.js",
    "a.mjs",
    "what?now.mjs",
  ]);
});
