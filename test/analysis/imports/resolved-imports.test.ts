import { expect, test } from "vitest";
import { importsIn } from "../../../language-server/analysis/imports/lexed-imports.ts";
import type { FoundPackage, PackageFinder } from "../../../language-server/analysis/imports/package-entries.ts";
import { LoadedScripts } from "../../../language-server/analysis/imports/loaded-scripts.ts";
import { ResolvedImports } from "../../../language-server/analysis/imports/resolved-imports.ts";

function packages(found: Readonly<Record<string, FoundPackage>>): PackageFinder {
  return { named: (name) => found[name], around: () => found["#around"] };
}

/** `from > to` for each import among the scripts, `~` where it is inferred. */
function edges(scripts: Readonly<Record<string, string>>, finder?: PackageFinder): readonly string[] {
  const urls = Object.keys(scripts);
  const imports = Object.values(scripts).map((text) => importsIn(text));
  const short = (script: number): string => (urls[script] ?? "").replace(/^(file:\/\/)?\/app\//, "");
  return new ResolvedImports(new LoadedScripts(urls), (script) => imports[script] ?? [], finder, 1000).edges.map(
    ({ from, to, isInferred }) => `${short(from)} ${isInferred ? "~" : ">"} ${short(to)}`,
  );
}

test("paths and URLs are those of scripts, whatever their names look like", () => {
  expect(
    edges({
      "file:///app/a%20b/main.js": `import "./x.js"; import "../y.js?v=1#top"; import "/app/z.js"; import("file:///app/a%20b/x.js"); import "./none.js";`,
      "file:///app/a%20b/x.js": "",
      "file:///app/y.js?v=1#top": "",
      "file:///app/z.js": "",
    }),
  ).toEqual(["a%20b/main.js > a%20b/x.js", "a%20b/main.js > y.js?v=1#top", "a%20b/main.js > z.js", "a%20b/main.js > a%20b/x.js"]);
});

test("loaders find sources by the names of what they are compiled to, or without an extension", () => {
  expect(
    edges({
      "file:///app/main.ts": `import "./a.js"; import "./b"; import "./c"; import "./d.mjs"; import "./e.js";`,
      "file:///app/a.ts": "",
      "file:///app/b.tsx": "",
      "file:///app/c/index.ts": "",
      "file:///app/d.mts": "",
      "file:///app/e.js?namespace=1": "",
    }),
  ).toEqual(["main.ts > a.ts", "main.ts > b.tsx", "main.ts > c/index.ts", "main.ts > d.mts", "main.ts > e.js?namespace=1"]);
});

test("CommonJS is known by its path, and Windows has drives", () => {
  expect(edges({ "file:///C:/app/main.mjs": `import "./a.cjs";`, "C:\\app\\a.cjs": "" })).toEqual([
    "file:///C:/app/main.mjs > C:\\app\\a.cjs",
  ]);
});

test("a package is entered as its package.json says", () => {
  const folder = "/app/node_modules/p";
  const scripts = {
    "file:///app/main.js": `import "p"; import "p/part"; import "@s/q/lib/x.js"; import "node:fs"; import "old";`,
    [`file://${folder}/esm.js`]: "",
    [`${folder}/part.cjs`]: "",
    "file:///store/q/lib/x.js": "",
    "file:///app/node_modules/old/lib/main.js": "",
  };
  const found = {
    p: { folder, manifest: { exports: { ".": { import: "./esm.js", require: "./cjs.js" }, "./*": { require: "./*.cjs" } } } },
    "@s/q": { folder: "/store/q", manifest: {} },
    old: { folder: "/app/node_modules/old", manifest: { main: "lib/main" } },
  };
  expect(edges(scripts, packages(found))).toEqual([
    "main.js > node_modules/p/esm.js",
    "main.js > node_modules/p/part.cjs",
    "main.js > file:///store/q/lib/x.js",
    "main.js > node_modules/old/lib/main.js",
  ]);
});

test("a package's own names lead to its files and to other packages", () => {
  const around = { folder: "/app", manifest: { imports: { "#util": "./util.js", "#dep": "dep", "#self": "#self" } } };
  const dep = { folder: "/app/node_modules/dep", manifest: {} };
  expect(
    edges(
      {
        "file:///app/src/main.js": `import "#util"; import "#dep"; import "#self"; import "#none";`,
        "file:///app/util.js": "",
        "file:///app/node_modules/dep/index.js": "",
      },
      packages({ "#around": around, dep }),
    ),
  ).toEqual(["src/main.js > util.js", "src/main.js > node_modules/dep/index.js"]);
});

test("of a package that is not found, the only script that no other of it imports is presumed", () => {
  expect(
    edges({
      "file:///app/main.js": `import "p"; import "q";`,
      "file:///app/node_modules/p/entry.js": `import "./inner.js";`,
      "file:///app/node_modules/p/inner.js": "",
      "file:///app/node_modules/q/one.js": "",
      "file:///app/node_modules/q/other.js": "",
    }),
  ).toEqual(["node_modules/p/entry.js > node_modules/p/inner.js", "main.js ~ node_modules/p/entry.js"]);
});

test("of two packages of one name the nearer one is meant", () => {
  expect(
    edges({
      "file:///app/node_modules/a/main.js": `import "p";`,
      "file:///app/node_modules/p/entry.js": "",
      "file:///app/node_modules/a/node_modules/p/entry.js": "",
    }),
  ).toEqual(["node_modules/a/main.js ~ node_modules/a/node_modules/p/entry.js"]);
});

test.each<unknown>([
  null,
  [],
  "text",
  { exports: 7 },
  { exports: { ".": { import: { import: [] } } } },
  { exports: { ".": "../../../../etc/passwd" }, main: {} },
  { exports: { "./": "x", ".": null } },
  { imports: [], exports: [[[]]] },
])("a package.json that holds %j leads nowhere", (manifest) => {
  const scripts = { "file:///app/main.js": `import "p"; import "p/x"; import "#a"; import "p/../..";`, "file:///app/other.js": "" };
  expect(edges(scripts, packages({ p: { folder: "/app/node_modules/p", manifest }, "#around": { folder: "/app", manifest } }))).toEqual([]);
});

test("at most as many edges are made as are asked for", () => {
  const imports = [Array.from({ length: 500 }, (_, offset) => ({ specifier: "./b.js", offset, isDynamic: false })), []];
  expect(
    new ResolvedImports(new LoadedScripts(["file:///a.js", "file:///b.js"]), (script) => imports[script] ?? [], undefined, 100).edges,
  ).toHaveLength(100);
});
