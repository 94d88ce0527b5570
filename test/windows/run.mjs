import { statSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureTools, wine as wineTool } from "../workbench/ensure-tools.mjs";
import { installPackages } from "../workbench/installed-packages.mjs";
import { cacheFolder, repository } from "../workbench/installation.mjs";
import { runScript } from "../workbench/setup-error.mjs";
import { bundleSuite } from "./bundle.mjs";
import { compareWithWindows, placeProfiles } from "./figures.mjs";
import { installWindows, windowsFolder } from "./installation.mjs";
import { windowsPath } from "./wine.mjs";

/**
 * `npm run test:windows`: the bundles in out/ under Node for Windows, in wine. `--only record,load-tool` runs these files, `--node 20` this Node;
 * `--few` leaves out what is thorough and repeats what fails once, as `npm test` does; `--install` only gets what it needs.
 */

/** A file takes one to two minutes, but more than ten on a machine with a load of 35. A silent driver is ended earlier. */
const perFileMs = 1_200_000;
/** The driver ends a test after two minutes. If it is silent for longer, wine has not reported to it that its processes have ended. */
const silentMs = 200_000;

/**
 * Files that test Windows rather than differences between Node versions, or that take long: only run on the newest version, unless another
 * one is asked for.
 */
const onNewest = new Set(["faults", "figures", "ground-truth", "load-tool", "npm-package", "package-managers", "passes", "refused-pipe"]);

/** Files whose tests are all thorough. */
const thorough = new Set(["package-managers"]);

/**
 * @typedef {{ planned: number } | { name: string, first: string } | { name: string, error?: string, seconds: number }} Line of what the
 *   suite writes; `first` is the error of a first attempt, which a second follows
 */
/** @typedef {{ name: string, error: string }} Failure */

