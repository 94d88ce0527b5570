import { expect, test } from "vitest";
import type { ModuleFiles } from "../../../../language-server/analysis/imports/found-modules.ts";
import { certainties, type Profile } from "../../../../language-server/analysis/profile/profile.ts";
import { withImports } from "../../../../language-server/analysis/tick-log/modules/profile-imports.ts";
import { profileOfStacks } from "../../drawn-profile.ts";

/** A profile as an inspector records it: a frame without a function's name is a whole script. Stacks are written as `drawnProfile` has them. */
function recorded(stacks: readonly (readonly string[])[]): Profile {
  const profile = profileOfStacks(stacks);
  const { functions } = profile;
  const column = functions.column.map((each, func) => (functions.name[func] === "" ? 0 : each));
  return { ...profile, functions: { ...functions, column } };
}

function filesOf(texts: Readonly<Record<string, string>>): ModuleFiles {
  return {
    file: (path) => (texts[path] === undefined ? undefined : { url: `file://${path}`, text: texts[path] }),
    named: (name) => ({ folder: `/app/node_modules/${name}`, manifest: { main: "index.js" } }),
    around: () => undefined,
  };
}

/** The stacks of a profile with the imports that texts have, as they were drawn. */
function placed(stacks: readonly (readonly string[])[], texts: Readonly<Record<string, string>>, loaded: readonly string[] = []) {
  const profile = recorded(stacks);
  const textOf = (script: number): string | undefined => texts[profile.scripts.url[script]?.replace("file://", "") ?? ""];
  const { samples, stacks: table, functions, scripts } = withImports(profile, { textOf, loaded }, filesOf(texts));
  return Array.from(samples.stack, (leaf) => {
    const frames: string[] = [];
    for (let row = leaf; row !== -1; row = table.prefix[row] as number) {
      const func = table.func[row] as number;
      const file = (scripts.url[functions.script[func] as number] ?? "").replace("file:///app/", "");
      const mark = certainties[table.certainty[row] as number] === "inferred" ? "≈" : "";
      frames.unshift(`${mark}${functions.name[func]}@${file}${(table.line[row] as number) > 0 ? `:${table.line[row]}` : ""}`);
    }
    return frames.join(" ");
  });
}

const loop = "run@node:internal/modules/esm/module_job:300";

test("an import is below what it had evaluated, and whatever that needs; also of modules without samples", () => {
  expect(
    placed(
      [
        [loop, "@entry.js:3"],
        [loop, "@node_modules/big/lib/work.js:2", "burn@node_modules/big/lib/work.js:9"],
      ],
      {
        "/app/entry.js": 'import fs from "node:fs";\nimport "big";\n',
        "/app/node_modules/big/index.js": '// all of it\nexport * from "./lib/work.js";\n',
        "/app/node_modules/big/lib/work.js": "export const a = 1;\n",
      },
    ),
  ).toEqual([
    "@entry.js:3",
    "≈@entry.js:2 ≈@node_modules/big/index.js:2 @node_modules/big/lib/work.js:2 burn@node_modules/big/lib/work.js:9",
  ]);
});

test("the first importer pays for a shared module, also in a cycle", () => {
  const texts = {
    "/app/entry.js": 'import "./a.js";\nimport "./b.js";\n',
    "/app/a.js": 'import "./shared.js";\nexport {};\n',
    "/app/b.js": '\nimport "./shared.js";\nimport "./entry.js";\n',
    "/app/shared.js": 'import "./b.js";\n',
  };
  expect(
    placed(
      [
        [loop, "@entry.js:1"],
        [loop, "@shared.js:1"],
        [loop, "@b.js:1"],
      ],
      texts,
    ),
  ).toEqual(["@entry.js:1", "≈@entry.js:1 ≈@a.js:1 @shared.js:1", "≈@entry.js:1 ≈@a.js:1 ≈@shared.js:1 @b.js:1"]);
});

test("import() is in the function that calls it, or in the module's own code", () => {
  const texts = {
    "/app/entry.js": 'export {};\nasync function late() {\n  await import("./late.js");\n}\nawait import("./now.js");\n',
    "/app/late.js": "export {};\n",
    "/app/now.js": "export {};\n",
  };
  const stacks = [
    [loop, "late@entry.js:2"],
    [loop, "@late.js:1"],
    [loop, "@now.js:1"],
  ];
  expect(placed(stacks, texts)).toEqual([`${loop} late@entry.js:2`, "≈late@entry.js:3 @late.js:1", "≈@entry.js:5 @now.js:1"]);
});

test("CommonJS that a module imports is below that import, and what it requires on top of it", () => {
  const loader = "require@node:internal/modules/helpers:100";
  const texts = {
    "/app/entry.mjs": 'import "old";\n',
    "/app/node_modules/old/index.js": 'require("./more.js");\n',
    "/app/node_modules/old/more.js": "",
  };
  const old = "@node_modules/old/index.js:1";
  expect(
    placed(
      [
        [loop, old],
        [loop, old, loader, "@node_modules/old/more.js:1"],
      ],
      texts,
      ["file:///app/entry.mjs"],
    ),
  ).toEqual([
    "≈@entry.mjs:1 @node_modules/old/index.js:1",
    `≈@entry.mjs:1 @node_modules/old/index.js:1 ${loader} @node_modules/old/more.js:1`,
  ]);
});

test("what is imported for its types alone, and what nothing known imports, stays as it was recorded", () => {
  const profile = recorded([
    [loop, "@entry.ts:1"],
    [loop, "@types.ts:1"],
  ]);
  const texts: Readonly<Record<string, string>> = {
    "/app/entry.ts": 'import type { A } from "./types.ts";\nexport type { A };\n',
    "/app/types.ts": "export const a = 1;\n",
  };
  const textOf = (script: number): string | undefined => texts[profile.scripts.url[script]?.replace("file://", "") ?? ""];
  expect(withImports(profile, { textOf, loaded: [] }, filesOf(texts))).toBe(profile);
});
