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
