import { expect, test } from "vitest";
import type { Savings } from "../../../language-server/history/schema/savings-schema.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { burning, type PlantedStart, savingsOf } from "./planted-starts.ts";

/** What each takes by its own clock. */
const [reportMs, tableMs, parseMs] = [120, 40, 30];

const command: PlantedStart = {
  files: {
    "cli.js": `const { report } = require("./report");
const table = require("./table");
const { parse } = require("./parse");
const options = parse(process.argv.slice(2));
if (options.command === "report") report(table);
else console.log("usage");
`,
    "report.js": burning(reportMs, `exports.report = () => "report";`),
    "table.js": burning(tableMs, `module.exports = () => "table";`),
    "parse.js": burning(parseMs, `exports.parse = ([command]) => ({ command });`),
  },
  entry: "cli.js",
  args: ["--help"],
  // Of such a program nothing is said of the cache.
  env: { NODE_DISABLE_COMPILE_CACHE: "1" },
  imports: [
    { at: "cli.js:1", specifier: "./report" },
    { at: "cli.js:2", specifier: "./table" },
    { at: "cli.js:3", specifier: "./parse" },
  ],
};

const modules: PlantedStart = {
  ...command,
  files: {
    "package.json": '{ "type": "module" }',
    "cli.js": `import { report } from "./report.js";
import { table } from "./table.js";
const [command] = process.argv.slice(2);
if (command === "report") report(table);
else console.log("usage");
`,
    "report.js": burning(reportMs, `export const report = () => "report";`),
    "table.js": burning(tableMs, `export const table = () => "table";`),
  },
  imports: [
    { at: "cli.js:1", specifier: "./report.js" },
    { at: "cli.js:2", specifier: "./table.js" },
  ],
};

interface Error {
  readonly savings: Savings;
  /** By how much the two gains are beside the clocks of their modules, less their own margins, or too uncertain; as shares of the start. */
  readonly beside: number;
}

async function measured(start: PlantedStart): Promise<Error> {
  const savings = await savingsOf(start, 26);
  const besides = [reportMs, tableMs].map((ms, index) => {
    const { savedMs = 0, marginMs = Infinity } = savings.imports[index]?.saved ?? {};
    return Math.max(Math.abs(savedMs - ms) - marginMs, marginMs - ms / 2) / savings.eachMs;
  });
  return { savings, beside: Math.max(...besides) };
}

test("what loading on first use saves is what the module takes by its own clock", async () => {
  const { savings, beside } = await undisturbed(
    () => measured(command),
    (each) => each.beside < 0.03,
    3,
  );
  if (process.env["HEATLINE_SHOW"] !== undefined) console.log(JSON.stringify(savings, undefined, 1));
  expect(beside).toBeLessThan(0.03);
  expect(savings.cache).toBeUndefined();
  expect(savings.imports).toMatchObject([
    { path: "cli.js", line: 1 },
    { path: "cli.js", line: 2 },
    { why: "needed", first: { path: "cli.js", line: 4 } },
  ]);
});

test("the same of ES modules", { tags: "thorough" }, async () => {
  const { beside } = await undisturbed(
    () => measured(modules),
    (each) => each.beside < 0.03,
    3,
  );
  expect(beside).toBeLessThan(0.03);
});

const names = Array.from({ length: 12_000 }, (_, index) => `f${index}`);
/** Its code is cached from the first start on. */
const large = names
  .map(
    (name) =>
      `function ${name}(list) {\n  const sorted = [...list].map((each) => each + 1);\n  return sorted.length > 3 ? sorted.filter(Boolean) : { list, sorted };\n}`,
  )
  .join("\n");

const compiling: PlantedStart = {
  files: {
    "cli.js": `require("./large");`,
    "large.js": `${large}\nfor (const each of [${names.join(", ")}]) each([1, 2, 3, 4]);`,
  },
  entry: "cli.js",
  imports: [],
};

test("the cache of compiled code saves compiling a large file", async () => {
  const isSeen = ({ cache }: Savings): boolean => (cache?.saved?.savedMs ?? 0) > (cache?.saved?.marginMs ?? 0);
  const savings = await undisturbed(() => savingsOf(compiling, 26), isSeen, 3);
  if (process.env["HEATLINE_SHOW"] !== undefined) console.log(JSON.stringify(savings, undefined, 1));
  expect(savings).toSatisfy(isSeen);
});
