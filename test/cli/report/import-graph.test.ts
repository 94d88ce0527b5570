import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeOf, someNodeMajors } from "../../workbench/node-versions.mjs";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-import-graph-")));
const work = (ms: number): string =>
  `const end = performance.now() + ${ms};\nwhile (performance.now() < end);\nexport const done = ${ms};\n`;

const files = {
  "app/package.json": '{ "type": "module" }\n',
  "app/entry.js": 'import { done as big } from "big";\nimport { done as small } from "small";\nconsole.log(big + small);\n',
  "app/node_modules/big/package.json": '{ "type": "module", "exports": "./index.js" }\n',
  // It has no samples of its own.
  "app/node_modules/big/index.js": 'export * from "./lib/work.js";\n',
  "app/node_modules/big/lib/work.js": work(600),
  "app/node_modules/small/package.json": '{ "type": "module", "exports": "./index.js" }\n',
  "app/node_modules/small/index.js": work(200),
};

beforeAll(async () => {
  cli = await buildCommandLine();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tree = (out: string): readonly string[] =>
  out.split("\n").flatMap((line) => /\S+ +(?:≈ \S+:\d+)$/.exec(line)?.[0]?.replace(/ +/g, " ") ?? []);
const imported = ["big/index.js ≈ entry.js:1", "big/lib/work.js ≈ index.js:1", "small/index.js ≈ entry.js:2"];

test.each(someNodeMajors)(
  "Node %i: a .cpuprofile shows what import lines had evaluated, as inferred; only where the sources may be read",
  async (major) => {
    const app = path.join(folder, "app");
    const profiles = path.join(folder, `profiles-${major}`);
    execFileSync(await nodeOf(major), ["--cpu-prof", "--cpu-prof-dir", profiles, "entry.js"], { cwd: app });
    const [name = ""] = readdirSync(profiles);
    const file = path.join(profiles, name);
    expect(tree((await cli.run(["report", "--imports", file], { cwd: app })).out)).toEqual(imported);
    expect(tree((await cli.run(["report", "--imports", file], { cwd: profiles })).out)).toEqual([]);
  },
);

test("so does a recording by the inspector, whether the entry has samples or not", async () => {
  const app = path.join(folder, "app");
  const recorded = await cli.run(["record", "--recorder", "inspector", "--out", "runs", "--", process.execPath, "entry.js"], { cwd: app });
  expect(recorded.code).toBe(0);
  expect(tree((await cli.run(["report", "--imports", "runs"], { cwd: app })).out)).toEqual(imported);
});
