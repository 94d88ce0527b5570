import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureTools } from "./workbench/ensure-tools.mjs";
import { cacheFolder, installWorkbench, repository } from "./workbench/installation.mjs";
import { runScript, SetupError } from "./workbench/setup-error.mjs";

/**
 * How many tests of a step passed and failed.
 * @typedef {{ passed: number, failed: number }} Count
 */

/**
 * One part of `npm test`.
 * @typedef {object} Step
 * @property {string} name what `--only` calls it
 * @property {string} heading
 * @property {boolean} [setUp] nothing after it can run when it fails
 * @property {() => Promise<Count>} run
 */

/** @type {readonly Step[]} */
const steps = [
  { name: "tools", heading: "Browser, load tools and VS Code", setUp: true, run: () => asOne(prepare) },
  { name: "package", heading: "Build and package the extension", setUp: true, run: () => asOne(() => npmRun("package")) },
  { name: "lint", heading: "Lint", run: () => asOne(() => bin("oxlint", ["--type-aware", "--deny-warnings"])) },
  { name: "format", heading: "Format", run: () => asOne(() => bin("prettier", ["--check", "--log-level=warn", "."])) },
  { name: "types", heading: "Types", run: () => asOne(() => bin("tsc", ["-b"])) },
  { name: "unit", heading: "Unit tests", run: () => vitest("unit") },
  { name: "protocol", heading: "Real processes: adapter, server, recording, load, samples", run: () => vitest("protocol") },
  { name: "e2e", heading: "User journeys in a real VS Code", run: () => vitest("e2e") },
];

/** Whether somebody asked us to end while a step ran. */
let interrupted = false;

async function main() {
  const chosen = chooseSteps();
  /** @type {Count} */
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const failures = [];
  for (const step of chosen) {
    console.log(`\n── ${step.heading} (${step.name}) ${"─".repeat(Math.max(0, 90 - step.heading.length - step.name.length))}`);
    const started = performance.now();
    const count = await step.run();
    if (interrupted) break;
    total.passed += count.passed;
    total.failed += count.failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${step.name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
    if (count.failed > 0) failures.push(step.name);
    if (count.failed > 0 && step.setUp) {
      console.log(`The steps after "${step.name}" need it and were not run.`);
      break;
    }
  }
  console.log(`\nScreenshots: ${path.join(path.relative(process.cwd(), cacheFolder), "artifacts")}/*.png`);
  if (interrupted) {
    console.log("Interrupted.");
    process.exitCode = 1;
  }
  if (failures.length > 0) {
    console.log(`Failed: ${failures.join(", ")}. One alone: npm test -- --only ${failures.at(-1)}`);
    process.exitCode = 1;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
}

/** @returns {readonly Step[]} */
function chooseSteps() {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  if (values.only === undefined) return steps;
  const names = values.only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new SetupError(`--only knows no "${unknown}", but: ${steps.map((step) => step.name).join(", ")}`);
  }
  const needSetUp = names.includes("protocol") || names.includes("e2e");
  return steps.filter((step) => names.includes(step.name) || (step.setUp && needSetUp));
}

async function prepare() {
  await ensureTools();
  await installWorkbench("latest");
  await installWorkbench("oldest");
  return true;
}

/**
 * A step that is one test.
 * @param {() => Promise<boolean>} action
 * @returns {Promise<Count>}
 */
async function asOne(action) {
  try {
    if (await action()) return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
  }
  return { passed: 0, failed: 1 };
}

/**
 * Runs one project of Vitest and counts its tests from its own report. A file that could not be loaded, a run that
 * ended badly and a project without tests each count as a failure.
 * @param {string} project
 * @returns {Promise<Count>}
 */
async function vitest(project) {
  const report = path.join(cacheFolder, "reports", `${project}.json`);
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  const ended = await node(
    ["--import", "./test/node-20.mjs", "node_modules/vitest/vitest.mjs", "run", "--project", project],
    ["--reporter=default", "--reporter=json", `--outputFile=${report}`],
  );
  const text = await readFile(report, "utf8").catch(() => "{}");
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests = 0, testResults = [] } = JSON.parse(text);
  const unloaded = testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = numFailedTests + numPendingTests + unloaded.length;
  if (numPendingTests > 0) console.log(`${numPendingTests} tests were skipped, which counts as failed.`);
  if (passed + failed === 0) console.log(`Not one test ran in "${project}", which counts as a failure.`);
  return { passed, failed: failed > 0 || (ended && passed > 0) ? failed : 1 };
}

/** @param {string} script */
function npmRun(script) {
  return run("npm", ["run", "--silent", script]);
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 */
function bin(name, args) {
  return run(path.join(repository, "node_modules/.bin", name), args);
}

/** @param {readonly (readonly string[])[]} args */
function node(...args) {
  return run(process.execPath, args.flat());
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether it ended well
 */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: repository, stdio: ["ignore", "inherit", "inherit"] });
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      interrupted = true;
      child.kill(signal);
    };
    process.on("SIGINT", pass).on("SIGTERM", pass);
    child.on("error", reject).on("close", (code) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      resolve(code === 0);
    });
  });
}

await runScript(main);
