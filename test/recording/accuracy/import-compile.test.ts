import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openTarget } from "../../../language-server/cli/targets/target.ts";
import { ExactRecorder } from "../../../language-server/recording/ticks/exact-recorder.ts";
import { type DrawnApp, makeApp } from "../../drivers/server/drawn-run.ts";
import { recordProgram } from "../../drivers/server/recorded-run.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { nodeMajors, nodeOf, ownNodeMajors } from "../../workbench/node-versions.mjs";

const runs = 5;
const functions = Array.from(
  { length: 60_000 },
  (_, at) => `export function f${at}(a, b) {\n  return [a + ${at}, b, { at: ${at}, a }];\n}\n`,
);
const work = [
  "const began = process.cpuUsage();",
  "let sum = 0;",
  "for (let i = 0; i < 60_000_000; i++) sum += Math.sqrt(i) % 3;",
  "const { user, system } = process.cpuUsage(began);",
  "console.log(JSON.stringify({ ms: (user + system) / 1000, sum: f1(sum, 0).length }));",
].join("\n");
const files = {
  "entry.mjs": `import { f1 } from "./large.mjs";\n${work}`,
  "entry.cjs": `const { f1 } = require("./large.cjs");\n${work}`,
  "large.mjs": functions.join(""),
  "large.cjs": `${functions.join("").replaceAll("export ", "")}exports.f1 = f1;\n`,
  // In a process of its own, which nothing records, and without evaluating it.
  "clock.cjs": [
    'const { Script, SourceTextModule } = require("node:vm");',
    'const isScript = process.argv[2] === "entry.cjs";',
    'const file = isScript ? "large.cjs" : "large.mjs";',
    'const text = require("node:fs").readFileSync(require("node:path").join(__dirname, file), "utf8");',
    "const began = process.cpuUsage();",
    "isScript ? new Script(text) : new SourceTextModule(text);",
    "const { user, system } = process.cpuUsage(began);",
    "console.log((user + system) / 1000);",
  ].join("\n"),
};

type Entry = "entry.mjs" | "entry.cjs";

interface Compiled {
  readonly clockMs: number;
  readonly shownMs: number;
}

async function clockOf(app: DrawnApp, node: string, entry: Entry): Promise<number> {
  const { stdout } = await promisify(execFile)(node, ["--no-warnings", "--experimental-vm-modules", app.path("clock.cjs"), entry]);
  return Number(stdout);
}

/** What the line shows, in CPU time: the entry's own work is as long as its clock says. */
async function shownIn(app: DrawnApp, node: string, entry: Entry): Promise<number> {
  let output = "";
  const folder = await recordProgram(app, entry, (launch) => ExactRecorder.create(launch), {
    runtimeExecutable: node,
    output: (text) => (output += text),
  });
  const { ms } = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? "{}") as { readonly ms?: number };
  const { costs } = (await openTarget(folder, undefined)).analysis;
  const lines = costs.lines.filter(({ source }) => path.basename(costs.sources[source]?.path ?? "") === entry);
  const ticksOf = (wanted: number): number => lines.find(({ line }) => line === wanted)?.totalTicks ?? 0;
  return ((ms ?? NaN) * ticksOf(1)) / ticksOf(4);
}

async function compiled(major: number, entry: Entry): Promise<Compiled> {
  const node = await nodeOf(major);
  const app = await makeApp(files);
  let [clockMs, shownMs] = [0, 0];
  for (let run = 0; run < runs; run++) {
    clockMs += await clockOf(app, node, entry);
    shownMs += await shownIn(app, node, entry);
  }
  await rm(path.dirname(app.folder), { recursive: true });
  return { clockMs: clockMs / runs, shownMs: shownMs / runs };
}

function isRight({ clockMs, shownMs }: Compiled): boolean {
  return shownMs >= 0.7 * clockMs && shownMs <= 1.3 * clockMs;
}

async function measured(major: number, entry: Entry = "entry.mjs"): Promise<Compiled> {
  const found = await undisturbed(() => compiled(major, entry), isRight, 3);
  if (process.env["HEATLINE_SHOW"] !== undefined) console.log(JSON.stringify({ name: "compile", entry, major, ...found }));
  return found;
}

test.each(ownNodeMajors)("Node %i: the line that imports a large file shows what it takes to compile", async (major) => {
  expect(await measured(major)).toSatisfy(isRight);
});

test.each(nodeMajors)("Node %i: the same", { tags: ["thorough"] }, async (major) => {
  expect(await measured(major)).toSatisfy(isRight);
});

test.each(nodeMajors)("Node %i: the line that requires a large file does, too", { tags: ["thorough"] }, async (major) => {
  expect(await measured(major, "entry.cjs")).toSatisfy(isRight);
});
