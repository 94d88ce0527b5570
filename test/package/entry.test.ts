import path from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { languageClient } from "../../esbuild.language-client.mjs";
import { otherTextsShared } from "../../esbuild.late-texts.mjs";
import { lightFormats } from "../../esbuild.light-formats.mjs";
import { loadTool } from "../../esbuild.load-tool.mjs";
import { quickModules } from "../../esbuild.quick-modules.mjs";
import { readLogsElsewhere } from "../../esbuild.read-logs.mjs";

const root = path.resolve(import.meta.dirname, "../..");

/** What leaves parts of a package out of the bundle with this entry. */
const leavesOut = new Map([
  ["extension/language-client.ts", languageClient],
  ["extension/runs/profile-dialog.ts", lightFormats],
  ["language-server/recording/load/autocannon/autocannon-child.ts", loadTool],
]);

/** The features have texts in three languages, as in esbuild.config.mjs. */
async function bundled(
  entry: string,
  ...apart: readonly string[]
): Promise<{ readonly bytes: number; readonly inputs: readonly string[]; readonly text: string }> {
  const leftOut = leavesOut.get(entry);
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
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
      "./common-texts-ru.js",
      "./common-texts-zh-cn.js",
      "./app-builds.js",
      "./agents.js",
      "./read-imports.js",
      ...apart,
    ],
    plugins: [otherTextsShared, readLogsElsewhere(true), ...(leftOut === undefined ? [] : [leftOut]), quickModules],
    metafile: true,
    write: false,
  });
  const [file] = outputFiles;
  return { bytes: file?.contents.length ?? Infinity, inputs: Object.keys(metafile.inputs), text: file?.text ?? "" };
}

/** The packages that these files are of, in order. */
function packagesIn(inputs: readonly string[]): readonly string[] {
  return [...new Set(inputs.flatMap((input) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []))].sort();
}

test("what VS Code loads at activation is small: entry points, no feature, no package, and no expression that has V8 look up Unicode", async () => {
  const { bytes, inputs, text } = await bundled("extension/main.ts");
  expect(bytes).toBeLessThanOrEqual(10 * 1024);
  expect(inputs.filter((input) => !input.startsWith("extension/"))).toEqual([
    // For when the features themselves are missing.
    "language-server/platform/installation/unusable-own-file.ts",
    "language-server/analysis/escaping/hidden-characters.ts",
    "language-server/analysis/shortened.ts",
    "language-server/analysis/escaping/markdown-text.ts",
    // The key of an app's launch configuration.
    "language-server/starting/app-candidates.ts",
  ]);
  expect(text).toContain("\\u2028\\u2029");
  expect(text).not.toMatch(/\\p\{/i);
});

test("after activation only what watches for agents is loaded; what serves them comes with the first one", async () => {
  const { bytes, inputs } = await bundled("extension/agent/agents.ts", "./agent-calls.js");
  expect(bytes).toBeLessThanOrEqual(4 * 1024);
  expect(inputs.filter((input) => !input.startsWith("extension/agent/"))).toEqual([]);
});

test("the features bundle has only two packages, for validation and localisation, and from the engine only messages, common texts, what can be started, pure functions and platforms", async () => {
  const { bytes, inputs } = await bundled("extension/features.ts");
  expect(bytes).toBeLessThanOrEqual(172 * 1024);
  expect(packagesIn(inputs)).toEqual(["@vscode/l10n", "valibot"]);
  const engine = inputs.filter((input) => /^language-server\/(?!protocol\/|analysis\/|platform\/|starting\/|texts\/)/.test(input));
  expect(engine).toEqual([]);
  // Only the texts that the extension and the server share, in English.
  expect(inputs.filter((input) => /\/texts\/bundles\/(?!common\/en\.ts$)/.test(input))).toEqual([]);
});

test("the dialog for profiles knows formats without the code that reads them", async () => {
  const { bytes } = await bundled("extension/runs/profile-dialog.ts");
  expect(bytes).toBeLessThanOrEqual(2 * 1024);
});

test("the language client has no code for what our server has not, and of other packages no more than it needs", async () => {
  const { bytes, inputs, text } = await bundled("extension/language-client.ts");
  expect(bytes).toBeLessThanOrEqual(182 * 1024);
  expect(packagesIn(inputs)).toEqual([
    "vscode-jsonrpc",
    "vscode-languageclient",
    "vscode-languageserver-protocol",
    "vscode-languageserver-textdocument",
    "vscode-languageserver-types",
  ]);
  expect(text).toContain("registerHoverProvider");
  expect(text).toContain("registerCodeLensProvider");
  expect(text).not.toMatch(/register(?:Completion|InlineValues|TypeHierarchy)\w*Provider|onDidOpenNotebookDocument/);
});

test.each(["load", "flame", "compare", "request", "timeline"])("the page of %s has no texts of the server", async (page) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`webview/${page}/main.ts`],
    bundle: true,
    platform: "browser",
    loader: { ".svg": "text" },
    outdir: "out",
    metafile: true,
    write: false,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  expect(inputs).toContain(`webview/${page}/main.ts`);
  expect(inputs.filter((input) => input.includes("/texts/bundles/"))).toEqual([]);
});

test("the load tool has no histograms, tables, forms and options of autocannon's own command line", async () => {
  const { inputs } = await bundled("language-server/recording/load/autocannon/autocannon-child.ts", "./cookie-jar.js");
  expect(packagesIn(inputs)).toEqual([
    "@vscode/l10n",
    "autocannon",
    "http-parser-js",
    "hyperid",
    "lodash.chunk",
    "lodash.clonedeep",
    "lodash.flatten",
    "reinterval",
    "retimer",
    "timestring",
    "valibot",
  ]);
});

test("a command that only reads profiles loads no code that records", async () => {
  const { inputs } = await bundled(
    "language-server/cli/main.ts",
    "./recorded-app.js",
    "./benched-versions.js",
    "./client-setup.js",
    "./command-line-ru.js",
    "./command-line-zh-cn.js",
  );
  expect(packagesIn(inputs)).toEqual([
    "@babel/parser",
    "@jridgewell/resolve-uri",
    "@jridgewell/sourcemap-codec",
    "@jridgewell/trace-mapping",
    "@vscode/l10n",
    "ansi-regex",
    "diff",
    "emoji-regex",
    "is-fullwidth-code-point",
    "pprof-format",
    "string-width",
    "strip-ansi",
    "valibot",
  ]);
  expect(inputs.filter((input) => input.startsWith("language-server/recording/"))).toEqual([]);
});
