import { chmod, copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { alone } from "./install-lock.mjs";
import { argon2, spdlog, watchdog } from "./native-stand-ins.mjs";
import { npm } from "./npm.mjs";
import { nodePackage, workbenchVersions } from "./versions.mjs";

/** Increase it when the steps below change, so that older installations are replaced. */
const recipe = 1;

export const repository = path.resolve(import.meta.dirname, "../..");
export const cacheFolder = path.join(repository, ".cache");

/**
 * A code-server ready to start: `node entry …`.
 * @typedef {object} Workbench
 * @property {string} version
 * @property {string} node absolute path of the Node binary that runs it
 * @property {string} entry absolute path of its main script
 * @property {boolean} closesLeftWindows whether the server knows `--reconnection-grace-time`
 */

/**
 * Installs code-server from npm without compiling anything, once per machine: about 30 s and 650 MB in the cache
 * folder. Safe when two processes run it at once, and after a process was killed halfway.
 * @param {import("./versions.mjs").WorkbenchName} name
 * @param {(line: string) => void} [report] gets what happens, only when there is something to install
 * @returns {Promise<Workbench>}
 * @throws {import("./setup-error.mjs").SetupError} on other platforms, or when npm fails
 */
export async function installWorkbench(name, report = console.log) {
  const { codeServer, node, closesLeftWindows } = workbenchVersions[name];
  const carrier = nodePackage();
  const folder = path.join(cacheFolder, "workbench", codeServer);
  if (!(await isComplete(folder))) {
    await mkdir(path.dirname(folder), { recursive: true });
    const onWait = () => report(`Waiting for another process that installs code-server ${codeServer} …`);
    await alone(`${folder}.lock`, onWait, async () => {
      if (!(await isComplete(folder))) await installInto(folder, codeServer, `${carrier}@${node}`, report);
    });
  }
  return {
    version: codeServer,
    node: path.join(folder, "node_modules", carrier, "bin/node"),
    entry: path.join(folder, "node_modules/code-server/out/node/entry.js"),
    closesLeftWindows,
  };
}

/**
 * @param {string} folder
 * @param {string} version
 * @param {string} carrier
 * @param {(line: string) => void} report
 */
async function installInto(folder, version, carrier, report) {
  const started = performance.now();
  const staging = `${folder}.partial`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging);
  await writeFile(path.join(staging, "package.json"), JSON.stringify({ private: true }));

  report(`Installing code-server ${version} from npm, once (about 30 s, 650 MB):`);
  report("  1/4 the server and its Node");
  await npm(staging, ["install", carrier, `code-server@${version}`]);
  const server = path.join(staging, "node_modules/code-server/lib/vscode");

  report("  2/4 the workbench");
  await npm(server, ["install", "--no-save", "--omit=dev", "--omit=optional"]);

  report("  3/4 the built-in extensions");
  await npm(path.join(server, "extensions"), ["install", "--omit=dev"]);

  report("  4/4 the native parts");
  await addNativeParts(staging, server);

  await writeFile(path.join(staging, stamp), JSON.stringify({ recipe }));
  await rm(folder, { recursive: true, force: true });
  await rename(staging, folder);
  report(`  done in ${Math.round((performance.now() - started) / 1000)} s`);
}

const stamp = "complete.json";

/** @param {string} folder */
async function isComplete(folder) {
  const text = await readFile(path.join(folder, stamp), "utf8").catch(() => "{}");
  return JSON.parse(text).recipe === recipe;
}

/**
 * @param {string} staging
 * @param {string} server
 */
async function addNativeParts(staging, server) {
  const modules = path.join(server, "node_modules");
  const present = new Set([
    ...(await readdir(modules)),
    ...(await readdir(path.join(modules, "@vscode"))).map((entry) => `@vscode/${entry}`),
  ]);
  const platform = `${process.platform}-${process.arch}`;

  const watcher = JSON.parse(await readFile(path.join(modules, "@parcel/watcher/package.json"), "utf8"));
  await addPackage(staging, `@parcel/watcher-${platform}-glibc`, watcher.version, modules);

  await standIn(path.join(modules, "@vscode/spdlog/index.js"), spdlog);
  for (const name of ["@vscode/native-watchdog", "native-watchdog"]) {
    if (present.has(name)) await standIn(path.join(modules, name, "index.js"), watchdog);
  }

  // Before VS Code 1.133 these three had no builds for every platform.
  const passwords = path.join(staging, "node_modules/argon2");
  if ((await readdir(passwords)).includes("argon2.js")) await standIn(path.join(passwords, "argon2.js"), argon2);
  if (!(await readdir(path.join(modules, "node-pty"))).includes("prebuilds")) {
    await addPackage(staging, "node-pty", "1.2.0-beta.15", modules);
  }
  if (present.has("@vscode/ripgrep")) {
    await addPackage(staging, "@vscode/ripgrep-universal", "1.18.0", modules);
    const bin = path.join(modules, "@vscode/ripgrep/bin");
    await mkdir(bin, { recursive: true });
    await copyFile(path.join(modules, "@vscode/ripgrep-universal/bin", platform, "rg"), path.join(bin, "rg"));
    await chmod(path.join(bin, "rg"), 0o755);
  }
}

/**
 * Adds one package without letting npm rearrange the others.
 * @param {string} staging
 * @param {string} name
 * @param {string} version
 * @param {string} modules
 */
async function addPackage(staging, name, version, modules) {
  const parcel = path.join(staging, "parcel");
  await mkdir(parcel);
  await writeFile(path.join(parcel, "package.json"), JSON.stringify({ private: true }));
  await npm(parcel, ["install", `${name}@${version}`]);
  await rm(path.join(modules, name), { recursive: true, force: true });
  await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
  await rename(path.join(parcel, "node_modules", name), path.join(modules, name));
  await rm(parcel, { recursive: true });
}

/**
 * @param {string} file
 * @param {string} source
 */
async function standIn(file, source) {
  await writeFile(file, source.trimStart());
}
