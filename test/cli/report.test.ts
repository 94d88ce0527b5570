import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { oracleTicks } from "../analysis/tick-log/oracle.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";
import { program, tickLogFlags } from "./searching-app.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-")));
const app = path.join(folder, "app");

beforeAll(async () => {
  cli = await buildCommandLine();
  mkdirSync(app);
  writeFileSync(path.join(app, "app.js"), program);
  const env = { ...process.env, NODE_OPTIONS: "" };
  // V8 attributes inlined code arbitrarily in such a profile: without inlining the shares are known.
  execFileSync(process.execPath, ["--no-turbo-inlining", "--cpu-prof", "--cpu-prof-name=app.cpuprofile", "app.js"], { cwd: app, env });
  execFileSync(process.execPath, [...tickLogFlags, "--logfile=v8.log", "app.js"], { cwd: app, env });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function jsonOf(...args: readonly string[]): Promise<JsonReport> {
  const { code, out, err } = await cli.run(["report", ...args, "--json"], { cwd: app });
  expect(err).toBe("");
  expect(code).toBe(0);
  return JSON.parse(out) as JsonReport;
}

test("a V8 log: the JSON has the documented fields, and without repairs its line totals equal the naive decoder's", async () => {
  const report = await jsonOf("v8.log");
  expect(Object.keys(report)).toEqual([
    "schema",
    "node",
    "recorder",
    "exact",
    "ticks",
    "busyTicks",
    "lines",
    "functions",
    "others",
    "advice",
    "problems",
  ]);
  expect(Object.keys(report.lines[0] ?? {})).toEqual([
    "file",
    "line",
    "selfTicks",
    "withLibrariesTicks",
    "chargedTicks",
    "totalTicks",
    "repairedTicks",
    "inferred",
  ]);
  expect(Object.keys(report.functions[0] ?? {})).toEqual([
    "file",
    "line",
    "column",
    "name",
    "selfTicks",
    "withLibrariesTicks",
    "chargedTicks",
    "totalTicks",
  ]);
  expect(report).toMatchObject({ schema: 1, node: process.versions.node.split(".")[0], recorder: "exact", exact: true, problems: [] });
  const expected: Record<string, number> = {};
  const ticks = oracleTicks(readFileSync(path.join(app, "v8.log"), "latin1"));
  for (const { frames, state } of ticks) {
    if (state === 1 || state >= 7) continue;
    const lines = new Set(
      frames.map((frame) => /^(?:file:\/\/)?(\/.*app\.js) (\d+):\d+$/.exec(frame)).map((match) => match?.slice(1, 3).join(":")),
    );
    for (const line of lines) if (line !== undefined) expected[line] = (expected[line] ?? 0) + 1;
  }
  const own = report.lines.filter(({ file }) => file === path.join(app, "app.js"));
  const plain = own.map(({ file, line, totalTicks, repairedTicks }) => [`${file}:${line}`, totalTicks - repairedTicks] as const);
  expect(Object.fromEntries(plain.filter(([, total]) => total > 0))).toEqual(expected);
  expect(own.some(({ repairedTicks }) => repairedTicks > 0)).toBe(true);
  const sumOfSelf = report.lines.reduce((sum, { selfTicks }) => sum + selfTicks, 0);
  expect(sumOfSelf).toBeLessThanOrEqual(report.busyTicks);
  for (const { selfTicks, withLibrariesTicks, totalTicks } of own) {
    expect(selfTicks).toBeLessThanOrEqual(withLibrariesTicks);
    expect(withLibrariesTicks).toBeLessThanOrEqual(totalTicks);
  }
});

test("a file's format is detected by its content, gzipped or not", async () => {
  for (const name of ["v8.log", "app.cpuprofile"]) {
    const packed = path.join(folder, `${name.slice(0, 2)}-packed`);
    writeFileSync(packed, gzipSync(readFileSync(path.join(app, name))));
    expect(await jsonOf(packed)).toEqual(await jsonOf(name));
  }
});

test("a .cpuprofile: functions and innermost lines, with inferred lines marked", async () => {
  const report = await jsonOf("app.cpuprofile");
  expect(report).toMatchObject({ recorder: "inspector", exact: false, node: "" });
  const search = report.functions.find(({ name }) => name === "search");
  expect(search).toMatchObject({ file: path.join(app, "app.js"), line: 4, column: 15 });
  expect(search?.totalTicks).toBeGreaterThan(report.busyTicks / 2);
  const call = report.lines.find(({ file, line }) => file.endsWith("app.js") && line === 15);
  expect(call?.totalTicks).toBeGreaterThan(report.busyTicks / 2);
  expect(call?.inferred).toBe(true);
});

test("for a log without source positions the report says so", async () => {
  const log = readFileSync(path.join(app, "v8.log"), "latin1");
  const bare = log
    .split("\n")
    .filter((line) => !/^(code-source-info|script-source),/.test(line))
    .join("\n");
  writeFileSync(path.join(folder, "bare.log"), bare, "latin1");
  const report = await jsonOf(path.join(folder, "bare.log"));
  expect(report.exact).toBe(false);
  expect(report.functions.some(({ name, totalTicks }) => name === "main" && totalTicks > report.busyTicks / 2)).toBe(true);
  expect(report.problems.map(({ message }) => message)).toContain(
    "The V8 log has no source positions, so only functions have costs. Record it with --log-source-position.",
  );
});

test("the text output has the hot functions and the annotated source, in colours only if they are wanted", async () => {
  const { out, code } = await cli.run(["report", "v8.log", "--top", "3"], { cwd: app, env: { NO_COLOR: "", FORCE_COLOR: "" } });
  expect(code).toBe(0);
  expect(out).toMatch(/^v8\.log\nV8 log · Node \d+ · [\d,]+ samples of /);
  expect(out).toMatch(/\n\S+ +\d+\.\d % +\d+\.\d % {2}\w+ +app\.js:\d+\n/);
  expect(out).toMatch(/\n\S+ +\d+\.\d % +\d+\.\d % +≈? *2 │ {3}return a === b;\n/);
  expect(out).not.toContain("\u001B");
  const coloured = await cli.run(["report", "v8.log"], { cwd: app, env: { FORCE_COLOR: "1" } });
  expect(coloured.out).toContain("\u001B[38;5;");
});

test("--filter and --top limit what is shown", async () => {
  const own = await jsonOf("v8.log", "--filter", "own");
  expect(new Set(own.lines.map(({ file }) => file))).toEqual(new Set([path.join(app, "app.js")]));
  const node = await jsonOf("v8.log", "--filter=node,deps", "--top=2");
  expect(node.functions).toHaveLength(2);
  expect(node.functions.every(({ file }) => file.startsWith("node:"))).toBe(true);
});

test("moved sources are found under --source, and are own code there; without it in the working folder, and the report says so", async () => {
  const [old, now] = [path.join(folder, "old"), path.join(folder, "now")];
  cpSync(app, old, { recursive: true });
  execFileSync(process.execPath, ["--cpu-prof", "--cpu-prof-name=moved.cpuprofile", path.join(old, "app.js")], { cwd: folder });
  renameSync(old, now);
  const here = await jsonOf(path.join(folder, "moved.cpuprofile"));
  expect(here.lines.some(({ file }) => file === path.join(app, "app.js"))).toBe(true);
  expect(here.problems.map(({ message }) => message)).toContainEqual(expect.stringContaining(`${old} → ${app}.`));
  const found = await jsonOf(path.join(folder, "moved.cpuprofile"), "--source", now);
  expect(found.lines.some(({ file, withLibrariesTicks }) => file === path.join(now, "app.js") && withLibrariesTicks > 0)).toBe(true);
  const { out } = await cli.run(["report", path.join(folder, "moved.cpuprofile"), "--source", now], { cwd: folder });
  expect(out).toContain("│     if (compare(text, wanted)) found++;");
});

test("--path-mapping gives the local folders of an app that ran elsewhere; its sources are read there and are own code", async () => {
  const [there, here] = [path.join(folder, "there"), path.join(folder, "here")];
  cpSync(app, there, { recursive: true });
  const profilerFlags = ["--no-turbo-inlining", "--cpu-prof", "--cpu-prof-name=mapped.cpuprofile"];
  execFileSync(process.execPath, [...profilerFlags, path.join(there, "app.js")], { cwd: folder });
  execFileSync(process.execPath, [...tickLogFlags, "--logfile=mapped.log", path.join(there, "app.js")], { cwd: folder });
  renameSync(there, here);
  const mapping = ["--path-mapping", "/usr/src=/", "--path-mapping", `${there}=${here}`];
  for (const name of ["mapped.cpuprofile", "mapped.log"]) {
    const report = await jsonOf(path.join(folder, name), ...mapping);
    const lines = report.lines.filter(({ file }) => file === path.join(here, "app.js"));
    // Only own code has attributed ticks, so the file counts as own code.
    const ownTicks = lines.reduce((sum, { withLibrariesTicks }) => sum + withLibrariesTicks, 0);
    expect(ownTicks).toBeGreaterThan(report.busyTicks / 2);
    // The .cpuprofile has no lines of callers: they are inferred from the source.
    expect(lines.find(({ line }) => line === 15)?.totalTicks).toBeGreaterThan(report.busyTicks / 2);
    expect(report.lines.some(({ file }) => file === path.join(there, "app.js"))).toBe(false);
  }
  const { out } = await cli.run(["report", path.join(folder, "mapped.cpuprofile"), ...mapping], { cwd: app });
  expect(out).toContain("│     if (compare(text, wanted)) found++;");
  const lost = await cli.run(["report", "v8.log", "--path-mapping", "/usr/src/app=nowhere"], { cwd: app });
  expect([lost.code, lost.err]).toEqual([1, `heatline: The folder ${path.join(app, "nowhere")} does not exist. Correct --path-mapping.\n`]);
});

test("lines are those of the sources in a source map", async () => {
  const typed = path.join(folder, "typed");
  mkdirSync(path.join(typed, "src"), { recursive: true });
  writeFileSync(
    path.join(typed, "src/hot.ts"),
    `interface Unused {\n  readonly a: number;\n}\n\n${program.replaceAll("(list, wanted)", "(list: string[], wanted: string)").replace("found += search(list: string[], wanted: string)", "found += search(list, wanted)")}`,
  );
  await build({
    entryPoints: [path.join(typed, "src/hot.ts")],
    outfile: path.join(typed, "dist/app.js"),
    bundle: true,
    minify: true,
    platform: "node",
    sourcemap: true,
    logLevel: "error",
  });
  execFileSync(process.execPath, [...tickLogFlags, "--logfile=v8.log", "dist/app.js"], { cwd: typed });
  const { out } = await cli.run(["report", "v8.log", "--json"], { cwd: typed });
  const report = JSON.parse(out) as JsonReport;
  const hot = report.lines[0];
  expect(hot?.file).toBe(path.join(typed, "src/hot.ts"));
  expect([6, 10, 11]).toContain(hot?.line);
  expect(report.functions.find(({ name }) => name === "search")).toMatchObject({ file: path.join(typed, "src/hot.ts"), line: 8 });
});

test("the reader of a pipe may stop reading", async () => {
  const child = spawn("sh", ["-c", `"${process.execPath}" "${cli.file}" report v8.log --json | head -c 20`], { cwd: app });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  await new Promise((resolve) => child.once("close", resolve));
  expect(err).toBe("");
});

test.each([
  ["missing.cpuprofile", undefined, "missing.cpuprofile does not exist. Check the path."],
  ["empty.cpuprofile", "", "empty.cpuprofile is empty. Record it again."],
  [
    "foreign.cpuprofile",
    "\u0001\u0002 nothing known",
    "foreign.cpuprofile is not a profile that Heatline can read. It opens its own runs, and: .cpuprofile, 0x ticks, austin samples, collapsed stacks, DevTools trace, Firefox or samply profile, GraalVM CPU sampler, Hermes trace, OpenTelemetry profile, perf script output, pprof, preprocessed V8 log, Pyroscope flame graph, speedscope, V8 log (node --prof) (also as .gz).",
  ],
  ["cut.cpuprofile", '{"nodes":[{"id":1', "cut.cpuprofile is cut short or damaged: it is not valid JSON. Record it again."],
  [
    "other.json",
    '{"a":1}',
    "other.json is a JSON file, but none of the profiles that Heatline reads. Record a CPU profile and open that: node --cpu-prof app.js",
  ],
  [
    "none.cpuprofile",
    '{"nodes":[],"samples":[],"timeDeltas":[]}',
    "none.cpuprofile has no samples. Record it again, for longer, while the app works.",
  ],
  [
    "broken.gz",
    gzipSync(`{"nodes":[${"1,".repeat(100_000)}`).subarray(0, 100),
    "broken.gz is damaged: unexpected end of file. Copy or record it again.",
  ],
])("%s: one line that says what to do, and exit code 1", async (name, content, message) => {
  if (content !== undefined) writeFileSync(path.join(folder, name), content);
  const { code, out, err } = await cli.run(["report", name, "--json"], { cwd: folder });
  expect(err).toBe(`heatline: ${message}\n`);
  expect([code, out]).toEqual([1, ""]);
});

test("a folder that is not a run is refused", async () => {
  const { code, err } = await cli.run(["report", app]);
  expect([code, err]).toEqual([1, `heatline: ${app} is not a Heatline run. Open a folder that Heatline wrote, or record a new run.\n`]);
});

test.each([
  [[], /^heatline \d/],
  [["frobnicate"], /There is no command “frobnicate”\. Commands: record, /],
  [["reprot", "a"], /There is no command “reprot”\. Did you mean report\? Commands: /],
  [["report"], /Name a profile or a run/],
  [["report", "a", "b"], /“b” is a second/],
  [["report", "a", "--top", "many"], /--top must be a number/],
  [["report", "a", "--filter", "mine"], /--filter accepts own, deps, node, native, gc, program, compile, not “mine”/],
  [["report", "a", "--path-mapping", "/usr/src/app"], /--path-mapping must look like .* not “\/usr\/src\/app”/],
  [["report", "a", "--path-mapping", "=."], /--path-mapping must look like /],
  [["report", "a", "--nope"], /Unknown option '--nope'\. See heatline report --help/],
  [["compare", "a", "--fail-abov", "3"], /Unknown option '--fail-abov'\. Did you mean --fail-above\? See heatline compare --help/],
  [["report", "a", "--hlep"], /Unknown option '--hlep'\. Did you mean --help\?/],
  [["record", "node", "app.js"], /Put the app's command after --/],
  [["record", "--load", "3000", "--", "node", "app.js"], /--load must be a URL/],
  [["record", "--recorder", "magic", "--", "node", "app.js"], /--recorder must be exact or inspector/],
])("wrong usage: %j", async (args, message) => {
  const { code, out, err } = await cli.run(args);
  expect(err).toMatch(message);
  expect([code, out]).toEqual([2, ""]);
});

test("--help and --version are printed", async () => {
  expect((await cli.run(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const args of [["--help"], ["report", "--help"], ["record", "-h"], ["compare", "--help"]]) {
    const { code, out, err } = await cli.run(args);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Usage: heatline ");
  }
  expect(readdirSync(folder)).not.toContain("heatline-runs");
});

test("code without a file has its own rows, and every busy tick is in a row", async () => {
  writeFileSync(path.join(folder, "names.txt"), "main;parse 3\nmain;collect 2\n(garbage collector) 5\n");
  const report = await jsonOf(path.join(folder, "names.txt"));
  expect(report.others).toEqual([
    { name: "(garbage collector)", kind: "gc", selfTicks: 5, totalTicks: 5 },
    { name: "parse", kind: "native", selfTicks: 3, totalTicks: 3 },
    { name: "collect", kind: "native", selfTicks: 2, totalTicks: 2 },
    { name: "main", kind: "native", selfTicks: 0, totalTicks: 5 },
  ]);
  for (const file of ["v8.log", "app.cpuprofile"]) {
    const { functions, others, busyTicks } = await jsonOf(file);
    expect([...functions, ...others].reduce((sum, { selfTicks }) => sum + selfTicks, 0)).toBeCloseTo(busyTicks, 6);
  }
  const { out } = await cli.run(["report", path.join(folder, "names.txt")]);
  expect(out).toContain("made of native code 50.0 %, garbage collection 50.0 %");
  expect(out).toMatch(/50\.0 % +50\.0 % {2}\(garbage collector\) +garbage collection/);
  const filtered = await jsonOf(path.join(folder, "names.txt"), "--filter", "gc");
  expect(filtered.others.map(({ name }) => name)).toEqual(["(garbage collector)"]);
});
