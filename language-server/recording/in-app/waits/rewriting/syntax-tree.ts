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

/** A node of Babel's tree, with the fields that are read here. */
export interface TreeNode {
  readonly type: string;
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface ParserOptions {
  readonly sourceType: "module" | "commonjs";
  readonly plugins: readonly string[];
  readonly attachComment: boolean;
  readonly createParenthesizedExpressions: boolean;
  readonly [option: string]: unknown;
}

/** Babel's. It throws a SyntaxError. */
export type Parse = (text: string, options: ParserOptions) => { readonly program: TreeNode };

/** Keys of types, comments or bookkeeping: nothing in them runs. */
const stillKeys = new Set(
  "type start end loc extra errors tokens comments typeAnnotation returnType typeParameters typeArguments superTypeArguments implements".split(
    " ",
  ),
);

/** Calls `visit` for every node below, in the order of the text. */
export function eachChild(node: TreeNode, visit: (child: TreeNode, key: string) => void): void {
  for (const key in node) {
    const value = node[key];
    if (typeof value !== "object" || value === null || stillKeys.has(key)) continue;
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) visit(each, key);
    } else if (isNode(value)) visit(value, key);
  }
}

export function childAt(node: TreeNode, key: string): TreeNode | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

export function childrenAt(node: TreeNode, key: string): readonly TreeNode[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function nameOf(node: TreeNode | undefined): string | undefined {
  const name = node?.["name"];
  return typeof name === "string" ? name : undefined;
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

const functionTypes = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ObjectMethod",
  "ClassMethod",
  "ClassPrivateMethod",
]);

export function isFunction(node: TreeNode): boolean {
  return functionTypes.has(node.type);
}
