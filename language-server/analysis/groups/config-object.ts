import {
  bare,
  childAt,
  childrenAt,
  eachChild,
  isCall,
  isClass,
  isFunction,
  isMember,
  type SyntaxNode,
  textAt,
} from "../syntax/syntax-node.ts";
import { parseTree } from "../syntax/syntax-parser.ts";
import { TextPositions } from "../syntax/text-positions.ts";
import type { Column, Line } from "../units.ts";

/** The object, class or function that a user gave to a tool, by one of its functions. */
export interface ConfiguredObject {
  /** What it calls itself; "" if it has no name. */
  readonly name: string;
  readonly line: Line;
  /** The hook that the function is of; "" if only its own name says so. */
  readonly hook: string;
}

/** Finds in a text what its functions belong to. Parses it once. */
export class ConfigObjects {
  readonly #tree: SyntaxNode | undefined;
  readonly #positions: TextPositions;

  constructor(text: string, path: string) {
    this.#tree = parseTree(text, path);
    this.#positions = new TextPositions(text, "editor");
  }

  /** Undefined if the text has no function there. */
  at(line: Line, column: Column): ConfiguredObject | undefined {
    const offset = column < 0 ? undefined : this.#positions.offset({ line, column });
    if (offset === undefined || this.#tree === undefined) return undefined;
    const around = nodesAround(this.#tree, offset);
    const owner = around.findLast((node) => isClass(node) || nameProperty(node) !== undefined || isRule(node));
    const tap = around.findLast(isTap);
    const factory = around.find(isFunction);
    const object = owner ?? around.findLast(({ type }) => type === "ObjectExpression") ?? factory;
    if (object === undefined) return undefined;
    const named = owner === undefined ? undefined : (nameProperty(owner) ?? textAt(childAt(owner, "id"), "name"));
    const name = named ?? tapName(tap) ?? keyOf(object, around) ?? textAt(childAt(factory, "id"), "name") ?? "";
    return { name, line: this.#positions.at(object.start).line, hook: hookOf(around, tap) };
  }
}

/** From the text's program inwards. */
function nodesAround(tree: SyntaxNode, offset: number): readonly SyntaxNode[] {
  const around: SyntaxNode[] = [];
  for (let node: SyntaxNode | undefined = tree; node !== undefined;) {
    around.push(node);
    let inner: SyntaxNode | undefined;
    eachChild(node, (child) => {
      if (child.start <= offset && offset < child.end) inner ??= child;
    });
    node = inner;
  }
  return around;
}

/** `name: "…"` of an object, `name = "…"` of a class. */
function nameProperty(node: SyntaxNode): string | undefined {
  const members = isClass(node) ? childrenAt(childAt(node, "body"), "body") : childrenAt(node, "properties");
  const property = members.find((each) => /^(?:Object|Class)Property$/.test(each.type) && keyText(each) === "name");
  return textAt(bare(childAt(property, "value")), "value");
}

/** `{ create(context) { … } }` */
function isRule(node: SyntaxNode): boolean {
  return node.type === "ObjectExpression" && childrenAt(node, "properties").some((each) => keyText(each) === "create");
}

function keyText(property: SyntaxNode): string | undefined {
  const key = childAt(property, "key");
  return property["computed"] === true ? undefined : (textAt(key, "name") ?? textAt(key, "value"));
}

/** The key that the object is the value of: a rule's in its plugin. */
function keyOf(object: SyntaxNode, around: readonly SyntaxNode[]): string | undefined {
  const parent = around[around.indexOf(object) - 1];
  return parent?.type === "ObjectProperty" ? keyText(parent) : undefined;
}

/** `compiler.hooks.emit.tapPromise("Name", …)`. */
function isTap(node: SyntaxNode): boolean {
  return isCall(node) && /^tap(?:Async|Promise)?$/.test(textAt(childAt(childAt(node, "callee"), "property"), "name") ?? "");
}

function tapName(tap: SyntaxNode | undefined): string | undefined {
  const first = bare(childrenAt(tap, "arguments")[0]);
  return first === undefined ? undefined : (nameProperty(first) ?? textAt(first, "value"));
}

function hookOf(around: readonly SyntaxNode[], tap: SyntaxNode | undefined): string {
  const hook = bare(childAt(childAt(tap, "callee"), "object"));
  if (isMember(hook)) return textAt(childAt(hook, "property"), "name") ?? "";
  // `transform: { order: "pre", handler() {} }`
  const at = around.findLastIndex((node) => /^Object(?:Method|Property)$/.test(node.type) && keyText(node) === "handler");
  const outer = at === -1 ? undefined : around[at - 2];
  return outer?.type === "ObjectProperty" ? (keyText(outer) ?? "") : "";
}
