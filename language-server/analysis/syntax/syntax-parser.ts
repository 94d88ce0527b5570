import type { LineRule } from "./line-ends.ts";
import { parse, type ParserOptions } from "@babel/parser";
import type { Position } from "../profile/profile.ts";
import { PartOfText } from "./part-of-text.ts";
import { statementsAround } from "./statements-around.ts";
import { functionAt, type Syntax } from "./syntax.ts";
import { SyntaxWalk } from "./syntax-walk.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { TextPositions } from "./text-positions.ts";

/** Larger texts are not parsed, which would take seconds. In UTF-16 code units. */
export const longestText = 6_000_000;

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
/** Plugins that conflict with no other: for engines, TypeScript, and the syntax that packages' sources use. */
const always = [
  "decoratorAutoAccessors",
  "deferredImportEvaluation",
  "exportDefaultFrom",
  "sourcePhaseImports",
  "throwExpressions",
] satisfies ParserOptions["plugins"];

/**
 * Functions and calls of a script or source: JavaScript, TypeScript, JSX, CommonJS or module, or the scripts of a component (`.vue`,
 * `.svelte`, `.astro`). The extension of `path` decides what is tried first. Undefined if every attempt fails, or the text is longer than 6
 * million characters. Positions are as V8 counts lines, or by `rule`.
 */
export function parseSyntax(text: string, path: string, rule: LineRule = "engine"): Syntax | undefined {
  if (text.length > longestText) return undefined;
  const isMarkup = component.test(path) && /^\s*(<|---)/.test(text);
  const code = isMarkup ? scriptsOf(text) : text;
  const tree = parseTree(code, isMarkup ? `${path}.ts` : path);
  return tree === undefined ? undefined : new SyntaxWalk(code, new TextPositions(code, rule)).walk(tree);
}

/**
 * The same for only the statements around these places of a JavaScript text: enough to name the functions at them, in a fraction of the
 * time. Undefined if any of them is not found in this way.
 */
export function parseSyntaxAround(text: string, path: string, places: readonly Position[]): Syntax | undefined {
  if (text.length > longestText || component.test(path)) return undefined;
  const positions = new TextPositions(text);
  const offsets = places.map((place) => positions.offset(place));
  if (offsets.includes(undefined)) return undefined;
  const ascending = (offsets as number[]).toSorted((a, b) => a - b);
  const statements = statementsAround(text, ascending);
  if (statements === undefined) return undefined;
  const code = new PartOfText(text, statements, positions);
  const tree = treeOfPart(code.part, path);
  if (tree === undefined) return undefined;
  const syntax = new SyntaxWalk(code, code).walk(tree);
  return places.every(({ line, column }) => functionAt(syntax, line, column, "") !== -1) ? syntax : undefined;
}

/** Files that are only partly JavaScript or TypeScript. A compiler's output may have the same name, but does not start with markup. */
const component = /\.(svelte|vue|astro)$/i;

/** A component's scripts (`<script>`, the front matter of Astro) at their positions, everything else blank. */
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

/** The tree of a JavaScript or TypeScript text, with error recovery if possible. */
export function parseTree(text: string, path: string): SyntaxNode | undefined {
  let recovered: SyntaxNode | undefined;
  for (const plugins of attempts(path)) {
    const attempt = attempted(text, plugins);
    if (attempt?.errors.length === 0) return attempt.program;
    recovered ??= attempt?.program;
  }
  return recovered;
}

/** A piece of a text as a tree, and where in it a place of the text is. */
export interface TreePart {
  readonly tree: SyntaxNode;
  readonly positions: Pick<TextPositions, "at">;
  readonly offset: number;
}

/** The tree of the statement around an offset, without the blocks in it; undefined if it cannot be parsed alone. */
export function parseTreeAround(text: string, path: string, offset: number, positions: TextPositions): TreePart | undefined {
  const statements = text.length > longestText ? undefined : statementsAround(text, [offset]);
  if (statements === undefined) return undefined;
  const code = new PartOfText(text, statements, positions);
  const [tree, inside] = [treeOfPart(code.part, path), code.partOffset(offset)];
  return tree === undefined || inside === undefined ? undefined : { tree, positions: code, offset: inside };
}

/** Errors that a statement has only without what is around it. */
const partErrors = new Set(["IllegalBreakContinue", "InvalidPrivateFieldResolution", "VarRedeclaration", "DuplicateExport"]);

/** The tree of statements out of a text; undefined if they are wrong in themselves. */
function treeOfPart(text: string, path: string): SyntaxNode | undefined {
  const [usual = []] = attempts(path);
  const attempt = attempted(text, usual, { allowYieldOutsideFunction: true });
  return attempt?.errors.every(({ reasonCode }) => partErrors.has(reasonCode)) === true ? attempt.program : undefined;
}

interface Attempt {
  readonly program: SyntaxNode;
  readonly errors: readonly { readonly reasonCode: string }[];
}

function attempted(text: string, plugins: Plugins, options: ParserOptions = {}): Attempt | undefined {
  try {
    const file = parse(text, { ...lenient, ...options, plugins: [...always, ...plugins] });
    return { program: file.program as unknown as SyntaxNode, errors: file.errors ?? [] };
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    return undefined;
  }
}

type Plugins = NonNullable<ParserOptions["plugins"]>;

function attempts(path: string): readonly Plugins[] {
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
