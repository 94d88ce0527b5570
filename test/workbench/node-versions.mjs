import { access, mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { alone } from "./install-lock.mjs";
import { cacheFolder } from "./installation.mjs";
import { npm } from "./npm.mjs";
import { isAll } from "./some-of.mjs";

/** The Node versions that apps may use; the tests themselves run on 20. */
export const nodeMajors = /** @type {const} */ ([18, 20, 22, 24, 26]);

/**
 * The oldest and the newest, in tests of what each version does in its own way. `npm run test:all` uses all of them.
 * @type {readonly number[]}
 */
export const edgeNodeMajors = isAll ? nodeMajors : [18, 26];

/**
 * Represent all versions in tests that do not depend on the version: the tests' own and the newest. `npm run test:all` uses all of them.
 * @type {readonly number[]}
 */
export const someNodeMajors = isAll ? nodeMajors : [20, 26];

/**
 * The tests' own, in tests that take long. `npm run test:all` uses all of them.
 * @type {readonly number[]}
 */
export const ownNodeMajors = isAll ? nodeMajors : [20];

/**
 * The absolute path of a Node of that major, downloaded from npm into the cache if missing.
 * @param {number} major
 * @returns {Promise<string>}
 * @throws {import("./setup-error.mjs").SetupError} when npm fails
 */
export async function nodeOf(major) {
  if (Number.parseInt(process.versions.node, 10) === major) return realpath(process.execPath);
  const folder = path.join(cacheFolder, `node-${major}`);
  const binary = path.join(folder, "node_modules/node/bin/node");
  if (await exists(binary)) return binary;
  await mkdir(folder, { recursive: true });
  await alone(
    `${folder}.lock`,
    () => undefined,
    async () => {
      // The package's own script installs the binary for this platform.
      if (!(await exists(binary))) await npm(folder, ["install", "--prefix", folder, "--no-save", `node@${major}`], { hasScripts: true });
    },
  );
  return binary;
}

/** @param {string} file */
function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}
