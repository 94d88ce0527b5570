import { expect, test } from "vitest";
import { samplingInterval } from "../../../language-server/analysis/costs/sampling-error.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { nodeOf, ownNodeMajors } from "../../workbench/node-versions.mjs";
import { type Planted, type PlantedTool, recordedTool, suite, writeBuilt, writeChecked, writeLoaded } from "./planted-tools.ts";

const sameName = (...names: readonly string[]): Readonly<Record<string, string>> => Object.fromEntries(names.map((name) => [name, name]));

const rules = sameName("no-slow", "no-one", "no-two", "no-three", "no-four", "no-five");
const plugins = sameName("slow", "one", "two", "three", "four", "vite-plugin-five");
const modules = sameName(...["slow", "one", "two", "three", "four", "five"].map((name) => `src/${name}.js`));
const setup = sameName("setup.js", ...Object.keys(modules));

const webpackParts = sameName("slow-loader.cjs", "one-loader.cjs", "two-loader.cjs", "Three", "Four", "Five");
const hooks = sameName(...["slow", "one", "two", "three", "four", "five"].map((name) => `hooks/${name}.mjs`));
const withThreads = ["slow", "one", "two", "three", "four", "five"].flatMap((name) => ["--experimental-loader", `./hooks/${name}.mjs`]);
const ofThread = ["one", "two", "three", "four", "Five"];
/** They have hooks of modules that run in the thread of the app. */
const majors = [22, 24, 26];
/** Installed versions of tools do not start on Node 18, or it lacks the hooks. */
const from20 = [20, ...majors];

const usual: readonly PlantedTool[] = [
  {
    name: "a rule of ESLint",
    packages: "libraries",
    write: writeChecked,
    command: ["node_modules/eslint/bin/eslint.js", "checked.js"],
    family: "lint",
    parts: rules,
  },
  {
    name: "a plugin of Vite",
    packages: "test-runners",
    majors: from20,
    write: writeBuilt,
    command: ["node_modules/vite/bin/vite.js", "build"],
    family: "build",
    parts: plugins,
  },
  {
    name: "an import of a test of Vitest",
    packages: "test-runners",
    majors: from20,
    write: suite("vitest", { import: 1500 }),
    command: ["node_modules/vitest/vitest.mjs", "run"],
    family: "tests",
    parts: modules,
    importedAt: "test/slow.test.js:2",
  },
];

const further: readonly PlantedTool[] = [
  {
    name: "a loader of webpack",
    packages: "build-tools",
    write: writeBuilt,
    command: ["webpack.cjs"],
    family: "build",
    parts: webpackParts,
  },
  {
    name: "a loader of Rspack",
    packages: "build-tools",
    majors: from20,
    write: writeBuilt,
    command: ["rspack.cjs"],
    family: "build",
    parts: webpackParts,
  },
  {
    name: "a plugin of esbuild",
    packages: "project",
    write: writeBuilt,
    command: ["plugins/esbuild.mjs"],
    family: "build",
    parts: sameName("slow", "one", "two", "three", "four", "esbuild-plugin-five"),
  },
  {
    name: "a module hook that is registered",
    packages: "project",
    majors: from20,
    write: writeLoaded({ compiled: false }),
    command: ["--import", "./six-registered.mjs", "src/index.mjs"],
    family: "loading",
    parts: hooks,
  },
  {
    name: "a module hook of a command line",
    packages: "project",
    majors: from20,
    write: writeLoaded({ compiled: false }),
    command: [...withThreads, "src/index.mjs"],
    family: "loading",
    parts: hooks,
  },
  {
    name: "a module hook in the thread of the app",
    packages: "project",
    majors,
    write: writeLoaded({ compiled: false }),
    command: ["--import", "./six-hooks.mjs", "src/index.mjs"],
    family: "loading",
    parts: sameName("slow", ...ofThread),
  },
  {
    name: "ts-node",
    packages: "ts-node",
    majors,
    write: writeLoaded({ compiled: true }),
    command: ["--require", "./ts-node.cjs", "--import", "./five-hooks.mjs", "src/index.mjs"],
    family: "loading",
    parts: sameName("ts-node", ...ofThread),
  },
  {
    name: "a plugin of Rollup",
    packages: "build-tools",
    write: writeBuilt,
    command: ["node_modules/rollup/dist/bin/rollup", "-c"],
    family: "build",
    parts: plugins,
  },
  {
    name: "a setup file of Vitest",
    packages: "test-runners",
    majors: from20,
    write: suite("vitest", { setup: 400 }),
    command: ["node_modules/vitest/vitest.mjs", "run"],
    family: "tests",
    parts: setup,
  },
  {
    name: "a setup file of Jest",
    packages: "test-runners",
    write: suite("jest", { setup: 400 }),
    command: ["node_modules/jest/bin/jest.js", "--runInBand"],
    family: "tests",
    parts: setup,
  },
  {
    name: "an import of a test of Jest",
    packages: "test-runners",
    write: suite("jest", { import: 1500 }),
    command: ["node_modules/jest/bin/jest.js", "--runInBand"],
    family: "tests",
    parts: modules,
    importedAt: "test/slow.test.js:2",
  },
  {
    name: "an import of a test of Mocha",
    packages: "test-runners",
    majors: from20,
    write: suite("mocha", { import: 1500 }),
    command: ["node_modules/mocha/bin/mocha.js", "--require", "./setup.js", "test"],
    family: "tests",
    parts: modules,
    importedAt: "test/slow.test.js:2",
  },
  {
    name: "an import of a test of node:test",
    packages: "test-runners",
    write: suite("node", { import: 1500 }),
    command: ["--import", "./setup.js", "--test"],
    family: "tests",
    parts: modules,
    importedAt: "test/slow.test.js:2",
  },
];

