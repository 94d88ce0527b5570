// Builds every bundle into out/: `node esbuild.config.mjs [--production] [--watch]`.
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { context } from "esbuild";
import { currentUrls } from "./esbuild.current-urls.mjs";
import { languageClient } from "./esbuild.language-client.mjs";
import { otherTextsShared, sharedTexts } from "./esbuild.late-texts.mjs";
import { lightFormats } from "./esbuild.light-formats.mjs";
import { loadTool } from "./esbuild.load-tool.mjs";
import { npmPackage } from "./esbuild.npm-package.mjs";
import { quickModules } from "./esbuild.quick-modules.mjs";
import { readLogsElsewhere } from "./esbuild.read-logs.mjs";
import { notices, thirdParties } from "./esbuild.third-party.mjs";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const out = "out";

const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : "linked",
  legalComments: "none",
  logLevel: "warning",
};

/** Tables that packages carry for options that we never use, and what is put in their place. */
const unusedTables = [
  // The whole DevTools protocol (520 KB), for `local: true`: we ask the app's own Node for its protocol, since this one lacks the Node domains.
  [/chrome-remote-interface[/\\]lib[/\\]protocol\.json$/, '{"version":{"major":"1","minor":"3"},"domains":[]}'],
];

/** Not for a list of all countries' domains (140 KB), see there. */
const cookieJarAlias = { tldts: path.resolve("language-server/recording/load/setup/registrable-domain.ts") };

/** Node bundles: one CommonJS file each, so that each process loads just its own. */
const node = {
  ...shared,
  platform: "node",
  format: "cjs",
  target: "node22",
  external: [
    "vscode",
    "./features.js",
    "./language-client.js",
    "./save-load.js",
    "./compare-panel.js",
    "./request-panel.js",
    "./heat-by.js",
    "./run-export-menu.js",
    "./filter-picks.js",
    "./attach-place.js",
    "./chosen-app.js",
    "./package-apps.js",
    "./load-secrets.js",
    "./flame-html.js",
    "./profile-dialog.js",
    "./profile-page.js",
    "./measure-again.js",
    "./timeline-views.js",
    "./staging-folder.js",
    "./import-requests.js",
    "./app-builds.js",
    "./agents.js",
    "./agent-calls.js",
    "./recorded-app.js",
    "./benched-versions.js",
    "./client-setup.js",
    "./cookie-jar.js",
    "./command-line-ru.js",
    "./command-line-zh-cn.js",
    "./parser.js",
    "./read-imports.js",
    "./tick-log-worker.js",
    "./texts-en.js",
    "./texts-ru.js",
    "./texts-zh-cn.js",
    "./common-texts-ru.js",
    "./common-texts-zh-cn.js",
  ],
  plugins: [trimUnusedTables(), currentUrls, loadParserWhenCalled(false), readLogsElsewhere(true), quickModules],
};

/** With texts, which the bundles share. */
const withTexts = { ...node, charset: "utf8", plugins: [...node.plugins, sharedTexts] };

/** The command runs on the user's Node. From a cache of compiled code nothing can be imported, only required. */
const onUserNode = {
  ...node,
  target: "node20",
  supported: { "dynamic-import": false },
  plugins: [trimUnusedTables(), currentUrls, loadParserWhenCalled(true), readLogsElsewhere(true)],
};

/** The command's own texts in another language than English. */
const ownWords = { charset: "utf8", plugins: [otherTextsShared] };

/** The app's own Node may be 18: what runs on it is built for it. */
const onAppNode = { ...node, target: "node18" };

/**
 * What runs inside the user's process, each loaded on its own. Profiles know some of its functions by name, and a copy of it has no source map beside it.
 */
const inApp = {
  ...onAppNode,
  entryPoints: {
    "in-app/preload": "language-server/recording/in-app/preload.ts",
    "in-app/terminal-launcher": "language-server/recording/in-app/terminal-launcher.ts",
    "in-app/attached-hooks": "language-server/recording/in-app/attached-hooks.ts",
    "in-app/pass-hooks": "language-server/recording/in-app/pass/pass-hooks.ts",
    "in-app/trial-preload": "language-server/recording/in-app/trial/trial-preload.ts",
    "in-app/facts": "language-server/recording/in-app/facts.ts",
  },
  minify: false,
  minifyWhitespace: production,
  minifySyntax: production,
  sourcemap: false,
};

