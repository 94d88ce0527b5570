import path from "node:path";

/** A line that loads modules, and which of them it has evaluated. */
export interface PlantedLine {
  /** `entry.js:2` */
  readonly line: string;
  readonly modules: readonly string[];
}

export interface PlantedImports {
  readonly files: Readonly<Record<string, string>>;
  readonly entry: string;
  readonly runtimeArgs?: readonly string[];
  readonly lines: readonly PlantedLine[];
  /** Modules beside those of `lines` that the shares are of. */
  readonly others?: readonly string[];
}

/** What a module does while it is evaluated, and the time that it takes by its own clock: that of the processor, as other processes may be in its way. */
function work(name: string, units: number): string {
  return [
    "const began = process.cpuUsage();",
    "let sum = 0;",
    `for (let i = 0; i < ${units} * 500_000; i++) sum += Math.sqrt(i) % 3;`,
    "const { user, system } = process.cpuUsage(began);",
    `(globalThis.clock ??= {})[${JSON.stringify(name)}] = (user + system) / 1000;`,
    "",
  ].join("\n");
}

/** Reports what the modules' clocks showed once all have been evaluated. */
const report = 'process.on("exit", () => console.log(JSON.stringify(globalThis.clock)));\n';

const split = [["big", 60] as const, ["mid", 30] as const, ["tiny", 10] as const];

/** Packages of which each has its work in another file than the one that is imported. Undefined: CommonJS that does not say so, as most does. */
function packages(type: "module" | "commonjs" | undefined): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [name, units] of split) {
    const isModule = type === "module";
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, type, main: "index.js" });
    files[`node_modules/${name}/index.js`] = isModule
      ? 'export { done } from "./lib/work.js";\n'
      : 'exports.done = require("./lib/work.js").done;\n';
    files[`node_modules/${name}/lib/work.js`] = work(name, units) + (isModule ? "export const done = sum;\n" : "exports.done = sum;\n");
  }
  return files;
}

const byLine = (entry: string): readonly PlantedLine[] =>
  split.map(([name], index) => ({ line: `${entry}:${index + 1}`, modules: [name] }));

const asModule = { "package.json": '{ "type": "module" }' };
const tsx = path.resolve(import.meta.dirname, "../../../node_modules/tsx/dist/loader.mjs");

const typed = {
  ...asModule,
  "types.ts": "export interface Done { readonly done: number }\n",
  "big.ts": `${work("big", 60)}export const done: number = sum;\n`,
  "mid.ts": `${work("mid", 30)}export const done: number = sum;\n`,
  "tiny.ts": `${work("tiny", 10)}export const done: number = sum;\n`,
};

/** `from` is what files are imported as. */
function typedEntry(from: string): string {
  return [
    'import type { Done } from "./types.ts";',
    `import { done as big } from "./big.${from}";`,
    `import { done as mid } from "./mid.${from}";`,
    "async function main(): Promise<Done> {",
    `  return await import("./tiny.${from}");`,
    "}",
    "const { done }: Done = await main();",
    "console.error(big + mid + done > 0);",
    report,
  ].join("\n");
}

const typedLines: readonly PlantedLine[] = [
  { line: "entry.ts:2", modules: ["big"] },
  { line: "entry.ts:3", modules: ["mid"] },
  { line: "entry.ts:5", modules: ["tiny"] },
];

