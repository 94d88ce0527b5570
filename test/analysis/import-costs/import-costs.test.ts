import * as fc from "fast-check";
import { expect, test } from "vitest";
import { importCosts } from "../../../language-server/analysis/import-costs/import-costs.ts";
import { writtenImports } from "../../../language-server/analysis/import-costs/written-imports.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { drawnProfile, profileOfStacks } from "../drawn-profile.ts";

const main = "(top level)@node:internal/main/run_main_module:28:1";
const texts = {
  "bin.js": `import("./late.js");\nrequire("crypto");`,
  "cli.js": `const a = require("a");\nconst b = require("./b");\nrun();`,
  "min.js": `import{a}from"./a.js";import b from "./b.js" with { type: "x" };a.run();\nexport const c = a.get;\nexport * from "./c.js";`,
};

test("a module's cost is its own code, its own imports, and reading and compiling it, apart", () => {
  const profile = drawnProfile(`
    ${main}  ${main}  ${main}  ${main}  ${main}  ${main}
    (top level)@cli.js:1:10  (top level)@cli.js:1:10  (top level)@cli.js:1:10  (top level)@cli.js:1:10  (top level)@cli.js:2:10  (top level)@cli.js:3:0
    (compile)  (top level)@lib!a.js:1:4  (top level)@lib!a.js:1:4  (top level)@lib!a.js:9:0  (top level)@b.js:1:0  run@b.js:7:0
    -  (compile)  (top level)@lib!deep.js:1:0  setUp@lib!a.js:12:2  -  -
  `);
  expect(tree(profile)).toEqual([
    "cli.js total 6 own 1 load 0",
    "  lib/a.js cli.js:1 total 4 own 1 load 1",
    "    lib/deep.js lib/a.js:1 total 2 own 1 load 1",
    "  b.js cli.js:2 total 1 own 1 load 0",
  ]);
});

test("what was only read and compiled is named as it is written", () => {
  const profile = drawnProfile(`
    (top level)@cli.js:1:10  (top level)@cli.js:1:10  (top level)@cli.js:2:10  (top level)@cli.js:3:0
    (compile)  read  JSON.parse  (compile)
  `);
  expect(tree(profile)).toEqual([
    "cli.js total 4 own 1 load 0",
    '  "a" cli.js:1 total 2 own 0 load 2',
    '  "./b" cli.js:2 total 1 own 0 load 1',
  ]);
});

test("what runs on the line of an import, behind it, is the module's own code", () => {
  const profile = drawnProfile(`
    (top level)@min.js:1:0  (top level)@min.js:1:0  (top level)@min.js:1:22  (top level)@min.js:1:64  (top level)@min.js:1:64  (top level)@min.js:2:18
    (top level)@a.js:1:0  (compile)  (top level)@b.js:1:0  run@a.js:2:0  run@a.js:3:0  get@a.js:4:0
  `);
  expect(tree(profile)).toEqual([
    "min.js total 6 own 3 load 0",
    "  a.js min.js:1 total 2 own 1 load 1",
    "  b.js min.js:1 total 1 own 1 load 0",
  ]);
});

test("of several imports on one line each is named as it is written", () => {
  const at = writtenImports(() => texts["min.js"]);
  expect([0, 22, 64, -1].map((column) => at(0, 1, column))).toEqual(["./a.js", "./b.js", undefined, "./a.js"]);
  expect(at(0, 2, 18)).toBeUndefined();
});

test("V8 is at the await of an import(), and behind a require that is made for one call", () => {
  const text =
    'const { a } = await import("./a.json", { with: { type: "json" } });\nconst b = createRequire(import.meta.url)("./b.json");\nwork("./c.json");';
  const at = writtenImports(() => text);
  expect([at(0, 1, 14), at(0, 1, 20), at(0, 2, 40), at(0, 3, 4)]).toEqual(["./a.json", "./a.json", "./b.json", undefined]);
});

test("frames of Node's loader show an import without its text, and time between two modules of one place belongs to the next", () => {
  const load = "Module._load@node:internal/modules/cjs/loader:5:1";
  const each = "each@all.js:4:2";
  const profile = drawnProfile(`
    (top level)@all.js:9:0  (top level)@all.js:9:0  (top level)@all.js:9:0  (top level)@all.js:9:0  (top level)@all.js:9:0
    ${each}  ${each}  ${each}  ${each}  ${each}
    ${load}  ${load}  ${load}  ${load}  ${load}
    (compile)  (top level)@one.js:1:0  (compile)  (compile)  (top level)@two.js:1:0
  `);
  expect(tree(profile)).toEqual([
    "all.js total 5 own 0 load 0",
    "  two.js all.js:4 total 3 own 1 load 2",
    "  one.js all.js:4 total 2 own 1 load 1",
  ]);
});

test("a hook that compiles while a module is loaded is part of loading it", () => {
  const profile = drawnProfile(`
    (top level)@cli.js:1:10  (top level)@cli.js:1:10
    compile@lib!hook.js:3:1  compile@lib!hook.js:5:1
    transpile@lib!hook.js:8:1  (top level)@a.js:1:0
  `);
  expect(tree(profile)).toEqual(["cli.js total 2 own 0 load 0", "  a.js cli.js:1 total 2 own 1 load 1"]);
});

