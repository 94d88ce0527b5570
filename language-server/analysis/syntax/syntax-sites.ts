import { wordSet } from "../collections.ts";
import { lastName, passedNames } from "./syntax-names.ts";
import { bare, childAt, isMember, textAt, type SyntaxNode } from "./syntax-node.ts";
import { siteKinds, type SiteKind, type SyntaxSites } from "./syntax.ts";
import type { Positions } from "./text-positions.ts";

/** Reserved words: V8 places a call of a property with such a name at its parenthesis. */
const reserved = wordSet(
  "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return switch this throw true try typeof var void while with",
);

/** Columns of numbers of the table of sites. */
const columns = ["kind", "line", "column", "endLine", "endColumn", "func"] as const;

/** Collects the places that may run another function, at V8's positions (parser-base.h, ParseLeftHandSideContinuation). */
export class SiteTable {
  readonly #positions: Positions;
  readonly #names: string[] = [];
  readonly #passes: (readonly string[])[] = [];
  readonly #callees: (SyntaxNode | undefined)[] = [];
  readonly #columns: readonly number[][] = columns.map(() => []);

  constructor(positions: Positions) {
    this.#positions = positions;
  }

  /** Row of the call site that a node is, or -1. */
  add(parent: SyntaxNode | undefined, node: SyntaxNode, func: number, superName: string): number {
    switch (node.type) {
      case "CallExpression":
      case "OptionalCallExpression":
        return this.#addCall(node, func, superName);
      case "NewExpression": {
        const callee = bare(childAt(node, "callee"));
        return this.#push("new", node, node.start, func, lastName(callee), passedNames(node), callee);
      }
      case "TaggedTemplateExpression": {
        const tag = childAt(node, "tag");
        return this.#push("tag", node, childAt(node, "quasi")?.start ?? node.start, func, lastName(tag), [], tag);
      }
      case "MemberExpression":
      case "OptionalMemberExpression":
        return this.#addMember(parent, node, func);
      case "AssignmentExpression": {
        const left = bare(childAt(node, "left"));
        if (!isMember(left)) return -1;
        const at = this.#positions.find(textAt(node, "operator") ?? "=", left?.end ?? node.start);
        return this.#push("set", node, at, func, lastName(left));
      }
      case "ForOfStatement":
        return this.#push("iterate", childAt(node, "right") ?? node, childAt(node, "left")?.start ?? node.start, func);
      case "SpreadElement":
        return this.#push("iterate", node, childAt(node, "argument")?.start ?? node.start, func);
      case "ArrayPattern":
        return this.#push("iterate", node, node.start, func);
      case "YieldExpression":
        return node["delegate"] === true ? this.#push("iterate", node, node.start, func) : -1;
      default:
        return -1;
    }
  }

  /** `bound`: names known to be functions, classes or imports; a call of any other plain name may run anything. */
  table(bound: ReadonlySet<string>): SyntaxSites {
    const { kind, ...flat } = flatColumns(columns, this.#columns);
    const dynamic = Uint8Array.from(this.#callees, (callee, row) => (isDynamic(callee, this.#names[row] as string, bound) ? 1 : 0));
    return { ...flat, kind: Uint8Array.from(kind), name: this.#names, passes: this.#passes, dynamic };
  }

  #addCall(node: SyntaxNode, func: number, superName: string): number {
    const written = childAt(node, "callee");
    const callee = bare(written);
    if (callee?.type === "Import") return -1;
    if (callee?.type === "Super") return this.#push("super", node, callee.start, func, superName, passedNames(node), callee);
    return this.#push("call", node, this.#callStart(node, written), func, lastName(callee), passedNames(node), callee);
  }

  #callStart(node: SyntaxNode, callee: SyntaxNode | undefined): number {
    const optional = node["optional"] === true;
    if (callee?.type === "Identifier" && !optional && !isParenthesized(callee)) return callee.start;
    const property =
      isMember(callee) && callee?.["computed"] !== true && !isParenthesized(callee) ? childAt(callee, "property") : undefined;
    if (property?.type === "Identifier" && !optional && !reserved.has(lastName(property))) return property.start;
    return this.#positions.find("(", (childAt(node, "typeArguments") ?? callee)?.end ?? node.start);
  }

  /** A read of a property, which may run a getter. Callees and assignment targets are not reads. */
  #addMember(parent: SyntaxNode | undefined, node: SyntaxNode, func: number): number {
    const name = lastName(node);
    const isCallee = parent !== undefined && bare(childAt(parent, "callee")) === node;
    const isTarget = parent?.type === "AssignmentExpression" && bare(childAt(parent, "left")) === node && parent["operator"] === "=";
    if (name === "" || isCallee || isTarget) return -1;
    return this.#push("get", node, childAt(node, "property")?.start ?? node.start, func, name);
  }

  #push(
    kind: SiteKind,
    node: SyntaxNode,
    at: number,
    func: number,
    name = "",
    passes: readonly string[] = [],
    callee?: SyntaxNode,
  ): number {
    const place = this.#positions.at(at);
    const end = this.#positions.at(node.end);
    [siteKinds.indexOf(kind), place.line, place.column, end.line, end.column, func].forEach((value, index) =>
      (this.#columns[index] as number[]).push(value),
    );
    this.#passes.push(passes);
    this.#callees.push(callee);
    return this.#names.push(name) - 1;
  }
}

/** Columns of numbers by their names. */
export function flatColumns<Name extends string>(names: readonly Name[], columns: readonly number[][]): Record<Name, Int32Array> {
  return Object.fromEntries(names.map((name, at) => [name, Int32Array.from(columns[at] ?? [])])) as Record<Name, Int32Array>;
}

function isDynamic(callee: SyntaxNode | undefined, name: string, bound: ReadonlySet<string>): boolean {
  if (callee === undefined || callee.type === "Super") return false;
  if (callee.type === "Identifier") return !bound.has(name);
  if (!isMember(callee)) return true;
  return name === "" || /^(call|apply)$/.test(name);
}

function isParenthesized(node: SyntaxNode): boolean {
  return (node["extra"] as { readonly parenthesized?: boolean } | undefined)?.parenthesized === true;
}
