import { parse, type ParserOptions } from "@babel/parser";
import type { Syntax } from "./syntax.ts";
import { SyntaxWalk } from "./syntax-walk.ts";
import type { SyntaxNode } from "./syntax-node.ts";

/** Larger texts are not parsed: it would take seconds. In UTF-16 code units. */
const longestText = 6_000_000;

const lenient: ParserOptions = {
  sourceType: "unambiguous",
  errorRecovery: true,
  attachComment: false,
  allowAwaitOutsideFunction: true,
  allowNewTargetOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true,
};
/** What no other syntax rules out: of engines, of TypeScript, and what the sources of packages are written in. */
const always = [
  "decoratorAutoAccessors",
  "deferredImportEvaluation",
  "exportDefaultFrom",
  "sourcePhaseImports",
  "throwExpressions",
] satisfies ParserOptions["plugins"];

/**
 * Functions and calls of a script or source: JavaScript, TypeScript, JSX, CommonJS or module, or the scripts of a component (`.vue`, `.svelte`, `.astro`). `path` decides
 * by its extension what is tried first. Undefined where no attempt gets through, or the text is longer than 6 million characters.
 */
export function parseSyntax(text: string, path: string): Syntax | undefined {
  if (text.length > longestText) return undefined;
  const isMarkup = component.test(path) && /^\s*(<|---)/.test(text);
  const code = isMarkup ? scriptsOf(text) : text;
  const tree = parseTree(code, isMarkup ? `${path}.ts` : path);
  return tree === undefined ? undefined : new SyntaxWalk(code).walk(tree);
}

/** Files of which only parts are JavaScript or TypeScript. What a compiler made of one has its name, too, but does not begin with markup. */
const component = /\.(svelte|vue|astro)$/i;

/** The scripts of a component (`<script>`, the front matter of Astro) where they stand, all else blank. */
function scriptsOf(text: string): string {
  let code = "";
  for (const { indices } of text.matchAll(/<script\b[^>]*>(?<script>.*?)<\/script>|^\s*---\r?\n(?<matter>.*?)\n---/dgis)) {
    const [start, end] = indices?.groups?.["script"] ?? indices?.groups?.["matter"] ?? [0, 0];
    code += blank(text.slice(code.length, start)) + text.slice(start, end);
  }
  return code + blank(text.slice(code.length));
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}

/** The tree of a JavaScript or TypeScript text, with errors recovered where possible. */
export function parseTree(text: string, path: string): SyntaxNode | undefined {
  let recovered: SyntaxNode | undefined;
  for (const plugins of attempts(path)) {
    try {
      const file = parse(text, { ...lenient, plugins: [...always, ...plugins] });
      const program = file.program as unknown as SyntaxNode;
      if ((file.errors ?? []).length === 0) return program;
      recovered ??= program;
    } catch (error) {
      if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    }
  }
  return recovered;
}

function attempts(path: string): readonly NonNullable<ParserOptions["plugins"]>[] {
  if (/\.[cm]?ts$/i.test(path))
    return [
      ["typescript", "decorators"],
      ["typescript", "decorators-legacy"],
    ];
  if (/\.tsx$/i.test(path))
    return [
      ["typescript", "jsx", "decorators"],
      ["typescript", "jsx", "decorators-legacy"],
    ];
  return [
    ["jsx", "decorators"],
    ["typescript", "decorators-legacy"],
    ["flow", "jsx"],
  ];
}
