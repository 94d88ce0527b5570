import { cp, mkdir, mkdtemp, readdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { JsonGroups } from "../../../language-server/reports/groups/groups-report.ts";
import { buildCommandLine } from "../../cli/command-line.ts";
import { installPackages, type packageSets } from "../../workbench/installed-packages.mjs";

const projectPackages = path.resolve(import.meta.dirname, "../../../node_modules");
const fixtures = path.resolve(import.meta.dirname, "../../fixtures/groups");

/** A tool with six parts that its user configured, each of which clocks itself. */
export interface PlantedTool {
  readonly name: string;
  /** "project": Heatline's own. */
  readonly packages: keyof typeof packageSets | "project";
  /** Without it every one. */
  readonly majors?: readonly number[];
  /** Writes what it works on. */
  readonly write: (folder: string) => Promise<void>;
  /** Below `node_modules` or the folder. */
  readonly command: readonly string[];
  readonly family: "build" | "lint" | "tests" | "loading";
  /** The names by which the parts clock themselves, the slow one first, and what Heatline calls them. */
  readonly parts: Readonly<Record<string, string>>;
  /** Where the slow import is; without it the slow part is none. */
  readonly importedAt?: string;
}

export interface Planted {
  readonly groups: JsonGroups["groups"];
  readonly outside: readonly string[];
  /** Of all that the parts took, by the clock of each. */
  readonly clocks: Readonly<Record<string, number>>;
}

/** Records the tool and what its parts clocked meanwhile. */
export async function recordedTool({ packages, write, command }: PlantedTool, node: string): Promise<Planted> {
  const cli = await buildCommandLine();
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-groups-")));
  const folder = path.join(root, "app");
  const clocks = path.join(root, "clocks");
  await Promise.all([mkdir(folder), mkdir(clocks), cp(path.join(fixtures, "burn.cjs"), path.join(root, "burn.cjs"))]);
  await write(folder);
  await symlink(packages === "project" ? projectPackages : await installPackages(packages), path.join(folder, "node_modules"));
  const recorded = await cli.run(["record", "--out", "runs", "--", node, ...command], { cwd: folder, env: { CLOCK_FOLDER: clocks } });
  if (recorded.code !== 0) throw new Error(`${recorded.out}\n${recorded.err}`);
  const { out, err } = await cli.run(["report", "runs", "--groups", "--json"], { cwd: folder });
  if (out === "") throw new Error(err);
  const { groups } = JSON.parse(out) as { readonly groups: JsonGroups };
  return { ...groups, clocks: await sumOfClocks(clocks) };
}

async function sumOfClocks(folder: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const file of await readdir(folder)) {
    const clocks = JSON.parse(await readFile(path.join(folder, file), "utf8")) as Record<string, number>;
    for (const [name, ms] of Object.entries(clocks)) sums[name] = (sums[name] ?? 0) + ms;
  }
  return sums;
}

async function copied(name: string, folder: string): Promise<void> {
  await cp(path.join(fixtures, name), folder, { recursive: true });
}

export async function writeChecked(folder: string): Promise<void> {
  await copied("lint", folder);
  const functions = Array.from(
    { length: 400 },
    (_, at) => `export function f${at}(a, b) {\n  const sum = a + b;\n  return sum * ${at};\n}\n`,
  );
  await writeFile(path.join(folder, "checked.js"), functions.join(""));
}

