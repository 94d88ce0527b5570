import { wordSet } from "../collections.ts";

/** A node of Babel's syntax tree, with the fields that we use. Babel has a type per node; we treat them uniformly. */
export interface SyntaxNode {
  readonly type: string;
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Keys of types, comments or bookkeeping: nothing in them runs. */
const stillKeys = wordSet(
  "type start end loc extra errors tokens comments leadingComments trailingComments innerComments typeAnnotation returnType typeParameters typeArguments superTypeArguments implements predicate",
);

/** TypeScript's nodes with code that runs; all others are types. */
const runningTypes = wordSet(
  "TSAsExpression TSSatisfiesExpression TSNonNullExpression TSTypeAssertion TSInstantiationExpression TSExportAssignment TSModuleDeclaration TSModuleBlock TSEnumDeclaration TSEnumBody TSEnumMember TSParameterProperty",
);

/** Nodes without children. */
const leaves = wordSet(
  "Identifier PrivateName NumericLiteral StringLiteral BooleanLiteral NullLiteral BigIntLiteral RegExpLiteral TemplateElement ThisExpression Super Import EmptyStatement DebuggerStatement",
);

/** Calls `visit` for every child node that may contain code, in the order of the text. */
export function eachChild(node: SyntaxNode, visit: (child: SyntaxNode, key: string) => void): void {
  for (const key in node) {
    const value = node[key];
    // Most values are strings and numbers.
    if (typeof value !== "object" || value === null || stillKeys.has(key)) continue;
    if (Array.isArray(value)) {
      for (const each of value) if (runs(each) && !isLeaf(each)) visit(each, key);
    } else if (runs(value) && !isLeaf(value)) visit(value, key);
  }
}

/** An identifier has children only if it is a decorated parameter. */
function isLeaf(node: SyntaxNode): boolean {
  return leaves.has(node.type) && node["decorators"] === undefined;
}

/** The child at a key; undefined if there is none. */
export function childAt(node: SyntaxNode | undefined, key: string): SyntaxNode | undefined {
  const value = node?.[key];
  return isNode(value) ? value : undefined;
}

export function childrenAt(node: SyntaxNode | undefined, key: string): readonly SyntaxNode[] {
  const value = node?.[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function textAt(node: SyntaxNode | undefined, key: string): string | undefined {
  const value = node?.[key];
  return typeof value === "string" ? value : undefined;
}

/** Unwraps parentheses, type assertions and the like. */
export function bare(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let inner = node;
  while (
    inner !== undefined &&
    (inner.type === "ParenthesizedExpression" ||
      inner.type === "ChainExpression" ||
      (inner.type.startsWith("TS") && runningTypes.has(inner.type)))
  ) {
    const next = childAt(inner, "expression");
    if (next === undefined) return inner;
    inner = next;
  }
  return inner;
}

export function isFunction(node: SyntaxNode | undefined): boolean {
  switch (node?.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ObjectMethod":
    case "ClassMethod":
    case "ClassPrivateMethod":
      return true;
    default:
      return false;
  }
}

export function isClass(node: SyntaxNode | undefined): boolean {
  return node?.type === "ClassDeclaration" || node?.type === "ClassExpression";
}

export function isMember(node: SyntaxNode | undefined): node is SyntaxNode {
  return node?.type === "MemberExpression" || node?.type === "OptionalMemberExpression";
}

export function isCall(node: SyntaxNode | undefined): node is SyntaxNode {
  return node?.type === "CallExpression" || node?.type === "OptionalCallExpression";
}

function runs(value: unknown): value is SyntaxNode {
  return isNode(value) && (!value.type.startsWith("TS") || runningTypes.has(value.type));
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { type?: unknown }).type === "string" &&
    typeof (value as { start?: unknown }).start === "number"
  );
}

/** The text of a part of a template; undefined if its escapes are not valid. */
export function cooked(quasi: SyntaxNode): string | undefined {
  const value: unknown = quasi["value"];
  return typeof value === "object" && value !== null && "cooked" in value && typeof value.cooked === "string" ? value.cooked : undefined;
}
