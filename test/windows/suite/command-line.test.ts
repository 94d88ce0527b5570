import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonComparison } from "../../../language-server/reports/json-comparison.ts";
import { heatline, hottestLine, placeApps, reportOf, runNode } from "./command.ts";
import { test, thoroughTest } from "./windows-test.ts";

const logFlags = ["--prof", "--log-source-position", "--no-sparkplug", "--no-logfile-per-isolate"];

/** V8's log of the script, and the folder of both. */
async function logOfScript(folder: string, name = "v8.log"): Promise<string> {
  const apps = await placeApps(folder);
  const { code, err } = await runNode([...logFlags, `--logfile=${name}`, "script.js"], apps);
  assert.equal(code, 0, err);
  return apps;
}

/** The script's `.cpuprofile`, as text. */
async function profileOfScript(apps: string): Promise<string> {
  const name = "script.cpuprofile";
  const { code, err } = await runNode(["--cpu-prof", `--cpu-prof-name=${name}`, "script.js"], apps);
  assert.equal(code, 0, err);
  return readFile(path.join(apps, name), "utf8");
}

test("a V8 log made on Windows has the planted line first, at its place on the drive", async (folder) => {
  const apps = await logOfScript(folder);
  const report = await reportOf("v8.log", apps);
  assert.equal(hottestLine(report), "script.js:5");
  assert.equal(path.resolve(report.lines[0]?.file ?? ""), path.join(apps, "script.js"));
  assert.deepEqual([report.recorder, report.exact], ["exact", true]);
});

test("a .cpuprofile made on Windows has the planted line first", async (folder) => {
  const apps = await placeApps(folder);
  await profileOfScript(apps);
  assert.equal(hottestLine(await reportOf("script.cpuprofile", apps)), "script.js:5");
});

test("a .cpuprofile made on Linux opens by the ends of its sources' paths, which is said, or by a path mapping", async (folder) => {
  const apps = await placeApps(folder);
  const text = await profileOfScript(apps);
  const profile = path.join(folder, "linux.cpuprofile");
  await writeFile(profile, text.replaceAll(pathToFileURL(apps).href, "file:///home/me/app"));
  const open = async (cwd: string, ...options: readonly string[]): Promise<string> => {
    const report = await reportOf(profile, cwd, options);
    assert.equal(hottestLine(report), "script.js:5");
    assert.equal(path.resolve(cwd, report.lines[0]?.file ?? ""), path.join(apps, "script.js"));
    return report.problems.map(({ message }) => message).join("\n");
  };
  const said = await open(apps);
  assert.ok(said.includes(`/home/me/app → ${apps.replaceAll("\\", "/")}.`), said);
  const saidWithMapping = await open(folder, "--path-mapping", `/home/me/app=${apps}`);
  assert.ok(!saidWithMapping.includes("→"), saidWithMapping);
});

thoroughTest("two logs made on Windows are compared, line by line", async (folder) => {
  await logOfScript(folder);
  const apps = await logOfScript(folder, "again.log");
  const { code, out, err } = await heatline(["compare", "v8.log", "again.log", "--json"], apps);
  assert.equal(code, 0, err);
  const places = (JSON.parse(out) as JsonComparison).lines.map(({ beforeAt, afterAt }) =>
    [beforeAt, afterAt].map((at) => `${at?.file}:${at?.line}`),
  );
  const burning = `${path.join(apps, "script.js").replaceAll("\\", "/")}:5`;
  assert.ok(
    places.some((both) => both.every((place) => place === burning)),
    JSON.stringify(places),
  );
});

test("the report for people shows the source with its heat", async (folder) => {
  const apps = await logOfScript(folder);
  const { code, out, err } = await heatline(["report", "v8.log"], apps);
  assert.equal(code, 0, err);
  assert.match(out, /5 │ {3}while \(process\.cpuUsage\(\)\.user < end\)/);
});

test("what cannot be read is said in a sentence, with exit code 1; wrong usage has 2", async (folder) => {
  const missing = await heatline(["report", "missing.cpuprofile"], folder);
  assert.equal(missing.code, 1);
  assert.match(missing.err, /^heatline: .*missing\.cpuprofile/);
  assert.equal((await heatline(["report", "--no-such-option"], folder)).code, 2);
});
