import { expect, test } from "vitest";
import { importsIn } from "../../../language-server/analysis/imports/lexed-imports.ts";

function found(text: string): readonly string[] {
  return importsIn(text).map(({ specifier, offset, isDynamic }) => `${offset} ${isDynamic ? "import()" : "import"} ${specifier ?? "?"}`);
}

test("imports, re-exports and calls are found where they begin", () => {
  expect(found(`import a, { b } from "a";\nexport * from './b.js';\nimport "c" with { type: "json" };\n`)).toEqual([
    "0 import a",
    "26 import ./b.js",
    "50 import c",
  ]);
  expect(found(`const a = await import("a");\nload(() => import(name));`)).toEqual(["16 import() a", "40 import() ?"]);
});

test("what only looks like an import is none", () => {
  expect(found("// import a from 'a'\n/* import b from 'b' */\nconst text = `import c from 'c'`;\nimport.meta.url;\n")).toEqual([]);
  expect(found("const regular = /import('a')/; object.import('b');")).toEqual([]);
});

test.each(["import {", 'import("', "\0\0", "`${", "/*", "export from from from"])("%j has none", (text) => {
  expect(found(text)).toEqual([]);
});
