import { expect, test } from "vitest";
import { RunImports } from "../../../language-server/answers/imports/run-imports.ts";
import { analysed } from "../../analysis/costs/drawn-costs.ts";
import { drawnProfile } from "../../analysis/drawn-profile.ts";

const texts = {
  "cli.js": 'const lib = require("lib");\nconst b = require("./b");\nparse();',
  "b.js": 'require("./c");\nif (late) require("./c");',
};

test("where a recorder knows no lines of callers, that of the only import in the text is inferred", () => {
  const profile = drawnProfile(`
    (top level)@cli.js  (top level)@cli.js  (top level)@cli.js  (top level)@cli.js  (top level)@cli.js
    (compile)  (top level)@lib!index.js:1:0  (top level)@b.js  (top level)@b.js:9:0  JSON.parse
    -  -  (top level)@c.js:1:0  -  -
  `);
  const analysis = analysed(profile, texts);
  const { rows, loadTicks, ownTicks } = new RunImports(analysis, analysis.all).rows(10);
  const short = (path = ""): string => path.replace(/^\/app\/(node_modules\/)?/, "");
  expect(
    rows.map(({ path, place, specifier }) => [short(path), place && [short(place.path), place.line, place.isInferred], specifier]),
  ).toEqual([
    ["cli.js", undefined, ""],
    ["lib/index.js", ["cli.js", 1, true], "lib"],
    ["b.js", ["cli.js", 2, true], "./b"],
    // Two lines import it: which one did is not known.
    ["c.js", ["b.js", 0, undefined], ""],
  ]);
  expect([loadTicks, ownTicks]).toEqual([1, 4]);
});

test("what Node loads of its own for an import is none that might be put off", () => {
  const profile = drawnProfile(`
    (top level)@cli.js:1:12  (top level)@cli.js:1:12  (top level)@cli.js:2:13
    (top level)@lib!index.js:1:0  (top level)@node:http2:3:1  (top level)@node:http:3:1
  `);
  const analysis = analysed(profile, { "cli.js": 'const lib = require("lib");\nconst http = require("http");' });
  const imports = new RunImports(analysis, analysis.all);
  expect(imports.rows(10).rows.map(({ name, specifier }) => [name, specifier])).toContainEqual(["node:http2", "lib"]);
  expect(imports.candidates.map(({ name, specifier, line }) => [name, specifier, line])).toEqual([
    ["lib/index.js", "lib", 1],
    ["node:http", "http", 2],
  ]);
});