export const planted = {
  static: {
    files: {
      ...asModule,
      ...packages("module"),
      "entry.js": `import { done as a } from "big";\nimport { done as b } from "mid";\nimport { done as c } from "tiny";\nconsole.error(a + b + c > 0);\n${report}`,
    },
    entry: "entry.js",
    lines: [...byLine("entry.js"), { line: "node_modules/big/index.js:1", modules: ["big"] }],
  },
  dynamic: {
    files: {
      ...asModule,
      ...packages("module"),
      "entry.js": `const { done: a } = await import("big");\nconst { done: b } = await import("mid");\nconst { done: c } = await import("tiny");\nconsole.error(a + b + c > 0);\n${report}`,
    },
    entry: "entry.js",
    lines: byLine("entry.js"),
  },
  CommonJS: {
    files: {
      ...packages("commonjs"),
      "entry.js": `const { done: a } = require("big");\nconst { done: b } = require("mid");\nconst { done: c } = require("tiny");\nconsole.error(a + b + c > 0);\n${report}`,
    },
    entry: "entry.js",
    lines: byLine("entry.js"),
  },
  "ES modules that import CommonJS": {
    files: {
      ...packages("commonjs"),
      "entry.mjs": `import a from "big";\nimport b from "mid";\nconst { default: c } = await import("tiny");\nconsole.error(a.done + b.done + c.done > 0);\n${report}`,
    },
    entry: "entry.mjs",
    lines: [...byLine("entry.mjs"), { line: "node_modules/big/index.js:1", modules: ["big"] }],
  },
  "ES modules that import CommonJS without a type": {
    files: {
      ...packages(undefined),
      "entry.mjs": `import a from "big";\nimport b from "mid";\nconst { default: c } = await import("tiny");\nconsole.error(a.done + b.done + c.done > 0);\n${report}`,
    },
    entry: "entry.mjs",
    lines: [...byLine("entry.mjs"), { line: "node_modules/big/index.js:1", modules: ["big"] }],
  },
  "CommonJS that imports ES modules": {
    files: {
      ...packages("module"),
      "entry.cjs": `main();\nasync function main() {\n  const { done: a } = await import("big");\n  const { done: b } = await import("mid");\n  const { done: c } = await import("tiny");\n  console.error(a + b + c > 0);\n}\n${report}`,
    },
    entry: "entry.cjs",
    lines: [
      { line: "entry.cjs:3", modules: ["big"] },
      { line: "entry.cjs:4", modules: ["mid"] },
      { line: "entry.cjs:5", modules: ["tiny"] },
    ],
  },
  "CommonJS that requires ES modules": {
    files: {
      ...packages("module"),
      "entry.cjs": `const { done: a } = require("big");\nconst { done: b } = require("mid");\nconst { done: c } = require("tiny");\nconsole.error(a + b + c > 0);\n${report}`,
    },
    entry: "entry.cjs",
    lines: [...byLine("entry.cjs"), { line: "node_modules/big/index.js:1", modules: ["big"] }],
  },
  "a cycle": {
    files: {
      "entry.mjs": `import "./a.mjs";\nimport "./c.mjs";\n${report}`,
      "a.mjs": `import { b } from "./b.mjs";\n${work("a", 30)}export const a = sum;\nconsole.error(b);\n`,
      "b.mjs": `import { a } from "./a.mjs";\n${work("b", 60)}export const b = sum;\nexport const later = () => a;\n`,
      "c.mjs": `import "./b.mjs";\n${work("c", 10)}`,
    },
    entry: "entry.mjs",
    lines: [
      { line: "entry.mjs:1", modules: ["a", "b"] },
      { line: "entry.mjs:2", modules: ["c"] },
      { line: "a.mjs:1", modules: ["b"] },
      { line: "b.mjs:1", modules: [] },
      { line: "c.mjs:1", modules: [] },
    ],
  },
  "a shared module": {
    files: {
      "entry.mjs": `import "./x.mjs";\nimport "./y.mjs";\n${report}`,
      "x.mjs": `import "./shared.mjs";\n${work("x", 30)}`,
      "y.mjs": `import "./shared.mjs";\n${work("y", 10)}await import("./shared.mjs");\n`,
      "shared.mjs": work("shared", 60),
    },
    entry: "entry.mjs",
    lines: [
      { line: "entry.mjs:1", modules: ["x", "shared"] },
      { line: "entry.mjs:2", modules: ["y"] },
      { line: "x.mjs:1", modules: ["shared"] },
      { line: "y.mjs:1", modules: [] },
    ],
  },
  tsx: { files: { ...typed, "entry.ts": typedEntry("js") }, entry: "entry.ts", runtimeArgs: ["--import", tsx], lines: typedLines },
  "stripped types": { files: { ...typed, "entry.ts": typedEntry("ts") }, entry: "entry.ts", lines: typedLines },
} as const satisfies Readonly<Record<string, PlantedImports>>;

export type PlantedName = keyof typeof planted;

/** The oldest Node.js that can do it. */
export const firstNode: Readonly<Partial<Record<PlantedName, number>>> = {
  "CommonJS that requires ES modules": 22,
  "stripped types": 22,
};