/** Beside the interval of a share. */
const allowed = 0.03;

interface Found {
  /** The costliest group. */
  readonly first: string | undefined;
  readonly missing: readonly string[];
  /** Of an import: where the costliest group is imported. */
  readonly importedAt: string | undefined;
  /** How far the slow part's share of all six is outside its interval, by the clocks of the parts. */
  readonly off: number;
}

function judged({ groups, clocks }: Planted, { family, parts }: PlantedTool): Found {
  const nameOf = ({ name, file }: Planted["groups"][number]): string => name || (file ?? "");
  const ofFamily = groups.filter((each) => each.family === family);
  const ticksOf = (name: string): number =>
    ofFamily.filter((each) => nameOf(each) === name || `/${nameOf(each)}`.endsWith(`/${name}`)).reduce((sum, { ticks }) => sum + ticks, 0);
  const names = Object.values(parts);
  const [slow = ""] = names;
  const all = names.reduce((sum, name) => sum + ticksOf(name), 0);
  const clocked = names.reduce((sum, name) => sum + (clocks[name] ?? 0), 0);
  const truth = (clocks[slow] ?? 0) / clocked;
  const { low, high } = samplingInterval(ticksOf(slow), all);
  const first = ofFamily[0] === undefined ? undefined : nameOf(ofFamily[0]);
  const at = ofFamily[0]?.importedAt ?? undefined;
  return {
    first: first !== undefined && `/${first}`.endsWith(`/${slow}`) ? slow : first,
    missing: names.filter((name) => ticksOf(name) === 0),
    importedAt: at && `${at.file}:${at.line}`.replace(/^.*\/(?=test\/)/, ""),
    off: Math.max(0, low - truth, truth - high),
  };
}

/** Repeated where chance or other processes disturb the clocks. */
async function found(tool: PlantedTool, major: number): Promise<Found> {
  const node = await nodeOf(major);
  const isKept = ({ first, missing, off }: Found): boolean =>
    first === Object.values(tool.parts)[0] && missing.length === 0 && off <= allowed;
  return undisturbed(async () => judged(await recordedTool(tool, node), tool), isKept, 3);
}

const title = "of $name beside five others the slow one is first, with its share";

for (const major of ownNodeMajors) {
  const runsOn = (tool: PlantedTool): boolean => tool.majors === undefined || tool.majors.includes(major);
  test.each(usual.filter(runsOn))(`Node ${major}: ${title}`, async (tool) => {
    const { first, missing, importedAt, off } = await found(tool, major);
    expect([first, missing, importedAt]).toEqual([Object.values(tool.parts)[0], [], tool.importedAt]);
    expect(off).toBeLessThanOrEqual(allowed);
  });

  test.each(further.filter(runsOn))(`Node ${major}: ${title}`, { tags: ["thorough"] }, async (tool) => {
    const { first, missing, importedAt, off } = await found(tool, major);
    expect([first, missing, importedAt]).toEqual([Object.values(tool.parts)[0], [], tool.importedAt]);
    expect(off).toBeLessThanOrEqual(allowed);
  });
}
