import { expect, test } from "vitest";
import { importCosts } from "../../../language-server/analysis/import-costs/import-costs.ts";
import { Importers } from "../../../language-server/analysis/import-costs/importers.ts";
import { writtenImports } from "../../../language-server/analysis/import-costs/written-imports.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { drawnProfile } from "../drawn-profile.ts";

/** `file:line` of all that import the file `target`, but for `first.js`, which imports it first, as "x". */
function importers(texts: Readonly<Record<string, string>>, target: string): readonly string[] {
  const files = ["first.js", target, ...Object.keys(texts)];
  const frames = files.map((file) => `(top level)@${file}:1:0`);
  const profile = drawnProfile(`${frames.join("  ")}  ${frames[0]}\n${files.map(() => "-").join("  ")}  (top level)@${target}:1:0`);
  const analysis = analysed(profile, { "first.js": 'require("x");', [target]: "", ...texts });
  const found = new Importers(analysis.profile, analysis.textOf, importCosts(analysis.profile, writtenImports(analysis.textOf)));
  const { sources } = analysis.profile;
  const source = sources.findIndex(({ path }) => path === `/app/${target.replace("lib!", "node_modules/lib/")}`);
  const places = found.of(source).map((place) => `${sources[place.source]?.path.slice("/app/".length)}:${place.line}`);
  return places.filter((place) => place !== "first.js:1");
}

test("calls, statements over lines and re-exports count; comments, types and other files do not", () => {
  const texts = {
    "a.js": '"use strict";\nconst b = require("./b");\nfunction late() { return require(`./b.js`); }',
    "c.js": 'import {\n  one,\n  two,\n} from "./b";\nexport * from "./b.js";\nconst d = await import("./b.js");',
    "d.js":
      '// require("./b")\n/* import("./b") */\n * import "./b"\nimport type { B } from "./b";\nrequire("./other");\nx.require = "./b";',
    "e.js": 'import "./b";',
  };
  expect(importers(texts, "b.js")).toEqual(["a.js:2", "a.js:3", "c.js:1", "c.js:5", "c.js:6", "e.js:1"]);
});

test("a folder, a file above, and TypeScript that is named by its output are found", () => {
  const texts = { "deep/a.js": 'require("../lib/")', "b.js": 'require("./lib")' };
  expect(importers(texts, "lib/index.js")).toEqual(["deep/a.js:1", "b.js:1"]);
  expect(importers({ "a.ts": 'import { x } from "./b.js";' }, "b.ts")).toEqual(["a.ts:1"]);
});

test("a package is found by its name, as another import of it was seen", () => {
  expect(importers({ "a.js": 'const x = require("x");', "b.js": 'require("y");' }, "lib!index.js")).toEqual(["a.js:1"]);
});

test("a hostile text takes time that grows with its length", () => {
  const before = performance.now();
  importers({ "a.js": "export\n".repeat(100_000), "b.js": 'import from "'.repeat(50_000), "c.js": "import(".repeat(100_000) }, "t.js");
  expect(performance.now() - before).toBeLessThan(20_000);
});
