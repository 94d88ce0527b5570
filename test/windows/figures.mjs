import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { repository } from "../workbench/installation.mjs";

const run = promisify(execFile);
const logFlags = ["--prof", "--log-source-position", "--no-sparkplug", "--no-logfile-per-isolate"];

/** Commands whose output must be the same everywhere; their input was made on Linux or, `v8.…`, on Windows. */
const commands = [
  ["report", "linux.log"],
  ["report", "linux.cpuprofile"],
  ["report", "linux-runs"],
  ["report", "v8.log.gz"],
  ["report", "v8.cpuprofile"],
  ["compare", "linux.log", "again.log"],
  ["compare", "v8.cpuprofile", "linux.cpuprofile"],
];

/** Puts profiles into the folder, and the output of the commands for them on Linux into `expected.json`. @param {string} folder */
export async function placeProfiles(folder) {
  // In another folder: at the original path wine would find files that a real Windows does not have.
  const made = `${folder}-made`;
  await cp(path.join(repository, "test/fixtures/windows-shop"), made, { recursive: true });
  await cp(path.join(import.meta.dirname, "apps/script.js"), path.join(made, "script.js"));
  const node = (/** @type {string[]} */ ...args) => run(process.execPath, args, { cwd: made });
  for (const name of ["linux", "again"]) await node(...logFlags, `--logfile=${name}.log`, "script.js");
  await node("--cpu-prof", "--cpu-prof-name=linux.cpuprofile", "script.js");
  await node(command, "record", "--out", "linux-runs", "--", "node", "script.js");
  await rename(made, folder);
  const expected = [];
  for (const args of commands) expected.push({ args, figures: await figuresHere(folder, args) });
  await writeFile(path.join(folder, "expected.json"), JSON.stringify(expected));
  await mkdir(path.join(folder, "windows-runs"));
}

/**
 * Throws unless the report of the run in `windows-runs` is the same on Linux as on Windows (`windows-runs.json`).
 * @param {string} folder
 */
export async function compareWithWindows(folder) {
  const there = /** @type {unknown} */ (JSON.parse(await readFile(path.join(folder, "windows-runs.json"), "utf8")));
  assert.deepEqual(await figuresHere(folder, ["report", "windows-runs"]), there);
}

/**
 * The output of a report or a comparison without file folders, which differ between machines.
 * @param {string} json
 * @returns {unknown}
 */
export function onlyFigures(json) {
  return JSON.parse(json, (key, /** @type {unknown} */ value) => {
    if (key === "file" && typeof value === "string") return value.split(/[\\/]/).at(-1);
    // Where the sources were found depends on the machine.
    if (key === "problems")
      return /** @type {{ code: string, count: number }[]} */ (value)
        .filter(({ code }) => !code.startsWith("sources."))
        .map(({ code, count }) => [code, count]);
    return value;
  });
}

const command = path.join(repository, "out/heatline.js");

/**
 * @param {string} folder
 * @param {readonly string[]} args
 */
async function figuresHere(folder, args) {
  const { stdout } = await run(process.execPath, [command, ...args, "--json"], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  return onlyFigures(stdout);
}
