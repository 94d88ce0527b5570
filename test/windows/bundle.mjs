import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { repository } from "../workbench/installation.mjs";
import { windowsPath } from "./wine.mjs";

const suite = path.join(repository, "test/windows/suite");

/** Driver modules that build or use what only Linux has, and their replacements in node.exe. */
const standIns = new Map([
  ["adapter-bundle.ts", path.join(suite, "built-adapter.ts")],
  ["session-processes.ts", path.join(suite, "windows-processes.ts")],
  ["node-versions.mjs", path.join(suite, "own-node.ts")],
]);

/**
 * Bundles test files, each with the drivers it uses, for Node for Windows.
 * @param {readonly string[]} names
 * @param {string} outdir
 */
export async function bundleSuite(names, outdir) {
  await build({
    absWorkingDir: repository,
    entryPoints: names.map((name) => path.join(suite, `${name}.test.ts`)),
    outdir,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    sourcemap: "inline",
    logLevel: "error",
    plugins: [{ name: "in-windows", setup: inWindows }],
  });
}

/** @param {import("esbuild").PluginBuild} build */
function inWindows(build) {
  build.onResolve({ filter: /\/(adapter-bundle\.ts|session-processes\.ts|node-versions\.mjs)$/ }, ({ path: wanted }) => ({
    path: standIns.get(path.basename(wanted)) ?? wanted,
  }));
  build.onLoad({ filter: /\/test\/.*\.(ts|mjs)$/ }, async ({ path: file }) => {
    const text = await readFile(file, "utf8");
    const folder = JSON.stringify(windowsPath(path.dirname(file)));
    return { contents: text.replaceAll("import.meta.dirname", folder), loader: file.endsWith(".ts") ? "ts" : "js" };
  });
}
