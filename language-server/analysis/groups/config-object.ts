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
import { parseTree, parseTreeAround, type TreePart } from "../syntax/syntax-parser.ts";
import { TextPositions } from "../syntax/text-positions.ts";
import type { Column, Line } from "../units.ts";

/** The object, class or function that a user gave to a tool, by one of its functions. */
export interface ConfiguredObject {
  /** What it calls itself; "" if it has no name. */
  readonly name: string;
  readonly line: Line;
  /** The hook that the function is of; "" if only its own name says so. */
  readonly hook: string;
  /** Neither an object nor a class is around the function. */
  readonly isFunction: boolean;
  /** How many parameters the function has. */
  readonly parameters: number;
}

/** Of longer texts, as bundles are, only the statement is parsed that a function is in. */
const longestWhole = 200_000;

/** Finds in a text what its functions belong to. Parses it once. */
export class ConfigObjects {
  readonly #text: string;
  readonly #path: string;
  readonly #tree: SyntaxNode | undefined;
  readonly #positions: TextPositions;

  constructor(text: string, path: string) {
    [this.#text, this.#path] = [text, path];
    this.#tree = text.length > longestWhole ? undefined : parseTree(text, path);
    this.#positions = new TextPositions(text, "editor");
  }

  /** Undefined if the text has no function there. */
  at(line: Line, column: Column): ConfiguredObject | undefined {
    const part = this.#partAt(line, column);
    if (part === undefined) return undefined;
    const around = nodesAround(part.tree, part.offset);
    const owner = around.findLast((node) => isClass(node) || nameProperty(node) !== undefined || isRule(node));
    const tap = around.findLast(isTap);
    const factory = around.find(isFunction);
    const object = owner ?? around.findLast(({ type }) => type === "ObjectExpression") ?? factory;
    if (object === undefined) return undefined;
    const named = owner === undefined ? undefined : (nameProperty(owner) ?? textAt(childAt(owner, "id"), "name"));
    const name = named ?? tapName(tap) ?? keyOf(object, around) ?? textAt(childAt(factory, "id"), "name") ?? "";
    const parameters = childrenAt(around.findLast(isFunction), "params").length;
    const { line: starts } = part.positions.at(object.start);
    return { name, line: starts, hook: hookOf(around, tap), isFunction: object === factory, parameters };
  }

  /** What the plugin calls itself, one of whose hooks is there: `{ name: "vite:css", transform: { handler() { … } } }`. */
  pluginAt(line: Line, column: Column, isHook: (name: string) => boolean): string | undefined {
    const part = this.#partAt(line, column);
    const around = part === undefined ? [] : nodesAround(part.tree, part.offset);
    const at = around.findLastIndex((node) => node.type === "ObjectExpression" && nameProperty(node) !== undefined);
    const [plugin, hook, ...inside] = around.slice(Math.max(0, at));
    const key = hook !== undefined && /^Object(?:Method|Property)$/.test(hook.type) ? keyText(hook) : undefined;
    // A function in the hook is not the hook.
    const isDirect = [hook, ...inside].filter(isFunction).length === 1;
    return at !== -1 && key !== undefined && isHook(key) && isDirect ? nameProperty(plugin as SyntaxNode) : undefined;
  }

  #partAt(line: Line, column: Column): TreePart | undefined {
    const offset = column < 0 ? undefined : this.#positions.offset({ line, column });
    if (offset === undefined) return undefined;
    if (this.#text.length > longestWhole) return parseTreeAround(this.#text, this.#path, offset, this.#positions);
    return this.#tree === undefined ? undefined : { tree: this.#tree, positions: this.#positions, offset };
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

/** The key that the object is the value of, as a rule in its plugin, or its variable. */
function keyOf(object: SyntaxNode, around: readonly SyntaxNode[]): string | undefined {
  const parent = around[around.indexOf(object) - 1];
  if (parent?.type === "VariableDeclarator") return textAt(childAt(parent, "id"), "name");
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
