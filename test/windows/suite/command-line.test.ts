import assert from "node:assert/strict";
import { copyFile, readdir } from "node:fs/promises";
import path from "node:path";
import { appsFolder } from "../../drivers/adapter/dap-client.ts";
import { heatline, hottestLine, reportOf, runNode } from "./command.ts";
import { test } from "./windows-test.ts";

const logFlags = ["--prof", "--log-source-position", "--no-sparkplug", "--no-logfile-per-isolate"];

async function logOfScript(folder: string, name = "v8.log"): Promise<void> {
  await copyFile(path.join(appsFolder, "script.js"), path.join(folder, "script.js"));
  const { code, err } = await runNode([...logFlags, `--logfile=${name}`, "script.js"], folder);
  assert.equal(code, 0, err);
}

test("a V8 log made on Windows has the planted line first, at its place on the drive", async (folder) => {
  await logOfScript(folder);
  const report = await reportOf("v8.log", folder);
  assert.equal(hottestLine(report), "script.js:5");
  assert.equal(path.resolve(report.lines[0]?.file ?? ""), path.join(folder, "script.js"));
  assert.deepEqual([report.recorder, report.exact], ["import", true]);
});

test("a .cpuprofile made on Windows has the planted line first", async (folder) => {
  await copyFile(path.join(appsFolder, "script.js"), path.join(folder, "script.js"));
  const { code, err } = await runNode(["--cpu-prof", "script.js"], folder);
  assert.equal(code, 0, err);
  const profile = (await readdir(folder)).find((name) => name.endsWith(".cpuprofile")) ?? "";
  assert.equal(hottestLine(await reportOf(profile, folder)), "script.js:5");
});

test("two logs made on Windows are compared, line by line", async (folder) => {
  await logOfScript(folder);
  await logOfScript(folder, "again.log");
  const { code, out, err } = await heatline(["compare", "v8.log", "again.log"], folder);
  assert.equal(code, 0, err);
  assert.match(out, /script\.js/);
});

test("the report for people shows the source with its heat", async (folder) => {
  await logOfScript(folder);
  const { code, out, err } = await heatline(["report", "v8.log"], folder);
  assert.equal(code, 0, err);
  assert.match(out, /5 │ {3}while \(performance\.now\(\) < end\)/);
});

test("what cannot be read is said in a sentence, with exit code 1; wrong usage has 2", async (folder) => {
  const missing = await heatline(["report", "missing.cpuprofile"], folder);
  assert.equal(missing.code, 1);
  assert.match(missing.err, /^heatline: .*missing\.cpuprofile/);
  assert.equal((await heatline(["report", "--no-such-option"], folder)).code, 2);
});
