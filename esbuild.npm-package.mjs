// The npm package of the command, in .cache/npm/heatline: asked by esbuild.config.mjs, packed by `npm run package`.
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { build, transform } from "esbuild";
import { loadTool } from "./esbuild.load-tool.mjs";
import { notices, thirdParties } from "./esbuild.third-party.mjs";

/** Built for the extension, too, and the same here. */
const asBuilt = [
  "cookie-jar.js",
  "in-app",
  "parser.js",
  "texts-en.js",
  "texts-ru.js",
  "texts-zh-cn.js",
  "webview/html.js",
  "webview/svg.js",
  "webview/speedscope",
];

/** Large, and loaded by few commands or users, or once in a session: they are in the package as Brotli has them, a fifth smaller than npm would pack them. */
const compressedScripts = [
  "analysis-worker.js",
  "autocannon-child.js",
  "benched-versions.js",
  "client-setup.js",
  "command-line-ru.js",
  "command-line-zh-cn.js",
  "cookie-jar.js",
  "debug-adapter.js",
  "mcp.js",
  "parser.js",
  "recorded-app.js",
  "texts-ru.js",
  "texts-zh-cn.js",
];

/** Runs the compressed script beside the one that asks for it, as that. */
const unpackedScript = `"use strict";
module.exports = (own, file) => own._compile(String(require("node:zlib").brotliDecompressSync(require("node:fs").readFileSync(file + ".br"))), file);
`;

/** What the command loads, or starts as a process or worker. */
const entryPoints = {
  "analysis-worker": "language-server/lsp/worker/analysis-worker.ts",
  "autocannon-child": "language-server/recording/load/autocannon/autocannon-child.ts",
  "benched-versions": "language-server/cli/bench/benched-versions.ts",
  "client-setup": "language-server/cli/agents/client-setup.ts",
  "command-line": "language-server/cli/main.ts",
  "command-line-ru": "language-server/cli/words/command-line-ru.ts",
  "command-line-zh-cn": "language-server/cli/words/command-line-zh-cn.ts",
  "debug-adapter": "extension/debug-adapter/main.ts",
  mcp: "language-server/mcp/main.ts",
  "read-imports": "language-server/history/imports/read-imports.ts",
  "recorded-app": "language-server/cli/recorded-app.ts",
  "tick-log-worker": "language-server/recording/ticks/tick-log-worker.ts",
  watchdog: "language-server/recording/processes/watchdog.ts",
};

/**
 * What several files of the command need is here in parts that they share: each as a file of its own, the package would be half as large again. esbuild splits only
 * ES modules, which are made CommonJS afterwards.
 * @param {{ folder: string, out: string, common: import("esbuild").BuildOptions, results: readonly { metafile: import("esbuild").Metafile }[] }} from
 *   `out` and `results`: of the extension's build; `common`: how the command is built there
 */
export async function npmPackage({ folder, out, common, results }) {
  await rm(folder, { recursive: true, force: true });
  const files = path.join(folder, "out");
  await mkdir(path.join(files, "webview"), { recursive: true });
  const { plugins = [] } = common;
  const parts = await build({
    ...common,
    entryPoints,
    plugins: [...plugins, loadTool],
    outdir: files,
    format: "esm",
    splitting: true,
    chunkNames: "part-[hash]",
    charset: "utf8",
    metafile: true,
    supported: {},
    // jsonc-parser's main file is a kind of module that cannot be bundled.
    mainFields: ["module", "main"],
  });
  for (const name of await readdir(files, { withFileTypes: true })) if (name.isFile()) await toCommonJs(path.join(files, name.name));
  const start = await build({
    ...common,
    entryPoints: { heatline: "language-server/cli/start.ts" },
    outdir: files,
    metafile: true,
  });
  await chmod(path.join(files, "heatline.js"), 0o755);
  for (const name of asBuilt) await cp(path.join(out, name), path.join(files, name), { recursive: true });
  await compress(path.join(files, "webview/speedscope/speedscope.js"));
  await writeFile(path.join(files, "unpacked.js"), unpackedScript);
  for (const name of [...compressedScripts, ...lateParts(parts.metafile)]) {
    await compress(path.join(files, name));
    await writeFile(path.join(files, name), '"use strict";require("./unpacked.js")(module, __filename);\n');
  }
  await cp("LICENSE", path.join(folder, "LICENSE"));
  await cp("language-server/cli/npm/README.md", path.join(folder, "README.md"));
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(await manifest(), null, 2)}\n`);
  const copied = results.flatMap(({ metafile }) =>
    Object.entries(metafile.outputs).filter(([file]) => asBuilt.some((name) => isIn(path.relative(out, file), name))),
  );
  const outputs = [...copied.map(([, output]) => output), ...[parts, start].flatMap(({ metafile }) => Object.values(metafile.outputs))];
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  const loaded = outputs.flatMap(({ imports }) => imports.filter((each) => each.external === true && each.path.startsWith("./")));
  const missing = loaded.find((each) => !existsSync(path.join(files, each.path)));
  if (missing !== undefined)
    throw new Error(`The command loads ${missing.path}, which its npm package lacks: see esbuild.npm-package.mjs.`);
  await writeFile(path.join(folder, "THIRD-PARTY-NOTICES.txt"), await notices(await thirdParties(inputs)));
}

/**
 * Large parts that only recordings need: `command-line.js` does not load them when it starts.
 * @param {import("esbuild").Metafile} metafile
 */
function lateParts({ outputs }) {
  const first = Object.keys(outputs).filter((file) => path.basename(file) === "command-line.js");
  const loaded = new Set(first);
  for (const file of loaded)
    for (const { path: next, kind } of outputs[file]?.imports ?? []) if (kind === "import-statement") loaded.add(next);
  const late = Object.entries(outputs).filter(([file, { bytes }]) => bytes > leastCompressed && !loaded.has(file));
  return late.map(([file]) => path.basename(file)).filter((name) => name.startsWith("part-"));
}

const leastCompressed = 100_000;

/** @param {string} file */
async function toCommonJs(file) {
  const { code } = await transform(await readFile(file, "utf8"), {
    format: "cjs",
    platform: "node",
    target: "node18",
    charset: "utf8",
    minify: true,
    legalComments: "none",
    supported: { "dynamic-import": false },
  });
  await writeFile(file, code);
}

/**
 * A tenth of the package; `language-server/reports/exported-comparison.ts` reads both forms.
 * @param {string} file
 */
async function compress(file) {
  await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
  await rm(file);
}

/**
 * @param {string} file
 * @param {string} name of a file or folder
 */
function isIn(file, name) {
  return file === path.normalize(name) || file.startsWith(path.normalize(`${name}/`));
}

async function manifest() {
  const { name, version, license, engines, keywords } = JSON.parse(await readFile("package.json", "utf8"));
  return {
    name,
    version,
    description: "Records Node.js programs and shows which lines of their source take the CPU time, in a terminal or in CI.",
    license,
    keywords: keywords.filter((/** @type {string} */ each) => each !== "speedscope"),
    engines: { node: engines.node },
    bin: { heatline: "out/heatline.js" },
  };
}
