import { bare, childAt, childrenAt, eachChild, isCall, isMember, type SyntaxNode, textAt, cooked } from "../syntax/syntax-node.ts";

/** Parts of the syntax tree that say where routes are: paths, objects with routes, modules, decorators. */

/** Constants that double a constant, again and again, would fill the memory. */
const longestText = 2000;
const urlName = /^(url|path|pathname|originalUrl)$/;

/** Texts of variables that never change, by name; undefined if it is not known which. */
export type Constants = ReadonlyMap<string, string | undefined>;

/** The path in a string or template, or in several that are joined; `*` stands for a wildcard. */
export function pathOf(node: SyntaxNode | undefined, constants: Constants): string | undefined {
  const text = constantText(node, constants);
  return text !== undefined && /^\/[^\s"'`]*$/.test(text) ? text : undefined;
}

/** A string, a template, a constant, or several of them joined; undefined if a part is not known. */
export function constantText(node: SyntaxNode | undefined, constants: Constants): string | undefined {
  const value = bare(node);
  if (value?.type === "StringLiteral") return textAt(value, "value");
  if (value?.type === "Identifier") return constants.get(nameOf(value));
  if (value?.type === "TemplateLiteral") {
    const between = childrenAt(value, "expressions").map((each) => constantText(each, constants));
    return allOf(childrenAt(value, "quasis").flatMap((each, index) => (index === 0 ? [cooked(each)] : [between[index - 1], cooked(each)])));
  }
  if (value?.type !== "BinaryExpression" || textAt(value, "operator") !== "+") return undefined;
  return allOf([constantText(childAt(value, "left"), constants), constantText(childAt(value, "right"), constants)]);
}

/** Whether it makes a text, known or not. */
export function isText(node: SyntaxNode | undefined): boolean {
  const value = bare(node);
  return value?.type === "TemplateLiteral" || (value?.type === "BinaryExpression" && textAt(value, "operator") === "+");
}

function allOf(parts: readonly (string | undefined)[]): string | undefined {
  const text = parts.includes(undefined) ? undefined : parts.join("");
  return text === undefined || text.length > longestText ? undefined : text;
}

/** The members of a list, or the node itself; none if there is none. */
export function eachOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  return node?.type === "ArrayExpression" ? childrenAt(node, "elements") : node === undefined ? [] : [node];
}

/** A string, or those of a list; none for anything else. */
export function textsOf(node: SyntaxNode | undefined): readonly string[] {
  return eachOf(node).flatMap((one) => (one.type === "StringLiteral" ? [textAt(one, "value") ?? ""] : []));
}

export function property(object: SyntaxNode | undefined, name: string): SyntaxNode | undefined {
  const found = childrenAt(object, "properties").find((each) => nameOf(childAt(each, "key")) === name);
  return bare(childAt(found, "value"));
}

export function nameOf(node: SyntaxNode | undefined): string {
  return node?.type === "Identifier" ? (textAt(node, "name") ?? "") : node?.type === "StringLiteral" ? (textAt(node, "value") ?? "") : "";
}

/** `app`, `this.app`; for a chain of calls, its first object. */
export function receiverOf(node: SyntaxNode | undefined): string {
  const inner = bare(node);
  if (isCall(inner)) return receiverOf(childAt(bare(childAt(inner, "callee")), "object"));
  if (isMember(inner)) return nameOf(childAt(inner, "property"));
  return nameOf(inner);
}

/** The `….route("/x")` on which a method is called, with any number of calls in between. */
export function routeCall(object: SyntaxNode | undefined): SyntaxNode | undefined {
  if (!isCall(object)) return undefined;
  const callee = bare(childAt(object, "callee"));
  if (!isMember(callee)) return undefined;
  if (nameOf(childAt(callee, "property")) === "route") return object;
  return routeCall(bare(childAt(callee, "object")));
}

export function routeReceiver(call: SyntaxNode): string {
  return receiverOf(childAt(bare(childAt(call, "callee")), "object"));
}

/** Of `require("./x")`, `require("./x").router`, `import("./x")` and `await import("./x")`. */
export function requiredModule(node: SyntaxNode | undefined): string | undefined {
  const member = isMember(node) ? bare(childAt(node, "object")) : node;
  const inner = member?.type === "AwaitExpression" ? bare(childAt(member, "argument")) : member;
  if (inner?.type === "ImportExpression") return textAt(childAt(inner, "source"), "value");
  if (!isCall(inner)) return undefined;
  const callee = childAt(inner, "callee");
  const [specifier] = childrenAt(inner, "arguments");
  if (nameOf(callee) === "require") return textAt(specifier, "value");
  // `require("./routes")(app)`
  return requiredModule(callee);
}

export function decorator(node: SyntaxNode, isIt: (name: string) => boolean): SyntaxNode | undefined {
  return childrenAt(node, "decorators")
    .map((each) => bare(childAt(each, "expression")))
    .find((call) => isCall(call) && isIt(nameOf(childAt(call, "callee"))));
}

export function isUrl(node: SyntaxNode | undefined): boolean {
  return urlName.test(isMember(node) ? nameOf(childAt(node, "property")) : nameOf(node));
}

/** `request.method === "POST"` in the same condition; GET if there is none. */
export function comparedMethod(condition: SyntaxNode | undefined): string {
  let found = "GET";
  const look = (node: SyntaxNode): void => {
    if (node.type === "BinaryExpression" && nameOf(childAt(bare(childAt(node, "left")), "property")) === "method")
      found = textAt(bare(childAt(node, "right")), "value") ?? found;
    if (node.type === "LogicalExpression") eachChild(node, look);
  };
  if (condition !== undefined) look(condition);
  return found.toUpperCase();
}
