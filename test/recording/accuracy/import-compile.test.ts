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
const files = {
  "entry.mjs": 'import { f1 } from "./large.mjs";\nimport { small } from "./small.mjs";\nconsole.error(f1(small, 2));\n',
  "large.mjs": functions.join(""),
  "small.mjs": "export const small = 1;\n",
  // In a process of its own, which nothing records, and without evaluating it.
  "clock.cjs": [
    'const { SourceTextModule } = require("node:vm");',
    'const text = require("node:fs").readFileSync(require("node:path").join(__dirname, "large.mjs"), "utf8");',
    "const began = performance.now();",
    "new SourceTextModule(text);",
    "console.log(performance.now() - began);",
  ].join("\n"),
};

interface Compiled {
  readonly clockMs: number;
  readonly shownMs: number;
}

async function clockOf(app: DrawnApp, node: string): Promise<number> {
  const { stdout } = await promisify(execFile)(node, ["--no-warnings", "--experimental-vm-modules", app.path("clock.cjs")]);
  return Number(stdout);
}

async function shownIn(app: DrawnApp, node: string): Promise<number> {
  const folder = await recordProgram(app, "entry.mjs", (launch) => ExactRecorder.create(launch), { runtimeExecutable: node });
  const { analysis, run } = await openTarget(folder, undefined);
  const { costs } = analysis;
  const line = costs.lines.find((each) => path.basename(costs.sources[each.source]?.path ?? "") === "entry.mjs" && each.line === 1);
  return ((line?.totalTicks ?? 0) * (run.threads[0]?.intervalUs ?? 0)) / 1000;
}

async function compiled(major: number): Promise<Compiled> {
  const node = await nodeOf(major);
  const app = await makeApp(files);
  let [clockMs, shownMs] = [0, 0];
  for (let run = 0; run < runs; run++) {
    clockMs += await clockOf(app, node);
    shownMs += await shownIn(app, node);
  }
  await rm(path.dirname(app.folder), { recursive: true });
  return { clockMs: clockMs / runs, shownMs: shownMs / runs };
}

function isRight({ clockMs, shownMs }: Compiled): boolean {
  return shownMs >= 0.7 * clockMs && shownMs <= 1.3 * clockMs;
}

async function measured(major: number): Promise<Compiled> {
  const found = await undisturbed(() => compiled(major), isRight, 3);
  if (process.env["HEATLINE_SHOW"] !== undefined) console.log(JSON.stringify({ name: "compile", major, ...found }));
  return found;
}

test.each(ownNodeMajors)("Node %i: the line that imports a large file shows what it takes to compile", async (major) => {
  expect(await measured(major)).toSatisfy(isRight);
});

test.each(nodeMajors)("Node %i: the same", { tags: ["thorough"] }, async (major) => {
  expect(await measured(major)).toSatisfy(isRight);
});
