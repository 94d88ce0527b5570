/** What a compiled script loads, as far as its text shows. */
export interface ScriptReferences {
  /** `./routes/orders.js`, also of workers; without `./` where a name alone may be that of a file beside it. */
  readonly files: readonly string[];
  /** Packages and their subpaths: `@shop/prices/table`, `#db`. */
  readonly packages: readonly string[];
  /** Whether it also loads what its text does not name, as those do that read a folder of routes. */
  readonly loadsFolders: boolean;
}

const literal = /(["'`])(\.{1,2}\/[^"'`\n$]+|[\w.-]+\.[cm]?js)\1/g;
const imported = /(?:\brequire\s*\(|\bimport\s*\(|\bimport\b|\bfrom\b)\s*(["'`])([^"'`\n$./][^"'`\n$]*)\1/g;
const lists = /\b(?:readdir|readdirSync|opendir|glob|globSync|globby)\b/;
const loads = /\b(?:require|import)\s*\(\s*(?:[^\s"'`)/]|`[^`]*\$\{)/;
const autoload = /\b(?:autoload|autoLoad|AutoLoad)\b/;
/** A bundle has in itself what it loads. */
const longestLoader = 200_000;

/** Reads what compilers and bundlers write: a text that only looks like a name of a file is looked for, and is not there. */
export function scriptReferences(text: string): ScriptReferences {
  const files = new Set(Array.from(text.matchAll(literal), ([, , name = ""]) => name));
  const packages = new Set(Array.from(text.matchAll(imported), ([, , name = ""]) => name));
  return {
    files: [...files],
    packages: [...packages].filter((name) => !name.startsWith("node:") && !files.has(name)),
    loadsFolders: text.length <= longestLoader && (autoload.test(text) || (lists.test(text) && loads.test(text))),
  };
}
