import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { cacheFolder, repository } from "./workbench/installation.mjs";
import { collected, shown, wasInterrupted } from "./workbench/run-program.mjs";
import { runScript, SetupError } from "./workbench/setup-error.mjs";
import { cpuSeconds, spentLines } from "./workbench/spent-time.mjs";

/**
 * How many tests of a step passed and failed, and what is known of those that failed.
 * @typedef {{ passed: number, failed: number, failures?: readonly Failure[], repeated?: readonly Failure[] }} Count `repeated`: passed
 *   at the second attempt, with the error of the first
 */

/** @typedef {{ name: string, error: string }} Failure a test and its error */

/** @typedef {import("./workbench/run-program.mjs").Run} Run */

/**
 * A file in the report of Vitest.
 * @typedef {{ name: string, status: string, message: string, assertionResults: readonly TestResult[] }} TestFile
 */

/** @typedef {{ fullName: string, status: string, tags: readonly string[], failureMessages: readonly string[] }} TestResult */

/**
 * One part of `npm test`.
 * @typedef {object} Step
 * @property {string} name what `--only` calls it
 * @property {string} heading
 * @property {true | string} [beside] it starts at once, after others of the kind, or with the step of this name, and runs beside the steps before it; its
 *   output is printed when its turn comes
 * @property {readonly string[]} [needs] the steps without which it cannot run
 * @property {(run: Run) => Promise<Count>} run
 */

/** @type {readonly Step[]} */
const steps = [
  { name: "lint", heading: "Lint and format", run: asOne("npm", "run", "--silent", "lint") },
  // One core is enough for most of each of these three.
  { name: "types", heading: "Types", beside: true, run: asOne("npm", "run", "--silent", "types") },
  { name: "package", heading: "Build and package the extension", beside: true, run: asOne("npm", "run", "--silent", "package") },
  { name: "tools", heading: "Browser and load tools", beside: true, run: asOne("node", "test/workbench/ensure-tools.mjs") },
  { name: "unit", heading: "Unit tests", run: vitest("unit", "unit*") },
  { name: "pages", heading: "Pages in a browser", needs: ["tools"], run: vitest("pages") },
  {
    name: "downloads",
    heading: "VS Code, Node versions and package managers",
    beside: true,
    run: asOne("node", "test/workbench/ensure-downloads.mjs"),
  },
  {
    name: "wine",
    heading: "Wine and Node for Windows",
    beside: true,
    run: asOne("node", "test/windows/run.mjs", "--install"),
  },
  {
    name: "protocol",
    heading: "Real processes: adapter, server, command, recording, load, samples",
    needs: ["tools", "downloads", "package"],
    run: vitest("protocol", "protocol*"),
  },
  {
    name: "measured",
    heading: "What measures, one file at a time: exactness, waits, the samples' faults",
    needs: ["tools", "downloads"],
    run: vitest("measured"),
  },
  {
    name: "windows",
    heading: "Node for Windows: adapter, server, command, recording, load",
    // One process at a time works there, and what measures leaves a core idle.
    beside: "measured",
    needs: ["wine", "package"],
    run: (run) => counted("windows", "node", "test/windows/run.mjs", ...(isAll() ? [] : ["--node", "22", "--few"]))(run),
  },
  {
    name: "e2e",
    heading: "User journeys in a real VS Code",
    needs: ["tools", "downloads", "package"],
    run: vitest("e2e"),
  },
];

/** The tag of the tests that only `npm run test:all` runs. */
const thorough = "thorough";

const isAll = () => process.env["HEATLINE_TEST_ALL"] === "1";