async function main() {
  const { values } = parseArgs({
    options: { only: { type: "string" }, node: { type: "string" }, few: { type: "boolean", default: false }, install: { type: "boolean" } },
  });
  await ensureTools([wineTool]);
  const { wine, nodes } = await installWindows();
  if (values.install) return;
  // Wine's processes belong to its server, and would go on.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void wine.end().then(() => process.exit(1)));
  const files = (await readdir(path.join(import.meta.dirname, "suite"))).filter((name) => name.endsWith(".test.ts"));
  const names = files.map((file) => file.replace(/\.test\.ts$/, "")).filter((name) => values.only?.split(",").includes(name) ?? true);
  const work = path.join(windowsFolder, "work");
  await rm(work, { recursive: true, force: true });
  await mkdir(path.join(work, "temp"), { recursive: true });
  await bundleSuite(names, work);
  const figures = path.join(work, "figures");
  if (names.includes("figures")) await placeProfiles(figures);
  const total = { passed: 0, failed: 0, failures: /** @type {Failure[]} */ ([]), repeated: /** @type {Failure[]} */ ([]) };
  try {
    for (const node of nodes.filter(({ version }) => values.node === undefined || version.startsWith(`${values.node}.`))) {
      for (const name of names.filter((name) => node === nodes.at(-1) || values.node !== undefined || !onNewest.has(name))) {
        if (values.few && thorough.has(name)) continue;
        console.log(`\nNode ${node.version} for Windows: ${name}`);
        const { passed, failed, failures, repeated } = await runFile(wine, node, name, work, values.few);
        total.passed += passed;
        total.failed += failed;
        total.failures.push(...failures);
        total.repeated.push(...repeated);
        if (name !== "figures" || failed > 0) continue;
        await compareWithWindows(figures);
        console.log("  ✓ a run recorded on Windows has the same figures on Linux");
        total.passed += 1;
      }
    }
  } finally {
    await wine.end();
  }
  const reports = path.join(cacheFolder, "reports");
  await mkdir(reports, { recursive: true });
  await writeFile(path.join(reports, "windows.json"), JSON.stringify(total));
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

/**
 * @param {import("./wine.mjs").Wine} wine
 * @param {import("./installation.mjs").WindowsNode} node
 * @param {string} name
 * @param {string} work
 * @param {boolean} few
 */
async function runFile(wine, node, name, work, few) {
  const results = path.join(work, `${name}-${node.version}.jsonl`);
  for (let attempt = 1; ; attempt += 1) {
    const { isSilent, ...outcome } = await runOnce(wine, node, name, work, few, results);
    if (!isSilent || attempt === 2) return outcome;
    console.log("  wine has hung the driver: the file is run once more");
  }
}

/**
 * @param {import("./wine.mjs").Wine} wine
 * @param {import("./installation.mjs").WindowsNode} node
 * @param {string} name
 * @param {string} work
 * @param {boolean} few
 * @param {string} results
 */
async function runOnce(wine, node, name, work, few, results) {
  /** @type {Promise<void> | undefined} */
  let silence;
  await writeFile(results, "");
  const watch = setInterval(() => {
    if (Date.now() - statSync(results).mtimeMs > silentMs) silence ??= wine.end();
  }, 5000);
  const output = path.join(work, `${name}-${node.version}.txt`);
  const packages = await installPackages("package-managers");
  const tsx = await installPackages("tsx");
  const { version } = JSON.parse(await readFile(path.join(repository, "package.json"), "utf8"));
  const code = await wine.run([windowsPath(path.join(node.folder, "node.exe")), windowsPath(path.join(work, `${name}.test.js`))], {
    output,
    limitMs: perFileMs,
    path: node.folder,
    env: {
      HEATLINE_RESULTS: windowsPath(results),
      HEATLINE_OUT: windowsPath(path.join(repository, "out")),
      HEATLINE_NPM_PACKAGE: windowsPath(path.join(cacheFolder, "npm", `heatline-${version}.tgz`)),
      HEATLINE_FIGURES: windowsPath(path.join(work, "figures")),
      HEATLINE_PACKAGES: windowsPath(packages),
      HEATLINE_TSX: windowsPath(tsx),
      HEATLINE_TEST_FEW: few ? "1" : "0",
      HEATLINE_TEMP: windowsPath(path.join(work, "temp")),
    },
  });
  clearInterval(watch);
  await silence;
  const text = await readFile(results, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  const [failures, repeated] = [/** @type {Failure[]} */ ([]), /** @type {Failure[]} */ ([])];
  let [planned, passed, failed] = [0, 0, 0];
  /** @type {string | undefined} */
  let first;
  for (const line of lines) {
    const result = /** @type {Line} */ (JSON.parse(line));
    if ("planned" in result) {
      planned = result.planned;
      continue;
    }
    if ("first" in result) {
      first = result.first;
      continue;
    }
    const error = result.error ?? first;
    const [mark, place] = result.error !== undefined ? ["✗", failures] : [first === undefined ? "✓" : "≈", repeated];
    first = undefined;
    if (result.error === undefined) passed += 1;
    else failed += 1;
    console.log(`  ${mark} ${result.name} (${result.seconds.toFixed(1)} s)`);
    if (error === undefined) continue;
    place.push({ name: `Node ${node.version}, ${name}: ${result.name}`, error });
    console.log(error.replace(/^/gm, "      "));
  }
  const missing = Math.max(planned - passed - failed, planned === 0 ? 1 : 0);
  if (missing > 0 || (code !== 0 && failed === 0)) {
    const error = `${missing} of ${planned} tests did not run: the driver ended with code ${code ?? "none"}. Its output:`;
    const said = (await readFile(output, "utf8")).slice(-4000);
    failures.push({ name: `Node ${node.version}, ${name}`, error: `${error}\n${said}` });
    console.log(`  ${error}\n${said.replace(/^/gm, "      ")}`);
    failed += Math.max(1, missing);
  }
  return { passed, failed, failures, repeated, isSilent: silence !== undefined };
}

await runScript(main);
