import type { Frame } from "./frames.ts";

/** What a group is, by the word that its tool has for it. */
export type GroupKind = "plugin" | "loader" | "minifier" | "rule" | "test" | "setup" | "import";

/** Groups that share out the same time; a sample is in at most one group of each. */
export const groupFamilies = ["build", "lint", "tests", "loading"] as const;
export type GroupFamily = (typeof groupFamilies)[number];

/** What the text of a function shows. */
interface KnownByText {
  readonly innerPlugin: (frame: Frame) => string | undefined;
  readonly isModuleHook: (frame: Frame) => boolean;
}

/** How a tool calls what its user configured. */
export interface Tool {
  /** As its authors write it, by a package that ran; without any of these the tool did not run. */
  readonly names: readonly (readonly [inside: string, name: string])[];
  readonly family: GroupFamily;
  readonly kind: GroupKind;
  /** Code that calls it: the next function that is none of the tool's own begins a group. */
  readonly calls: (frame: Frame) => boolean;
  /** The tool's own code, and what it brings along. */
  readonly isCore: (frame: Frame) => boolean;
  /** Whether a function that it calls is a group's; by default any. */
  readonly takes?: (frame: Frame) => boolean;
  /** Code that is a group of its own, whatever calls it. */
  readonly isItself?: (frame: Frame, by: KnownByText) => boolean;
  /** Whether a group ends where the tool's calling code runs again: it goes on to the next one before the first has returned. */
  readonly goesOn?: boolean;
}

const hookNames =
  /(?:^|\.)(?:apply|augmentChunkHash|banner|buildEnd|buildStart|closeBundle|closeWatcher|config|configEnvironment|configPreviewServer|configResolved|configureServer|footer|generateBundle|handleHotUpdate|handler|hotUpdate|intro|load|moduleParsed|onLog|options|outputOptions|outro|renderChunk|renderDynamicImport|renderError|renderStart|resolveDynamicImport|resolveFileUrl|resolveId|resolveImportMeta|shouldTransformCachedModule|transform|transformIndexHtml|watchChange|writeBundle)$/;
/** Bundlers that do part of their work in plugins of their own. */
export const hasInnerPlugins = /^(?:vite|rolldown-vite)$/;

export function isHookName(name: string): boolean {
  return hookNames.test(name);
}

const pluginPackages = /plugin|^vite-|^@vitejs\/|^rollup-|^@rollup\//;

const bundlers = /^(?:vite|rollup|rolldown|@rolldown\/(?!plugin).*|@rollup\/(?:browser|wasm-node)|rolldown-vite)$/;
const webpackCore = /^(?:webpack|loader-runner|tapable|webpack-sources|enhanced-resolve|webpack-cli|graceful-fs)$/;
const rspackCore = /^(?:@rspack\/(?:core|binding.*|cli|lite-tapable)|webpack-sources)$/;
/** Minify whole files: what calls one has not written its time. */
const minifiers = /^(?:terser|uglify-js|csso|cssnano.*|clean-css|html-minifier-terser|html-minifier|@swc\/html|lightningcss|svgo)$/;

const isPlugin = ({ isOwn, name, package: inside }: Frame): boolean => isOwn || hookNames.test(name) || pluginPackages.test(inside);

/** Functions that tapable compiles for a hook: what they call was tapped into it. */
const isCompiledTap = ({ path }: Frame): boolean => path.startsWith("(eval)");