test("a module of Node.js is one row, and a callback that imports has no module around it", () => {
  const profile = drawnProfile(`
    (top level)@cli.js:1:10  (top level)@cli.js:1:10  onRequest@server.js:5:3  onRequest@server.js:6:1
    (top level)@node:http:3:1  (top level)@node:http:3:1  (top level)@lib!late.js:1:0  -
    (top level)@node:net:2:1  request@node:http:9:1  -  -
  `);
  expect(tree(profile)).toEqual([
    "cli.js total 2 own 0 load 0",
    "  node:http cli.js:1 total 2 own 2 load 0",
    "lib/late.js server.js:5 total 1 own 1 load 0",
  ]);
});

test("loading is that of what the import names, not of a module of Node.js that is evaluated meanwhile", () => {
  const [first, second] = ["(top level)@bin.js:1:0", "(top level)@bin.js:2:0"];
  const profile = drawnProfile(`
    ${first}  ${first}  ${first}  ${first}  ${first}  ${second}  ${second}
    (compile)  (top level)@node:zlib:1:1  (compile)  (top level)@late.js:1:0  (compile)  (compile)  (top level)@node:crypto:1:1
  `);
  expect(tree(profile)).toEqual([
    "bin.js total 7 own 0 load 0",
    "  late.js bin.js:1 total 4 own 1 load 3",
    "  node:crypto bin.js:2 total 2 own 1 load 1",
    "  node:zlib bin.js:1 total 1 own 1 load 0",
  ]);
});

test("a module whose callers are not known while it is loaded is one with them", () => {
  const profile = drawnProfile(`
    render@app.js:4:9  (top level)@cli.js:3:0
    Module._load@node:internal/modules/cjs/loader:5:1  render@app.js:4:9
    (compile)  (top level)@lib!late.js:1:0
  `);
  expect(tree(profile)).toEqual(["cli.js total 2 own 0 load 0", "  lib/late.js app.js:4 total 2 own 1 load 1"]);
});

test("a start without a sample of a module's code has its loading in the row that other starts name", () => {
  const whole = drawnProfile(`
    (top level)@cli.js:1:10  (top level)@cli.js:1:10
    (compile)  (top level)@lib!a.js:1:4
  `);
  const loading = drawnProfile(`
    (top level)@cli.js:1:10  (top level)@cli.js:2:10
    (compile)  (compile)
  `);
  expect(tree([loading, whole])).toEqual([
    "cli.js total 4 own 0 load 0",
    "  lib/a.js cli.js:1 total 3 own 1 load 2",
    '  "./b" cli.js:2 total 1 own 0 load 1',
  ]);
});

test("weights count, idle time does not", () => {
  const profile = drawnProfile("(top level)@cli.js:3:0  (idle)  (top level)@cli.js:3:0", { weights: [0.5, 5, 2] });
  expect(tree(profile)).toEqual(["cli.js total 2.5 own 2.5 load 0"]);
});

test("totals are own code, loading and own imports for any stacks, and at most what was busy", () => {
  const frame = fc.constantFrom(
    "(top level)@a.js:1:0",
    "(top level)@b.js:2:1",
    "(top level)@lib!c.js:1:0",
    "(top level)@node:fs:1:0",
    "f@a.js:4:2",
    "g@lib!c.js:3:0",
    "Module._load@node:internal/modules/cjs/loader:1:1",
    "(compile)",
    "read",
  );
  fc.assert(
    fc.property(fc.array(fc.array(frame, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 20 }), (stacks) => {
      const analysis = analysed(profileOfStacks(stacks), texts);
      const { modules, totalTicks } = importCosts(analysis.profile, writtenImports(analysis.textOf));
      modules.forEach(({ parent, totalTicks: total, ownTicks, loadTicks }, index) => {
        expect(parent).toBeLessThan(index);
        const imports = modules.filter((each) => each.parent === index).reduce((sum, each) => sum + each.totalTicks, 0);
        expect(total).toBe(ownTicks + loadTicks + imports);
      });
      expect(totalTicks).toBeLessThanOrEqual(analysis.costs.busyTicks);
    }),
  );
});

function tree(profile: Profile | readonly Profile[]): readonly string[] {
  const analysis = analysed(profile, texts);
  const { sources } = analysis.profile;
  const { modules } = importCosts(analysis.profile, writtenImports(analysis.textOf));
  const short = (source: number): string => (sources[source]?.path ?? "").replace(/^\/app\/(node_modules\/)?/, "");
  const rows = (parent: number, indent: string): readonly string[] =>
    modules.flatMap(({ source, specifier, place, totalTicks, ownTicks, loadTicks, ...module }, index) => {
      if (module.parent !== parent) return [];
      const name = source === -1 ? JSON.stringify(specifier) : short(source);
      const from = place === undefined ? "" : ` ${short(place.source)}:${place.line}`;
      return [`${indent}${name}${from} total ${totalTicks} own ${ownTicks} load ${loadTicks}`, ...rows(index, `${indent}  `)];
    });
  return rows(-1, "");
}