export async function writeBuilt(folder: string): Promise<void> {
  await copied("build", folder);
  for (const name of ["vite-plugin-five", "esbuild-plugin-five"]) {
    const inside = path.join(folder, "plugins/node_modules", name);
    await mkdir(inside, { recursive: true });
    await cp(path.join(folder, `plugins/${name}.js`), path.join(inside, "index.js"));
    await writeFile(path.join(inside, "package.json"), JSON.stringify({ name, type: "module", main: "index.js" }));
  }
  const names = Array.from({ length: 200 }, (_, at) => `f${at}`);
  await mkdir(path.join(folder, "src"));
  await Promise.all(names.map((name) => writeFile(path.join(folder, "src", `${name}.js`), `export const ${name} = (a) => a + 1;\n`)));
  const lines = [
    ...names.map((name) => `import { ${name} } from "./${name}.js";`),
    "let sum = 0;",
    ...names.map((name) => `sum = ${name}(sum);`),
  ];
  await writeFile(path.join(folder, "src/index.js"), [...lines, "console.log(sum);", ""].join("\n"));
}

/** An app of twelve modules, which requires twelve of TypeScript if these are `compiled`. */
export function writeLoaded({ compiled }: { readonly compiled: boolean }): PlantedTool["write"] {
  return async (folder) => {
    await copied("loading", folder);
    await mkdir(path.join(folder, "src"));
    const at = Array.from({ length: 12 }, (_, each) => each);
    const write = (file: string, text: string): Promise<void> => writeFile(path.join(folder, "src", file), text);
    await Promise.all(at.map((each) => write(`f${each}.mjs`, `export const f${each} = (a) => a + 1;\n`)));
    const imports = at.map((each) => `import { f${each} } from "./f${each}.mjs";\n`);
    if (!compiled) return write("index.mjs", imports.join(""));
    await Promise.all(at.map((each) => write(`g${each}.ts`, `export const g${each} = (a: number): number => a + 1;\n`)));
    const required = at.map((each) => `require("./g${each}.ts");\n`);
    const made = 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n';
    await write("index.mjs", [...imports, made, ...required].join(""));
  };
}

/** How a runner's files get what they use. */
const runners = {
  vitest: { globals: 'import { it } from "vitest";', isModule: true },
  jest: { globals: "", isModule: false },
  mocha: { globals: "", isModule: true },
  node: { globals: 'import { it } from "node:test";', isModule: true },
};

/** Six test files, each of which imports a module of its own, and a setup file. `slow`: what takes long, in milliseconds. */
export function suite(runner: keyof typeof runners, slow: { readonly import?: number; readonly setup?: number }): PlantedTool["write"] {
  const { globals, isModule } = runners[runner];
  const load = (names: string, from: string): string =>
    isModule ? `import { ${names} } from "${from}";` : `const { ${names} } = require("${from}");`;
  return async (folder) => {
    await Promise.all(["src", "test"].map((each) => mkdir(path.join(folder, each))));
    const burn = `import burning from "../burn.cjs";\nexport const { burn } = burning;\n`;
    await writeFile(path.join(folder, "burn.js"), isModule ? burn : 'module.exports = require("../burn.cjs");\n');
    for (const [at, name] of ["slow", "one", "two", "three", "four", "five"].entries()) {
      const made = `${isModule ? "export const use =" : "exports.use ="} (ms) => burn("use", ms);\n`;
      const ms = at === 0 ? (slow.import ?? 100) : 100;
      await writeFile(path.join(folder, `src/${name}.js`), `${load("burn", "../burn.js")}\nburn("src/${name}.js", ${ms});\n${made}`);
      const test = `${globals}\n${load("use", `../src/${name}.js`)}\nit("works", async () => {\n  use(20);\n  await 1;\n  use(20);\n});\n`;
      await writeFile(path.join(folder, `test/${name}.test.js`), test);
    }
    await writeFile(path.join(folder, "setup.js"), `${load("burn", "./burn.js")}\nburn("setup.js", ${slow.setup ?? 20});\n`);
    const jest = { setupFilesAfterEnv: ["./setup.js"] };
    await writeFile(path.join(folder, "package.json"), JSON.stringify(isModule ? { type: "module" } : { jest }));
    await writeFile(path.join(folder, "vitest.config.mjs"), 'export default { test: { setupFiles: ["./setup.js"] } };\n');
  };
}
