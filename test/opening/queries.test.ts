import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { nodeOutput } from "../workbench/node-output.ts";
import { buildCommandLine, type CommandLine } from "../cli/command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-queries-")));

const loop = (divisor: number): string =>
  `export function hot(n) {\n  let t = 0;\n  for (let i = 0; i < n; i++) t += Math.sqrt(i) % ${divisor};\n  return t;\n}\n`;

/** Reloads a module that it changes in between, and a file whose name has a question mark. */
const reload = `import { writeFileSync } from "node:fs";
writeFileSync(new URL("./job.mjs", import.meta.url), ${JSON.stringify(loop(7))});
let s = (await import("./job.mjs?t=1")).hot(2e7);
writeFileSync(new URL("./job.mjs", import.meta.url), ${JSON.stringify(`// changed\n\n${loop(9)}`)});
s += (await import("./job.mjs?t=2")).hot(1e7);
s += (await import("./job.mjs?t=3#x")).hot(1e7);
s += (await import("./what%3Fnow.mjs?t=1")).hot(1e7);
s += (await import("./what%3Fnow.mjs?t=2")).hot(1e7);
console.log(s);
`;

beforeAll(async () => {
  cli = await buildCommandLine();
  cpSync(path.resolve(import.meta.dirname, "../fixtures/apps/query"), folder, { recursive: true });
  writeFileSync(path.join(folder, "reload.mjs"), reload);
  writeFileSync(path.join(folder, "what?now.mjs"), `\n${loop(5)}`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines with at least a tenth of the busy time, by file in the folder: `job.mjs?t=1:3`. */
async function hotLinesOf(target: string): Promise<ReadonlyMap<string, number>> {
  const { out, err } = await cli.run(["report", target, "--json"], { cwd: folder });
  expect(err).toBe("");
  const { lines, busyTicks } = JSON.parse(out) as JsonReport;
  const hot = lines.filter(({ selfTicks }) => selfTicks > busyTicks / 10);
  return new Map(hot.map(({ file, line, selfTicks }) => [`${path.relative(folder, file)}:${line}`, selfTicks / busyTicks]));
}

async function recorded(...args: readonly string[]): Promise<string> {
  const runs = mkdtempSync(path.join(folder, "runs-"));
  const { err, code } = await cli.run(["record", "--out", runs, ...args], { cwd: folder });
  expect([code, code === 0 ? "" : err]).toEqual([0, ""]);
  return runs;
}

test("a module that is imported again with another query is its file, in one row", async () => {
  const lines = await hotLinesOf(await recorded("--", process.execPath, "main.mjs"));
  expect([...lines.keys()]).toEqual(["hot.mjs:3"]);
  expect(lines.get("hot.mjs:3")).toBeGreaterThan(0.8);
});

test("where the file changed in between each text keeps its query, also in the formats of Node.js", async () => {
  const run = await recorded("--", process.execPath, "reload.mjs");
  expect([...(await hotLinesOf(run)).keys()].toSorted()).toEqual(["job.mjs?t=1:3", "job.mjs?t=2:5", "what?now.mjs:4"]);
  const [id = ""] = readdirSync(run);
  const { scripts } = JSON.parse(readFileSync(path.join(run, id, "run.json"), "utf8")) as {
    scripts: readonly { readonly url: string; readonly isFile?: boolean }[];
  };
  const marks = scripts
    .filter(({ url }) => url.includes("/job.mjs?t"))
    .map(({ url, isFile }) => [url.slice(url.lastIndexOf("/") + 1), isFile]);
  expect(Object.fromEntries(marks)).toEqual({ "job.mjs?t=1": false, "job.mjs?t=2": true, "job.mjs?t=3#x": true });

  const files = mkdtempSync(path.join(folder, "files-"));
  await nodeOutput(process.execPath, [
    "--cpu-prof",
    `--cpu-prof-name=${path.relative(process.cwd(), path.join(files, "a.cpuprofile"))}`,
    path.join(folder, "reload.mjs"),
  ]);
  await nodeOutput(process.execPath, [
    "--prof",
    "--log-source-position",
    "--log-source-code",
    "--no-sparkplug",
    "--no-logfile-per-isolate",
    `--logfile=${path.join(files, "v8.log")}`,
    path.join(folder, "reload.mjs"),
  ]);
  const hot = await Promise.all(readdirSync(files).map((file) => hotLinesOf(path.join(files, file))));
  const asRecorded = ["job.mjs?t=1:3", "job.mjs?t=2:5", "what?now.mjs:4"];
  expect(hot.map((lines) => [...lines.keys()].toSorted())).toEqual([asRecorded, asRecorded]);
});

test.each([
  [
    "collapsed stacks",
    "stacks.txt",
    ["main (URL/main.mjs:1);hot (URL/hot.mjs?mtime=0:1) 60", "main (URL/main.mjs:1);hot (URL/hot.mjs?mtime=1:1) 40"],
  ],
  ["V8's names for perf", "perf.txt", ["node;JS:*hot URL/hot.mjs?mtime=0:1:20 60", "node;JS:*hot URL/hot.mjs?mtime=1#x:1:20 40"]],
])("one function, not one for each query: %s", async (_what, name, stacks) => {
  const file = path.join(folder, name);
  writeFileSync(file, `${stacks.join("\n").replaceAll("URL", `file://${folder}`)}\n`);
  const { out } = await cli.run(["report", file, "--json"], { cwd: folder });
  const hot = (JSON.parse(out) as JsonReport).functions.filter((func) => func.name === "hot");
  expect(hot.map((func) => [path.basename(func.file), func.selfTicks])).toEqual([["hot.mjs", 100]]);
});