/** The first row whose code called a function has it. */
export const tools: readonly Tool[] = [
  {
    names: [
      ["vite", "Vite"],
      ["rolldown", "Rolldown"],
      ["rollup", "Rollup"],
      ["@rollup/wasm-node", "Rollup"],
    ],
    family: "build",
    kind: "plugin",
    calls: (frame) => bundlers.test(frame.package),
    isCore: (frame) => bundlers.test(frame.package),
    takes: isPlugin,
    isItself: (frame, by) => by.innerPlugin(frame) !== undefined,
  },
  {
    names: [["webpack", "webpack"]],
    family: "build",
    kind: "loader",
    calls: ({ package: inside, file }) => /^(?:webpack|loader-runner)$/.test(inside) && /loaders?-?runner/i.test(`${inside}/${file}`),
    isCore: (frame) => webpackCore.test(frame.package),
    goesOn: true,
  },
  {
    names: [["webpack", "webpack"]],
    family: "build",
    kind: "plugin",
    calls: isCompiledTap,
    isCore: (frame) => webpackCore.test(frame.package) || rspackCore.test(frame.package) || isCompiledTap(frame),
    goesOn: true,
  },
  {
    names: [["webpack", "webpack"]],
    family: "build",
    kind: "plugin",
    calls: ({ package: inside, file }) => inside === "webpack" && /^lib\/(?:webpack|MultiCompiler)\.js$/.test(file),
    isCore: (frame) => webpackCore.test(frame.package),
    // The other functions that it calls are given the result.
    takes: ({ name }) => name !== "(anonymous)",
  },
  {
    names: [["@rspack/core", "Rspack"]],
    family: "build",
    kind: "loader",
    calls: (frame) => rspackCore.test(frame.package) && /loader/i.test(frame.name),
    isCore: (frame) => rspackCore.test(frame.package),
    goesOn: true,
  },
  {
    names: [["@rspack/core", "Rspack"]],
    family: "build",
    kind: "plugin",
    // Of lite-tapable and of what creates compilers; other code calls back with the result.
    calls: (frame) => rspackCore.test(frame.package) && /^(?:call|callAsyncStageRange|next|create(?:Child)?Compiler)$/.test(frame.name),
    isCore: (frame) => rspackCore.test(frame.package) || isCompiledTap(frame),
    takes: isPlugin,
    goesOn: true,
  },
  {
    names: [
      ["esbuild", "esbuild"],
      ["esbuild-wasm", "esbuild"],
    ],
    family: "build",
    kind: "plugin",
    calls: (frame) => frame.package === "esbuild" || frame.package === "esbuild-wasm",
    isCore: (frame) => frame.package === "esbuild" || frame.package === "esbuild-wasm",
    // Other tools' plugins call it and get its answers.
    takes: ({ isOwn, package: inside }) => isOwn || /esbuild|plugin/.test(inside),
  },
  {
    names: [["eslint", "ESLint"]],
    family: "lint",
    kind: "rule",
    calls: ({ package: inside, file, name }) =>
      inside === "eslint" &&
      (/^lib\/linter\/(?:source-code-visitor|source-code-traverser|safe-emitter|node-event-generator|timing)\.js$/.test(file) ||
        (file === "lib/linter/linter.js" && /createRuleListeners|runRules/.test(name))),
    isCore: ({ package: inside, file }) => inside === "eslint" && !file.startsWith("lib/rules/"),
    takes: ({ isOwn, package: inside, path }) => isOwn || inside === "eslint" || /eslint-plugin|\/rules?\//.test(path),
  },
  {
    names: [["", ""]],
    family: "build",
    kind: "minifier",
    calls: () => false,
    isCore: () => false,
    isItself: (frame) => minifiers.test(frame.package),
  },
  {
    names: [["", "Node.js"]],
    family: "loading",
    kind: "loader",
    calls: ({ path }) => path.startsWith("node:internal/modules/"),
    isCore: ({ isNode }) => isNode,
    takes: ({ name }) => moduleHook.test(name),
    // From Node.js 24 on V8's log has no frames of what calls them, and a hook calls the next one without a frame of Node's between.
    isItself: (frame, by) => loaders.test(frame.package) || by.isModuleHook(frame),
    goesOn: true,
  },
];

/** Names of hooks that Node.js calls for modules. */
export const moduleHook = /^(?:resolve|load)(?:Sync)?$/;

/** Packages that compile modules where Node.js loads them. */
const loaders =
  /^(?:tsx|ts-node|@babel\/register|pirates|@swc-node\/.*|@swc\/register|esbuild-register|sucrase|jiti|@esbuild-kit\/.*|vite-node|import-in-the-middle|require-in-the-middle)$/;

/** Code that runs tests, and what it brings along. */
export function isTestRunner({ package: inside, path }: Frame): boolean {
  return (
    /^(?:vitest|@vitest\/.*|vite|vite-node|rolldown|jest|jest-.*|@jest\/.*|expect|pretty-format|mocha|chai|tinyrainbow|tinyspy|tinybench|birpc|yargs|@babel\/.*|babel-.*|node:test)$/.test(
      inside,
    ) || path.startsWith("node:internal/test_runner/")
  );
}

/** Code that runs the functions of tests. */
export function callsTests({ package: inside, path, file }: Frame): boolean {
  return (
    path.startsWith("node:internal/test_runner/") ||
    inside === "jest-circus" ||
    inside === "jest-jasmine2" ||
    inside === "@vitest/runner" ||
    inside === "tinybench" ||
    (inside === "vitest" && file.startsWith("dist/")) ||
    (inside === "mocha" && file.startsWith("lib/"))
  );
}
