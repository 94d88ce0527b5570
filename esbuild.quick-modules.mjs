import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";

/** Imports of `vscode` and of Node's own modules. */
const outside = /^import (?:\* as )?(\w+) from ("(?:vscode|node:[\w/]+)");$/gm;

/** What only TypeScript's CommonJS has. */
const helpers =
  /^var (__\w+) = \(this && this\.\1\) \|\| [^]*?^\}[)(]*;$|^"use strict";$|^Object\.defineProperty\(exports, "__esModule".*$|^exports\.\w+(?: = exports\.\w+)* = void 0;$/gm;

/** An enum, or a namespace of one declaration. */
const namespace = /^(export )?var (\w+);\n\(function \(\2\) \{\n([^]*?)^\}\)\(\2 \|\| \(\2 = \{\}\)\);$/gm;

/**
 * Has modules load in a third of the time. Those of VS Code and of Node are used as they are: else each file that imports one gets a copy, with a getter for
 * each name, of which `vscode` has 200. Those of the language server protocol are made ES modules, of which esbuild leaves out what is not used: as CommonJS
 * each that exports them again defines getters for their 300 names. The build fails for one that is not as TypeScript 5 writes it.
 */
export const quickModules = {
  name: "quick-modules",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /[/\\](?:extension|language-server|webview)[/\\].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(outside, (_all, name, module) => `import ${name} = require(${module});`),
      loader: "ts",
    }));
    build.onLoad(
      { filter: /[/\\]vscode-(?:languageclient|languageserver|languageserver-protocol|languageserver-types|jsonrpc)[/\\]lib[/\\].*\.js$/ },
      async ({ path }) => ({ contents: esModule(await readFile(path, "utf8"), path) }),
    );
  },
};

/**
 * @param {string} text of a module as TypeScript writes it, in either kind
 * @param {string} file
 */
function esModule(text, file) {
  const imported = new Map();
  const exported = new Map();
  const rest = text
    .replaceAll(helpers, "")
    .replaceAll(/^(?:const|var) (\w+) = (?:__import(?:Star|Default)\()?require\((["'][^"']+["'])\)\)?;$/gm, (_all, name, from) => {
      if (/^.(?:vscode|minimatch|semver\/.*).$/.test(from) || isBuiltin(from.slice(1, -1))) return `const ${name} = require(${from});`;
      imported.set(name, from);
      return `import * as ${name} from ${from};`;
    })
    .replaceAll(/^__exportStar\(require\((".*")\), exports\);$/gm, "export * from $1;")
    .replaceAll(/^Object\.defineProperty\(exports, "(\w+)", .* return (\w+)\.(\w+); \} \}\);$/gm, (_all, name, from, there) => {
      return `export { ${there} as ${name} } from ${imported.get(from)};`;
    })
    .replaceAll(/^exports\.(\w+) = (\w+);$/gm, (_all, name, own) => {
      exported.set(name, own);
      return "";
    })
    .replaceAll(/\(exports\.(\w+) = \1 = \{\}\)/g, (_all, name) => {
      exported.set(name, name);
      return `(${name} = {})`;
    })
    .replaceAll(/^exports\.(?=\w+ = )/gm, "export const ")
    .replaceAll(/\bexports\.(?=\w)/g, "")
    .replaceAll(
      namespace,
      (_all, exports = "", name, body) => `${exports}var ${name} = /* @__PURE__ */ (function (${name}) {\n${body}return ${name};\n})({});`,
    );
  if (/\bexports\b|\b__\w+\(/.test(rest.replaceAll(/\/\*[^]*?\*\//g, "")))
    throw new Error(`${file} is not as esbuild.quick-modules.mjs expects it.`);
  return `${rest}\nexport { ${[...exported].map(([name, own]) => `${own} as ${name}`).join(", ")} };`;
}
