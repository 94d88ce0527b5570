import { childAt, childrenAt, isCall, isClass, isMember, textAt, type SyntaxNode } from "./syntax-node.ts";

/** Longer labels are cut: they stand in lists beside figures. In UTF-16 code units, about. */
const longestLabel = 60;

/**
 * What the breadcrumbs of VS Code call a function or class that V8 has no name for, by where it stands: `some() callback`, `<function>`.
 * The rules are those of TypeScript's navigation tree (`getFunctionOrClassName` in services/navigationBar.ts); a default export is called so,
 * and what is long is cut sooner. `parent` holds the node at `key`; `text` is the whole text.
 */
export function functionLabel(node: SyntaxNode, parent: SyntaxNode | undefined, key: string, text: string): string {
  if (childAt(node, "key") !== undefined) return methodLabel(node, text);
  switch (parent?.type) {
    case "ExportDefaultDeclaration":
      return "default export";
    case "AssignmentExpression":
      if (parent["operator"] === "=") return cut(textOf(childAt(parent, "left"), text).replaceAll(/\s+/g, ""));
      break;
    case "ObjectProperty":
    case "ClassProperty":
    case "ClassAccessorProperty":
      if (key === "value") return cut(keyText(parent, text));
      break;
    default:
  }
  if (isClass(node)) return "<class>";
  const called = isCall(parent) && key === "arguments" ? calledName(childAt(parent, "callee")) : "";
  return called === "" ? "<function>" : callbackLabel(called, childrenAt(parent, "arguments"), text);
}

function methodLabel(node: SyntaxNode, text: string): string {
  const kind = textAt(node, "kind");
  return cut(`${kind === "get" || kind === "set" ? `${kind} ` : ""}${keyText(node, text)}`);
}

/** Texts among the arguments tell callbacks apart: `router.get('/x') callback`. */
function callbackLabel(called: string, args: readonly SyntaxNode[], text: string): string {
  const shown = called.length > longestLabel / 2 ? `…${called.slice(-longestLabel / 2)}` : called;
  const texts = args
    .filter(({ type }) => type === "StringLiteral" || type === "TemplateLiteral")
    .map((each) => oneLine(textOf(each, text)));
  return `${shown}(${cutTo(texts.join(", "), longestLabel - shown.length - "() callback".length)}) callback`;
}

/** `a.b.c` of what is called; without the parts that have no name, "" where the last one has none. */
function calledName(callee: SyntaxNode | undefined): string {
  if (callee?.type === "Identifier") return textAt(callee, "name") ?? "";
  if (!isMember(callee) || callee["computed"] === true) return "";
  const property = childAt(callee, "property");
  const right = property?.type === "PrivateName" ? `#${textAt(childAt(property, "id"), "name") ?? ""}` : (textAt(property, "name") ?? "");
  const left = calledName(childAt(callee, "object"));
  return left === "" ? right : `${left}.${right}`;
}

function keyText(node: SyntaxNode, text: string): string {
  const key = oneLine(textOf(childAt(node, "key"), text));
  return node["computed"] === true ? `[${key}]` : key;
}

function textOf(node: SyntaxNode | undefined, text: string): string {
  return node === undefined ? "" : text.slice(node.start, node.end);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function cut(text: string): string {
  return cutTo(text, longestLabel);
}

function cutTo(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, Math.max(0, longest - 1))}…` : text;
}
