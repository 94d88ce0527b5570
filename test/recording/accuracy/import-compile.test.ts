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
  "entry.mjs": [
    'import { f1 } from "./large.mjs";',
    "const began = process.cpuUsage();",
    "let sum = 0;",
    "for (let i = 0; i < 60_000_000; i++) sum += Math.sqrt(i) % 3;",
    "const { user, system } = process.cpuUsage(began);",
    "console.log(JSON.stringify({ ms: (user + system) / 1000, sum: f1(sum, 0).length }));",
  ].join("\n"),
  "large.mjs": functions.join(""),
  // In a process of its own, which nothing records, and without evaluating it.
  "clock.cjs": [
    'const { SourceTextModule } = require("node:vm");',
    'const text = require("node:fs").readFileSync(require("node:path").join(__dirname, "large.mjs"), "utf8");',
    "const began = process.cpuUsage();",
    "new SourceTextModule(text);",
    "const { user, system } = process.cpuUsage(began);",
    "console.log((user + system) / 1000);",
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

/** What the line shows, in CPU time: the entry's own work is as long as its clock says. */
async function shownIn(app: DrawnApp, node: string): Promise<number> {
  let output = "";
  const folder = await recordProgram(app, "entry.mjs", (launch) => ExactRecorder.create(launch), {
    runtimeExecutable: node,
    output: (text) => (output += text),
  });
  const { ms } = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? "{}") as { readonly ms?: number };
  const { costs } = (await openTarget(folder, undefined)).analysis;
  const lines = costs.lines.filter(({ source }) => path.basename(costs.sources[source]?.path ?? "") === "entry.mjs");
  const ticksOf = (wanted: number): number => lines.find(({ line }) => line === wanted)?.totalTicks ?? 0;
  return ((ms ?? NaN) * ticksOf(1)) / ticksOf(4);
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
