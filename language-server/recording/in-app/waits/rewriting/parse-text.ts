import type { Parse, TreeNode } from "./syntax-tree.ts";

/** Larger texts are not parsed, which would take seconds. In UTF-16 code units. */
const longestText = 6_000_000;

/** Undefined if the text is not what Node, or the compiler that reads it next, would accept. */
export function parseText(text: string, path: string, isModule: boolean, parse: Parse): TreeNode | undefined {
  if (text.length > longestText) return undefined;
  const sourceType = isModule ? "module" : "commonjs";
  for (const plugins of pluginsFor(path)) {
    try {
      return parse(text, { sourceType, plugins, attachComment: false, createParenthesizedExpressions: true }).program;
    } catch (error) {
      // A deep text can be too much for the stack.
      if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

export function isTypeScript(path: string): boolean {
  return /\.[cm]?tsx?$/i.test(path);
}

function pluginsFor(path: string): readonly (readonly string[])[] {
  if (/\.[cm]?ts$/i.test(path))
    return [
      ["typescript", "decorators", "decoratorAutoAccessors"],
      ["typescript", "decorators-legacy"],
    ];
  if (/\.tsx$/i.test(path))
    return [
      ["typescript", "jsx", "decorators", "decoratorAutoAccessors"],
      ["typescript", "jsx", "decorators-legacy"],
    ];
  if (/\.jsx$/i.test(path)) return [["jsx", "decorators", "decoratorAutoAccessors"]];
  return [["sourcePhaseImports", "deferredImportEvaluation", "decorators", "decoratorAutoAccessors"]];
}
