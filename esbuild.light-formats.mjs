import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { build } from "esbuild";

const list = path.resolve(import.meta.dirname, "language-server/analysis/importers/importer-list.ts");

/** What the importers say of their formats: what `importer-list.ts` exports besides the importers. */
export async function readFormats() {
  const { outputFiles } = await build({ entryPoints: [list], bundle: true, platform: "node", format: "cjs", write: false });
  const module = { exports: {} };
  vm.compileFunction(outputFiles[0].text, ["module", "exports", "require"])(module, module.exports, createRequire(list));
  const { formatNames, fileExtensions, knownFiles } = module.exports;
  return { formatNames, fileExtensions, knownFiles };
}

/** Has a bundle of the extension carry these in place of the importers. */
export const lightFormats = {
  name: "light-formats",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /[/\\]importers[/\\]importer-list\.ts$/ }, async () => ({
      contents: Object.entries(await readFormats())
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n"),
    }));
  },
};
