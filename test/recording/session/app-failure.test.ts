import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { OutputTail } from "../../../language-server/analysis/output-error/output-tail.ts";
import { appFailure } from "../../../language-server/recording/session/app-failure.ts";
import { installPackages } from "../../workbench/installed-packages.mjs";
import { nodeOf, someNodeMajors } from "../../workbench/node-versions.mjs";

const repository = path.join(import.meta.dirname, "../../..");
const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-failed-")));
let made = 0;

afterAll(() => rmSync(base, { recursive: true }));

interface Start {
  readonly files: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly modules?: string;
}

/** How an app fails that is really started: `slow.js:3:1`, with `loading` if its code could not be read. */
async function failureOf({ files, args = ["server.js"], modules }: Start, node = process.execPath): Promise<string> {
  made += 1;
  const folder = path.join(base, `an app ${made}`);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  if (modules !== undefined) symlinkSync(modules, path.join(folder, "node_modules"));
  const { stderr, status } = spawnSync(node, args, { cwd: folder, encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "" } });
  expect(status).toBe(1);
  const tail = new OutputTail();
  tail.add(stderr);
  expect(tail.error).toBeDefined();
  const { isLoading, place } = appFailure(tail.error!, folder);
  const where = place === undefined ? "nowhere" : `${path.relative(folder, place.file)}:${place.line}:${place.column}`;
  return isLoading ? `${where} loading` : where;
}

const esm = { "package.json": '{ "type": "module" }' };
const broken = "const x = 1;\nexport const slow = () => x;\n}\n";

const starts: readonly (readonly [string, Start, string])[] = [
  [
    "a brace too many in a required file",
    { files: { "server.js": "'use strict';\nrequire('./slow');", "slow.js": "const x = 1;\n\n}\n" } },
    "slow.js:3:1 loading",
  ],
  [
    "a brace too many in an imported file",
    { files: { ...esm, "server.js": "import './slow.js';", "slow.js": broken } },
    "slow.js:3:1 loading",
  ],
  ["a missing module", { files: { "server.js": "const fs = require('fs');\nrequire('./nope');" } }, "server.js:2:1 loading"],
  [
    "a missing imported module",
    { files: { ...esm, "server.js": "import fs from 'node:fs';\nimport './nope.js';" } },
    "server.js:2:11 loading",
  ],
  ["a missing package", { files: { ...esm, "server.js": "\nimport express from 'express';" } }, "server.js:2:22 loading"],
  ["a missing export", { files: { ...esm, "server.js": "import { nope } from './slow.js';", "slow.js": "" } }, "server.js:1:10 loading"],
  ["an import in CommonJS", { files: { "server.cjs": "\nimport fs from 'node:fs';" }, args: ["server.cjs"] }, "server.cjs:2:1 loading"],
  ["JSON that cannot be read", { files: { "server.js": "\nJSON.parse('}');" } }, "server.js:2:6"],
  [
    "an error at its first lines",
    { files: { "server.js": "require('./config');", "config.js": "\nthrow new Error('DATABASE_URL is not set');" } },
    "config.js:2:1",
  ],
  ["a name that is not defined", { files: { ...esm, "server.js": "const a = 1;\nslow(a);" } }, "server.js:2:1"],
  [
    "a rejection",
    { files: { ...esm, "server.js": "const start = async () => {\n  throw new Error('no');\n};\nawait start();" } },
    "server.js:2:9",
  ],
  [
    "an error that the app prints before it exits",
    { files: { "server.js": "(async () => {\n  null.x;\n})().catch((error) => {\n  console.error(error);\n  process.exit(1);\n});" } },
    "server.js:2:8",
  ],
];

test.each(starts)("%s", async (_what, start, place) => {
  for (const major of someNodeMajors) expect(await failureOf(start, await nodeOf(major))).toBe(place);
});

test("TypeScript by tsx and by Node itself: the line of the source", async () => {
  const files = { ...esm, "server.ts": "import { slow } from './slow.ts';\nslow();", "slow.ts": broken };
  const modules = path.join(repository, "node_modules");
  expect(await failureOf({ files, args: ["--import", "tsx", "server.ts"], modules })).toBe("slow.ts:3:1 loading");
  expect(await failureOf({ files, args: ["server.ts"] }, await nodeOf(26))).toBe("slow.ts:3:1 loading");
});

const tsNode = { "package.json": "{}", "tsconfig.json": '{ "compilerOptions": { "module": "commonjs", "types": ["node"] } }' };

test("TypeScript by ts-node, which checks types, too", { tags: "thorough" }, async () => {
  const files = {
    "server.ts": "import { slow } from './slow';\nslow();",
    "slow.ts": "export const slow = (): number => 'one';\n",
    ...tsNode,
  };
  const start = { files, args: ["-r", "ts-node/register", "server.ts"], modules: await installPackages("ts-node") };
  expect(await failureOf(start)).toBe("slow.ts:1:35 loading");
});