const inPages = { ...shared, platform: "browser", target: "es2022", loader: { ".svg": "text" } };

/** What an exported file carries. */
const inExports = {
  ...shared,
  platform: "browser",
  format: "iife",
  target: "es2022",
  entryPoints: { "webview/svg": "webview/svg/main.ts", "webview/html": "webview/html/main.ts" },
  minify: true,
  sourcemap: false,
};

const bundles = [
  { ...node, entryPoints: { extension: "extension/main.ts" } },
  // Without escapes V8 would take each of its letters as two bytes.
  { ...withTexts, charset: "ascii", entryPoints: { features: "extension/features.ts" } },
  { ...node, entryPoints: { "language-client": "extension/language-client.ts" }, plugins: [languageClient, quickModules] },
  // jsonc-parser's main file is a kind of module that cannot be bundled.
  { ...node, entryPoints: { "save-load": "extension/load/save-load.ts" }, mainFields: ["module", "main"] },
  { ...node, entryPoints: { "attach-place": "extension/app/attach-place.ts" } },
  { ...node, entryPoints: { "chosen-app": "extension/profiled-tests/chosen-app.ts" } },
  { ...node, entryPoints: { "package-apps": "extension/app/package-apps.ts" } },
  { ...node, entryPoints: { "compare-panel": "extension/compare/compare-panel.ts" } },
  { ...node, entryPoints: { "request-panel": "extension/request/request-panel.ts" } },
  { ...node, entryPoints: { "heat-by": "extension/heat/heat-by.ts" } },
  { ...withTexts, entryPoints: { "run-export-menu": "extension/runs/run-export-menu.ts" } },
  { ...node, entryPoints: { "filter-picks": "extension/selection/filter-picks.ts" } },
  { ...node, entryPoints: { "load-secrets": "extension/load/load-secrets.ts" } },
  { ...node, entryPoints: { "flame-html": "extension/flame/flame-html.ts" } },
  { ...node, entryPoints: { "profile-dialog": "extension/runs/profile-dialog.ts" }, plugins: [lightFormats, quickModules] },
  { ...node, entryPoints: { "profile-page": "extension/runs/profile-editor/profile-page.ts" } },
  { ...node, entryPoints: { "measure-again": "extension/again/measure-again.ts" } },
  { ...node, entryPoints: { "timeline-views": "extension/timeline/timeline-views.ts" } },
  { ...node, entryPoints: { "staging-folder": "extension/runs/staging-folder.ts" } },
  { ...node, entryPoints: { "app-builds": "extension/build/app-builds.ts" } },
  { ...node, entryPoints: { agents: "extension/agent/agents.ts" } },
  { ...node, entryPoints: { "agent-calls": "extension/agent/agent-calls.ts" } },
  { ...node, entryPoints: { "import-requests": "extension/load/import/import-requests.ts" } },
  { ...node, entryPoints: { "requests-worker": "extension/load/import/requests-worker.ts" } },
  { ...withTexts, entryPoints: { server: "language-server/lsp/main.ts" } },
  { ...withTexts, entryPoints: { "analysis-worker": "language-server/lsp/worker/analysis-worker.ts" } },
  {
    ...withTexts,
    plugins: [readLogsElsewhere(false), ...withTexts.plugins],
    entryPoints: { "debug-adapter": "extension/debug-adapter/main.ts" },
  },
  { ...withTexts, entryPoints: { "tick-log-worker": "language-server/recording/ticks/tick-log-worker.ts" } },
  { ...onUserNode, entryPoints: { heatline: "language-server/cli/start.ts" } },
  { ...onUserNode, entryPoints: { "command-line": "language-server/cli/main.ts" } },
  // Their letters as escapes would make the package 40 KB larger.
  { ...onAppNode, charset: "utf8", entryPoints: { "texts-en": "language-server/texts/bundles/en.ts" } },
  { ...onUserNode, charset: "utf8", entryPoints: { "texts-ru": "language-server/texts/bundles/ru.ts" }, plugins: [] },
  { ...onUserNode, charset: "utf8", entryPoints: { "texts-zh-cn": "language-server/texts/bundles/zh-cn.ts" }, plugins: [] },
  { ...node, charset: "utf8", entryPoints: { "common-texts-ru": "language-server/texts/bundles/common/ru.ts" } },
  { ...node, charset: "utf8", entryPoints: { "common-texts-zh-cn": "language-server/texts/bundles/common/zh-cn.ts" } },
  { ...onUserNode, ...ownWords, entryPoints: { "command-line-ru": "language-server/cli/words/command-line-ru.ts" } },
  { ...onUserNode, ...ownWords, entryPoints: { "command-line-zh-cn": "language-server/cli/words/command-line-zh-cn.ts" } },
  // jsonc-parser: as above.
  { ...withTexts, target: "node20", entryPoints: { mcp: "language-server/mcp/main.ts" }, mainFields: ["module", "main"] },
  { ...onUserNode, entryPoints: { "client-setup": "language-server/cli/agents/client-setup.ts" }, mainFields: ["module", "main"] },
  { ...onUserNode, entryPoints: { "recorded-app": "language-server/cli/recorded-app.ts" } },
  {
    ...onUserNode,
    charset: "utf8",
    plugins: [...onUserNode.plugins, sharedTexts],
    entryPoints: { "benched-versions": "language-server/cli/bench/benched-versions.ts" },
  },
  { ...onUserNode, entryPoints: { parser: "@babel/parser" }, plugins: [] },
  {
    ...onUserNode,
    charset: "utf8",
    plugins: [...onUserNode.plugins, sharedTexts],
    entryPoints: { "read-imports": "language-server/history/imports/read-imports.ts" },
  },
  { ...node, entryPoints: { watchdog: "language-server/recording/processes/watchdog.ts" } },
  {
    ...onAppNode,
    plugins: [...withTexts.plugins, loadTool],
    entryPoints: { "autocannon-child": "language-server/recording/load/autocannon/autocannon-child.ts" },
  },
  {
    ...onAppNode,
    entryPoints: { "cookie-jar": "language-server/recording/load/setup/cookie-jar.ts" },
    alias: cookieJarAlias,
  },
  inApp,
  // What several pages of controls need is in files of its own, once.
  {
    ...inPages,
    format: "esm",
    splitting: true,
    entryPoints: {
      "webview/load": "webview/load/main.ts",
      "webview/compare": "webview/compare/main.ts",
      "webview/request": "webview/request/main.ts",
      "webview/timeline": "webview/timeline/main.ts",
    },
    chunkNames: "webview/shared-[hash]",
  },
  // The panel's page carries its script.
  { ...inPages, format: "iife", entryPoints: { "webview/flame": "webview/flame/main.ts" } },
  inExports,
];