async function main() {
  const { values } = parseArgs({ options: { only: { type: "string" }, all: { type: "boolean" } } });
  const chosen = chooseSteps(values.only);
  if (values.all) {
    process.env["HEATLINE_TEST_ALL"] = "1";
    // A minute for each kind of input, with another seed each time; inputs that fail are saved as files.
    process.env["HEATLINE_FUZZ_SECONDS"] ??= "60";
    process.env["HEATLINE_FUZZ_SEED"] ??= String(Math.floor(Date.now() / 1000));
  }
  await mkdir(cacheFolder, { recursive: true });
  const shared = await mkdtemp(path.join(cacheFolder, "shared-"));
  process.env["HEATLINE_SHARED"] = shared;
  try {
    await runAll(chosen);
  } finally {
    await rm(shared, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** @param {readonly Step[]} chosen */
async function runAll(chosen) {
  const [started, cpuBefore] = [performance.now(), cpuSeconds()];
  const beside = new Beside();
  for (const step of chosen.filter((each) => each.beside === true)) beside.start(step);
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const failedSteps = [];
  /** @type {Failure[]} */
  const failures = [];
  /** @type {Failure[]} */
  const repeated = [];
  /** @type {string[]} */
  const times = [];
  /** @param {Step} step */
  const lackedBy = (step) => step.needs?.find((name) => failedSteps.includes(name));
  for (const step of chosen) {
    for (const other of chosen) if (other.beside === step.name && lackedBy(other) === undefined) beside.start(other);
    console.log(`\n── ${step.heading} (${step.name}) ${"─".repeat(Math.max(0, 90 - step.heading.length - step.name.length))}`);
    const lacking = lackedBy(step);
    if (lacking !== undefined) {
      console.log(`It needs "${lacking}" and was not run.`);
      failedSteps.push(step.name);
      continue;
    }
    const { count, seconds } = await (beside.result(step) ?? timed(step, shown));
    if (wasInterrupted()) break;
    total.passed += count.passed;
    total.failed += count.failed;
    times.push(`${step.name} ${seconds.toFixed(0)} s`);
    console.log(`${step.name}: ${count.passed} passed, ${count.failed} failed, ${seconds.toFixed(1)} s`);
    if (count.failed > 0) failedSteps.push(step.name);
    /** @param {Failure} failure */
    const ofStep = ({ name, error }) => ({ name: `${step.name}: ${name}`, error });
    failures.push(...(count.failures ?? []).map(ofStep));
    repeated.push(...(count.repeated ?? []).map(ofStep));
  }
  for (const each of repeated) printFailure("≈ passed at the second attempt:", each);
  for (const each of failures) printFailure("✗", each);
  console.log(`\nScreenshots: ${path.join(path.relative(process.cwd(), cacheFolder), "artifacts")}/*.png`);
  console.log(times.join(", "));
  if (wasInterrupted()) {
    console.log("Interrupted.");
    process.exitCode = 1;
  }
  if (failedSteps.length > 0) {
    console.log(`Failed: ${failedSteps.join(", ")}. One alone: npm test -- --only ${failedSteps.at(-1)}`);
    process.exitCode = 1;
  }
  const cpuMinutes = cpuBefore === undefined ? undefined : ((cpuSeconds() ?? Number.NaN) - cpuBefore) / 60;
  const isWhole = chosen === steps && !isAll();
  for (const line of spentLines(cpuMinutes, (performance.now() - started) / 60_000, isWhole)) console.log(line);
  console.log(`${total.passed} passed, ${total.failed} failed`);
}

/**
 * @param {string} mark
 * @param {Failure} failure
 */
function printFailure(mark, { name, error }) {
  console.log(`\n${mark} ${name}\n${error.slice(0, 2000).replace(/^/gm, "    ")}`);
}

/**
 * The steps that were asked for, and those that they need.
 * @param {string | undefined} only
 * @returns {readonly Step[]}
 */
function chooseSteps(only) {
  if (only === undefined) return steps;
  const names = only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no step "${unknown}" for --only. The steps are: ${steps.map((step) => step.name).join(", ")}`);
  }
  const needed = new Set([...names, ...steps.filter(({ name }) => names.includes(name)).flatMap(({ needs = [] }) => needs)]);
  return steps.filter(({ name }) => needed.has(name));
}

/** The steps that run beside others. The output of each is printed when its turn comes. */
class Beside {
  /** @type {Map<Step, Promise<{ output: string, count: Count, seconds: number }>>} */
  #started = new Map();
  /** @type {Promise<unknown>} */
  #before = Promise.resolve();

  /** @param {Step} step */
  start(step) {
    let output = "";
    const run = collected((text) => (output += text));
    const done = this.#before.then(async () => ({ ...(await timed(step, run)), output }));
    this.#before = done;
    this.#started.set(step, done);
  }

  /**
   * Undefined if it was not started.
   * @param {Step} step
   */
  result(step) {
    return this.#started.get(step)?.then(({ output, ...result }) => {
      console.log(output.trimEnd());
      return result;
    });
  }
}

/**
 * @param {Step} step
 * @param {Run} run
 */
async function timed(step, run) {
  const started = performance.now();
  const count = wasInterrupted() ? { passed: 0, failed: 0 } : await step.run(run);
  return { count, seconds: (performance.now() - started) / 1000 };
}

/**
 * A step that counts as one test, which passes if the program succeeds.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Step["run"]}
 */
function asOne(program, ...args) {
  return async (run) => ((await run(program, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

/**
 * Runs one project of Vitest, or those whose names match, and counts its tests from its own report. A file that could not be loaded, a run that
 * ended badly and a project without tests each count as a failure.
 * @param {string} name of the report
 * @param {string} [projects]
 * @returns {Step["run"]}
 */
function vitest(name, projects = name) {
  return async (run) => {
    const report = path.join(cacheFolder, "reports", `${name}.json`);
    await mkdir(path.dirname(report), { recursive: true });
    await rm(report, { force: true });
    const args = ["--import", "./test/node-20.mjs", "node_modules/vitest/vitest.mjs", "run", "--project", projects];
    const whole = isAll() ? [] : await thoroughFiles();
    const chosen = isAll() ? [] : [`--tags-filter=!${thorough}`, ...whole.map((file) => `--exclude=${file}`)];
    const ended = await run("node", [...args, ...chosen, "--reporter=default", "--reporter=json", `--outputFile=${report}`]);
    const text = await readFile(report, "utf8").catch(() => "{}");
    const { numPassedTests: passed = 0, numFailedTests = 0, testResults = [] } = JSON.parse(text);
    const files = /** @type {readonly TestFile[]} */ (testResults);
    const unloaded = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
    const notRun = files.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => !["passed", "failed"].includes(status)));
    const skipped = notRun.filter(({ tags }) => isAll() || !tags.includes(thorough));
    const failed = numFailedTests + skipped.length + unloaded.length;
    if (skipped.length > 0) console.log(`${skipped.length} tests were skipped, which counts as failed.`);
    if (notRun.length > skipped.length)
      console.log(`${notRun.length - skipped.length} more tests of these files run with npm run test:all.`);
    if (passed + failed === 0) console.log(`Not one test ran in "${name}", which counts as a failure.`);
    return {
      passed,
      failed: failed > 0 || (ended && passed > 0) ? failed : 1,
      failures: files.flatMap(failuresIn),
      repeated: files.flatMap(repeatedIn),
    };
  };
}

/** Files of which all tests are thorough: loading one takes a second. A project that excludes files by itself does not heed them. */
async function thoroughFiles() {
  const names = await readdir(import.meta.dirname, { recursive: true });
  const files = names.filter((name) => name.endsWith(".test.ts")).map((name) => `test/${name.replaceAll(path.sep, "/")}`);
  const texts = await Promise.all(files.map((file) => readFile(path.join(repository, file), "utf8")));
  return files.filter((_file, index) => texts[index]?.startsWith(`// @module-tag ${thorough}\n`));
}

/**
 * What failed in a file, with the path of that file.
 * @param {TestFile} file
 * @returns {readonly Failure[]}
 */
function failuresIn({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === "failed").map((test) => failureOf(name, test));
  return status === "failed" && tests.length === 0 ? [{ name: path.relative(repository, name), error: message }] : tests;
}

/**
 * What passed in a file, but not at once.
 * @param {TestFile} file
 * @returns {readonly Failure[]}
 */
function repeatedIn({ name, assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map((test) => failureOf(name, test));
}

/**
 * @param {string} file
 * @param {TestResult} test
 * @returns {Failure}
 */
function failureOf(file, { fullName, failureMessages }) {
  return { name: `${path.relative(repository, file)}: ${fullName}`, error: failureMessages.join("\n") };
}

/**
 * A program that writes its own count to `.cache/reports`; one that wrote none has failed.
 * @param {string} report
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Step["run"]}
 */
function counted(report, program, ...args) {
  return async (run) => {
    const file = path.join(cacheFolder, "reports", `${report}.json`);
    await rm(file, { force: true });
    const ended = await run(program, args);
    const text = await readFile(file, "utf8").catch(() => "{}");
    const { passed = 0, failed = 1, failures = [], repeated = [] } = JSON.parse(text);
    return { passed, failed: ended ? failed : Math.max(1, failed), failures, repeated };
  };
}

await runScript(main);
