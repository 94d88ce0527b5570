import { readFile } from "node:fs/promises";

/** What vscode-languageclient registers beside that which our server has (`language-server/lsp/server.ts`), by its files in `lib/common/`. */
const leftOut = [
  ..."callHierarchy codeAction colorProvider completion configuration declaration definition diagnostic documentHighlight".split(" "),
  ..."documentLink documentSymbol executeCommand foldingRange formatting implementation inlayHint inlineCompletion inlineValue".split(" "),
  ..."linkedEditingRange notebook reference rename selectionRange semanticTokens signatureHelp textDocumentContent".split(" "),
  ..."typeDefinition typeHierarchy workspaceSymbol".split(" "),
];

/** A feature that no server has. */
const noFeature = 'class NoFeature { getState() { return { kind: "static" }; } fillClientCapabilities() {} initialize() {} clear() {} }';

/** What the client uses of packages that can more than we need. */
const smaller = new Map([
  // The manifest says which VS Code it takes.
  ["semver/functions/parse", "module.exports = () => ({ prerelease: [] });"],
  ["semver/functions/satisfies", "module.exports = () => true;"],
  // Of which renamed files the server wants to hear: of all.
  [
    "minimatch",
    'exports.Minimatch = class { constructor(glob) { if (glob !== "**/*") throw new Error(glob); } makeRe() { return /^/; } match() { return true; } };',
  ],
]);

/** The language client without what our server has no use for. The build fails if the package no longer has it. */
export const languageClient = {
  name: "language-client",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    const found = new Set();
    build.onResolve({ filter: /^(?:minimatch|semver\/functions\/\w+)$/ }, ({ path }) => ({ path, namespace: "smaller" }));
    build.onLoad({ filter: /.*/, namespace: "smaller" }, ({ path }) => {
      found.add(path);
      return { contents: smaller.get(path) };
    });
    const files = new RegExp(`[/\\\\]vscode-languageclient[/\\\\]lib[/\\\\]common[/\\\\](?:${leftOut.join("|")})\\.js$`);
    build.onLoad({ filter: files }, async ({ path }) => {
      found.add(/(\w+)\.js$/.exec(path)?.[1]);
      const [line = ""] = /^exports\.\w+(?: = exports\.\w+)* = void 0;$/m.exec(await readFile(path, "utf8")) ?? [];
      const names = [...line.matchAll(/exports\.(\w+)/g)].map(([, name]) => `NoFeature as ${name}`);
      return { contents: `${noFeature}\nexport { ${names.join(", ")} };` };
    });
    build.onEnd(() => {
      const gone = [...leftOut, ...smaller.keys()].filter((name) => !found.has(name));
      return gone.length === 0 ? {} : { errors: [{ text: `vscode-languageclient no longer has ${gone.join(", ")}.` }] };
    });
  },
};
