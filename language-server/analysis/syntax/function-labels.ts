import { childAt, childrenAt, isCall, isClass, isMember, textAt, type SyntaxNode } from "./syntax-node.ts";
import { endOf, startOf } from "../shortened.ts";

/** Longer labels are cut, as they appear in lists beside figures. Approximate, in UTF-16 code units. */
const longestLabel = 60;

/** A text by offsets. */
export interface SlicedText {
  readonly length: number;
  readonly slice: (start: number, end: number) => string;
}

/**
 * The name that VS Code's breadcrumbs give an anonymous function or class by its place: `some() callback`, `<function>`. Follows
 * TypeScript's navigation tree (`getFunctionOrClassName` in services/navigationBar.ts), except that default exports are named so and long
 * labels are cut sooner. `parent` holds the node at `key`; `text` is the whole text.
 */
export function functionLabel(node: SyntaxNode, parent: SyntaxNode | undefined, key: string, text: SlicedText): string {
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

function methodLabel(node: SyntaxNode, text: SlicedText): string {
  const kind = textAt(node, "kind");
  return cut(`${kind === "get" || kind === "set" ? `${kind} ` : ""}${keyText(node, text)}`);
}

/** String arguments distinguish callbacks: `router.get('/x') callback`. */
function callbackLabel(called: string, args: readonly SyntaxNode[], text: SlicedText): string {
  const shown = called.length > longestLabel / 2 ? `…${endOf(called, longestLabel / 2)}` : called;
  const texts = args
    .filter(({ type }) => type === "StringLiteral" || type === "TemplateLiteral")
    .map((each) => oneLine(textOf(each, text)));
  return `${shown}(${cutTo(texts.join(", "), longestLabel - shown.length - "() callback".length)}) callback`;
}

/** `a.b.c` of the callee, without parts that have no name; "" if the last one has none. */
function calledName(callee: SyntaxNode | undefined): string {
  if (callee?.type === "Identifier") return textAt(callee, "name") ?? "";
  if (!isMember(callee) || callee["computed"] === true) return "";
  const property = childAt(callee, "property");
  const right = property?.type === "PrivateName" ? `#${textAt(childAt(property, "id"), "name") ?? ""}` : (textAt(property, "name") ?? "");
  const left = calledName(childAt(callee, "object"));
  return left === "" ? right : `${left}.${right}`;
}

function keyText(node: SyntaxNode, text: SlicedText): string {
  const key = oneLine(textOf(childAt(node, "key"), text));
  return node["computed"] === true ? `[${key}]` : key;
}

function textOf(node: SyntaxNode | undefined, text: SlicedText): string {
  return node === undefined ? "" : text.slice(node.start, node.end);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function cut(text: string): string {
  return cutTo(text, longestLabel);
}

function cutTo(text: string, longest: number): string {
  return text.length > longest ? `${startOf(text, Math.max(0, longest - 1))}…` : text;
}