await rm(out, { recursive: true, force: true });
await mkdir(path.join(out, "webview/speedscope"), { recursive: true });
await copySpeedscope();
const contexts = await Promise.all(bundles.map((bundle) => context({ ...bundle, outdir: out, metafile: true })));
const results = await Promise.all(contexts.map((each) => (watch ? each.watch() : each.rebuild())));
if (!watch) {
  await chmod(path.join(out, "heatline.js"), 0o755);
  await Promise.all(contexts.map((each) => each.dispose()));
  await writeCodeCache(path.join(out, "command-line.js"));
  const parties = await thirdParties(results.flatMap((result) => Object.keys(result.metafile.inputs)));
  await writeFile(path.join(out, "THIRD-PARTY-NOTICES.txt"), await notices(parties));
  const common = { ...node, target: "node18", plugins: [trimUnusedTables(), currentUrls, loadParserWhenCalled(false), sharedTexts] };
  if (production) await npmPackage({ folder: ".cache/npm/heatline", out, common, results });
}

function trimUnusedTables() {
  return {
    name: "trim-unused-tables",
    setup(build) {
      for (const [filter, contents] of unusedTables) build.onLoad({ filter }, () => ({ contents, loader: "json" }));
    },
  };
}

/**
 * The parser is more code than all that works out the costs of a run, and what the exact recorder took needs none: it is a file of its own, loaded when
 * something is first parsed. The command has the code that was compiled for it beforehand.
 */
