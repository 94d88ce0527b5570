import { bare, childAt, childrenAt, isCall, isMember, textAt, type SyntaxNode } from "./syntax-node.ts";

export interface FunctionNames {
  /** As V8 shows it. */
  readonly shown: string;
  /** Names by which code may call it. */
  readonly calledAs: readonly string[];
}

/** Last part of a name: `c` of `a.b.c`, `#p` of `this.#p`, `d` of `a["d"]`; "" if unknown. */
export function lastName(node: SyntaxNode | undefined): string {
  const inner = bare(node);
  switch (inner?.type) {
    case "Identifier":
    case "JSXIdentifier":
      return textAt(inner, "name") ?? "";
    case "PrivateName":
      return `#${textAt(childAt(inner, "id"), "name") ?? ""}`;
    case "StringLiteral":
      return textAt(inner, "value") ?? "";
    case "MemberExpression":
    case "OptionalMemberExpression": {
      const property = childAt(inner, "property");
      return inner["computed"] === true && property?.type !== "StringLiteral" ? "" : lastName(property);
    }
    default:
      return "";
  }
}

/** Name of a method or property; V8 shows well-known symbols in brackets. */
export function keyName(node: SyntaxNode): string {
  const key = childAt(node, "key");
  if (key?.type === "NumericLiteral") return String(key["value"]);
  if (node["computed"] !== true) return lastName(key);
  if (key?.type === "StringLiteral") return lastName(key);
  return isMember(key) && lastName(childAt(key, "object")) === "Symbol" ? `[Symbol.${lastName(key)}]` : "";
}

/** Names of a function or class expression by its place: `parent` holds it at `key`. */
export function namesByPlace(parent: SyntaxNode | undefined, key: string): FunctionNames {
  switch (parent?.type) {
    case "VariableDeclarator":
      return named(lastName(childAt(parent, "id")));
    case "AssignmentPattern":
      return named(lastName(childAt(parent, "left")));
    case "AssignmentExpression": {
      const left = childAt(parent, "left");
      return { shown: dottedName(left), calledAs: named(lastName(left)).calledAs };
    }
    case "ObjectProperty":
    case "ClassProperty":
    case "ClassPrivateProperty":
    case "ClassAccessorProperty":
      return key === "value" ? named(keyName(parent)) : named("");
    case "ExportDefaultDeclaration":
      return named("default");
    default:
      return named("");
  }
}

/** What `name` may refer to: `const name = other`, `const name = other.bind(x)`, `const name = require("x")`; "" for anything else. */
export function standsFor(node: SyntaxNode | undefined): string {
  const value = bare(node);
  if (value === undefined) return "";
  if (value.type === "AwaitExpression") return standsFor(childAt(value, "argument"));
  if (!isCall(value)) return lastName(value);
  const callee = bare(childAt(value, "callee"));
  if (lastName(callee) === "require") return "exports";
  if (isMember(callee) && lastName(callee) === "bind") return lastName(childAt(callee, "object"));
  return "";
}

/** Names among a call's arguments that may be called back. */
export function passedNames(call: SyntaxNode): readonly string[] {
  const names = childrenAt(call, "arguments").map(standsFor);
  const callee = bare(childAt(call, "callee"));
  if (isMember(callee) && /^(call|apply|bind)$/.test(lastName(callee))) names.push(lastName(childAt(callee, "object")));
  return names.filter((name) => name !== "");
}

function named(name: string): FunctionNames {
  return { shown: name, calledAs: name === "" ? [] : [name] };
}

/** V8 names an anonymous function after what it is assigned to, without `prototype` and `this`. */
function dottedName(node: SyntaxNode | undefined): string {
  const parts: string[] = [];
  let at = bare(node);
  while (isMember(at)) {
    const part = lastName(at);
    if (part !== "" && part !== "prototype") parts.unshift(part);
    at = bare(childAt(at, "object"));
  }
  const first = lastName(at);
  if (first !== "") parts.unshift(first);
  return parts.join(".");
}