function loadParserWhenCalled(isCompiled) {
  return {
    name: "load-parser-when-called",
    setup(build) {
      build.onResolve({ filter: /^@babel\/parser$/ }, ({ path }) => ({ path, namespace: "when-called" }));
      build.onLoad({ filter: /.*/, namespace: "when-called" }, () => ({
        contents: isCompiled
          ? `import path from "node:path";
             import { runCompiled } from "./language-server/cli/compiled-script.ts";
             let parser;
             export const parse = (...asked) => (parser ??= runCompiled(path.join(__dirname, "parser.js"))).parse(...asked);`
          : 'exports.parse = (...asked) => require("./parser.js").parse(...asked);',
        resolveDir: process.cwd(),
      }));
    },
  };
}

/** speedscope's built app stays unmodified; only the files that its page names are taken, and the build fails when they are not as known. */
async function copySpeedscope() {
  const release = path.join("node_modules/speedscope/dist/release");
  const page = await readFile(path.join(release, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="(?:\.\/)?(speedscope-[\w-]+\.(?:js|css))"/g)].map((match) => match[1]);
  const scripts = named.filter((name) => name.endsWith(".js"));
  const styles = named.filter((name) => name.endsWith(".css"));
  if (scripts.length !== 1 || styles.length !== 1) {
    throw new Error(`speedscope's index.html names ${scripts.length} scripts and ${styles.length} styles; one of each was expected.`);
  }
  const target = path.join(out, "webview/speedscope");
  await cp(path.join(release, scripts[0]), path.join(target, "speedscope.js"));
  await cp(path.join(release, styles[0]), path.join(target, "speedscope.css"));
  const css = await readFile(path.join(release, styles[0]), "utf8");
  const fonts = (await readdir(release)).filter((name) => name.endsWith(".woff2") && css.includes(name));
  for (const font of fonts) await cp(path.join(release, font), path.join(target, font));
  await cp(path.join(release, "source-code-pro.LICENSE.md"), path.join(target, "source-code-pro.LICENSE.md"));
}

/**
 * Has this machine's V8 compile what the command runs: it reports the log of its own start, and what was compiled by then is kept for `language-server/cli/compiled-script.ts`,
 * which goes without where this fails. The parser is kept as it is after it has parsed one of the small files.
 */
async function writeCodeCache(file) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-build-"));
  const log = path.join(folder, "v8.log");
  const run = (...args) => promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: "" }, maxBuffer: 1 << 28 });
  const keeping = `
    const [file, log] = process.argv.slice(1);
    const script = new (require("node:vm").Script)(require("node:module").wrap(require("node:fs").readFileSync(file, "latin1")), { filename: file });
    process.on("exit", () => require("node:fs").writeFileSync(file + ".cache", script.createCachedData()));
    // The command is loaded before it sets its flags, and V8 rejects code that was compiled with other flags.
    require("node:v8").setFlagsFromString = (flags) => require("node:fs").writeFileSync(log + ".flags", flags);
    process.argv = [process.argv[0], file, "report", log, "--json"];
    const module = { exports: {} };
    script.runInThisContext()(module.exports, require("node:module").createRequire(file), module, file, require("node:path").dirname(file));`;
  const keepingParser = `
    const [file, parsed] = process.argv.slice(1);
    const { readFileSync, writeFileSync } = require("node:fs");
    const script = new (require("node:vm").Script)(require("node:module").wrap(readFileSync(file, "latin1")), { filename: file });
    const module = { exports: {} };
    script.runInThisContext()(module.exports, require, module, file, require("node:path").dirname(file));
    module.exports.parse(readFileSync(parsed, "utf8"), { sourceType: "unambiguous", errorRecovery: true, plugins: ["jsx", "decorators"] });
    writeFileSync(file + ".cache", script.createCachedData());`;
  try {
    const flags = ["--prof", "--log-source-position", "--no-sparkplug", "--no-logfile-per-isolate", "--prof-sampling-interval=100"];
    await run(...flags, `--logfile=${log}`, file, "--help");
    await run("--eval", keeping, path.resolve(file), log);
    const parser = path.resolve(path.dirname(file), "parser.js");
    // The parser is loaded after the command has set its flags.
    const usedFlags = await readFile(`${log}.flags`, "utf8");
    await run(...usedFlags.split(" "), "--eval", keepingParser, parser, path.resolve(path.dirname(file), "watchdog.js"));
  } catch (error) {
    console.warn(`The command has no compiled code to start from: ${error.message}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
