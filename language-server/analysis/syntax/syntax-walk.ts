import { flatColumns, SiteTable } from "./syntax-sites.ts";
import { functionLabel, type SlicedText } from "./function-labels.ts";
import type { Initializer, Syntax } from "./syntax.ts";
import { keyName, lastName, namesByPlace, standsFor, type FunctionNames } from "./syntax-names.ts";
import { bare, childAt, childrenAt, eachChild, isCall, isClass, isFunction, textAt, type SyntaxNode } from "./syntax-node.ts";
import type { Positions } from "./text-positions.ts";
import { madeOnce } from "../collections.ts";

/** A node to visit, with its context. */
interface Visit {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | undefined;
  readonly key: string;
  /** Row of the enclosing function. */
  readonly func: number;
  /** Row of the call site that it is an argument of, or -1. */
  readonly argumentOf: number;
  /** The enclosing class, for `super` and constructors. */
  readonly home: ClassHome | undefined;
}

interface ClassHome {
  readonly names: FunctionNames;
  readonly label: string;
  readonly superName: string;
  /** Rows of the functions that V8 makes of field initialisers; -1 if there are none. */
  readonly instanceFields: number;
  readonly staticFields: number;
}

/** Columns of numbers of the table of functions. */
const columns = ["line", "column", "startLine", "startColumn", "endLine", "endColumn", "parent", "argumentOf", "generator"] as const;

/** Walks a tree once, without recursion, and fills the flat tables. Functions are in the order of the text. */
export class SyntaxWalk {
  readonly #positions: Positions;
  readonly #text: SlicedText;
  readonly #sites: SiteTable;
  readonly #names: string[] = [];
  readonly #labels: string[] = [];
  readonly #calledAs: (readonly string[])[] = [];
  readonly #columns: readonly number[][] = columns.map(() => []);
  readonly #aliases = new Map<string, Set<string>>();
  readonly #initializers: Initializer[] = [];
  /** Names bound to a known function, class or import. */
  readonly #bound = new Set<string>();

  /** Both by the offsets of the tree. */
  constructor(text: SlicedText, positions: Positions) {
    this.#positions = positions;
    this.#text = text;
    this.#sites = new SiteTable(this.#positions);
  }

  walk(program: SyntaxNode): Syntax {
    this.#addFunction({ shown: "", calledAs: [] }, "", 0, 0, this.#text.length, -1, -1, false);
    const visits: Visit[] = [{ node: program, parent: undefined, key: "", func: 0, argumentOf: -1, home: undefined }];
    for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
      const children = this.#visit(visit);
      for (let index = children.length - 1; index >= 0; index--) visits.push(children[index] as Visit);
    }
    const { generator, ...flat } = flatColumns(columns, this.#columns);
    const functions = { ...flat, name: this.#names, label: this.#labels, calledAs: this.#calledAs };
    return {
      functions: { ...functions, generator: Uint8Array.from(generator) },
      sites: this.#sites.table(this.#bound),
      aliases: this.#aliases,
      initializers: this.#initializers,
    };
  }

  #visit(visit: Visit): Visit[] {
    const { node, func } = visit;
    if (isFunction(node)) return this.#visitFunction(visit);
    if (isClass(node)) return this.#visitClass(visit);
    this.#noteNames(node);
    const site = this.#sites.add(visit.parent, node, func, visit.home?.superName ?? "");
    const children: Visit[] = [];
    eachChild(node, (child, key) => {
      const argumentOf = site !== -1 && key === "arguments" ? site : isWrapper(node, key) ? visit.argumentOf : -1;
      children.push({
        node: child,
        parent: isWrapper(node, key) ? visit.parent : node,
        key: isWrapper(node, key) ? visit.key : key,
        func,
        argumentOf,
        home: visit.home,
      });
    });
    return children;
  }

  #visitFunction({ node, parent, key, func, argumentOf, home }: Visit): Visit[] {
    const names = this.#functionNames(node, parent, key, home);
    const isConstructor = textAt(node, "kind") === "constructor";
    const label = isConstructor ? (home?.label ?? "") : this.#labelOf(names, node, parent, key);
    const start = this.#functionStart(node);
    const own = this.#addFunction(names, label, start, node.start, node.end, func, argumentOf, node["generator"] === true);
    if (node.type === "FunctionDeclaration") this.#bind(names.calledAs);
    const children: Visit[] = [];
    eachChild(node, (child, childKey) => {
      const outside = childKey === "key" || childKey === "decorators" || childKey === "id";
      if (childKey !== "id") children.push({ node: child, parent: node, key: childKey, func: outside ? func : own, argumentOf: -1, home });
    });
    return children;
  }

  #visitClass({ node, parent, key, func, argumentOf, home: outer }: Visit): Visit[] {
    const names = ownNames(node, parent, key);
    this.#bind(names.calledAs);
    const members = childrenAt(childAt(node, "body"), "body");
    const initialised = members.filter((member) => isField(member) || isStaticBlock(member));
    const label = this.#labelOf(names, node, parent, key);
    const add = (shown: string, calledAs: readonly string[], shownLabel = ""): number =>
      this.#addFunction({ shown, calledAs }, shownLabel, node.start, node.start, node.end, func, argumentOf, false);
    if (!members.some((member) => member["kind"] === "constructor")) add(names.shown, names.calledAs, label);
    const addInitializer = (shown: string, first: SyntaxNode | undefined): number => {
      if (first === undefined) return -1;
      const row = add(shown, []);
      const starts = [node.start, childAt(node, "body")?.start ?? node.start, first.start];
      const lines = [...new Set(starts.map((start) => this.#positions.at(start).line))];
      this.#initializers.push({ row, className: names.shown, lines });
      return row;
    };
    const home: ClassHome = {
      names,
      label,
      superName: lastName(childAt(node, "superClass")),
      instanceFields: addInitializer(
        "<instance_members_initializer>",
        initialised.find((member) => !isStatic(member)),
      ),
      staticFields: addInitializer("<static_initializer>", initialised.find(isStatic)),
    };
    const children: Visit[] = [];
    eachChild(node, (child, childKey) => {
      if (childKey === "id") return;
      if (childKey !== "body") children.push({ node: child, parent: node, key: childKey, func, argumentOf: -1, home: outer });
    });
    for (const member of members) {
      if (!isField(member) && !isStaticBlock(member)) {
        children.push({ node: member, parent: node, key: "body", func, argumentOf: -1, home });
        continue;
      }
      const owner = isStatic(member) ? home.staticFields : home.instanceFields;
      eachChild(member, (child, childKey) => {
        const outside = childKey === "key" || childKey === "decorators";
        children.push({ node: child, parent: member, key: childKey, func: outside ? func : owner, argumentOf: -1, home });
      });
    }
    return children;
  }

  #functionNames(node: SyntaxNode, parent: SyntaxNode | undefined, key: string, home: ClassHome | undefined): FunctionNames {
    const kind = textAt(node, "kind");
    if (node.type === "ObjectMethod" || node.type === "ClassMethod" || node.type === "ClassPrivateMethod") {
      if (kind === "constructor" && home !== undefined) return home.names;
      const name = keyName(node);
      return { shown: kind === "get" || kind === "set" ? `${kind} ${name}` : name, calledAs: name === "" ? [] : [name] };
    }
    return ownNames(node, parent, key);
  }

  #labelOf({ shown }: FunctionNames, node: SyntaxNode, parent: SyntaxNode | undefined, key: string): string {
    const isDefault = shown === "default" && parent?.type === "ExportDefaultDeclaration";
    return shown === "" || isDefault ? functionLabel(node, parent, key, this.#text) : "";
  }

  /** Offset at which V8 reports that a function starts. */
  #functionStart(node: SyntaxNode): number {
    if (node.type === "ArrowFunctionExpression") return node.start;
    const before = childAt(node, "typeParameters") ?? childAt(node, "key") ?? childAt(node, "id");
    return this.#positions.find("(", before?.end ?? node.start);
  }

  #addFunction(
    names: FunctionNames,
    label: string,
    at: number,
    start: number,
    end: number,
    parent: number,
    argumentOf: number,
    generator: boolean,
  ): number {
    const [place, first, last] = [this.#positions.at(at), this.#positions.at(start), this.#positions.at(end)];
    const values = [place.line, place.column, first.line, first.column, last.line, last.column, parent, argumentOf, generator ? 1 : 0];
    values.forEach((value, index) => (this.#columns[index] as number[]).push(value));
    this.#calledAs.push([...new Set(names.calledAs)]);
    this.#labels.push(label);
    return this.#names.push(names.shown) - 1;
  }

  #noteNames(node: SyntaxNode): void {
    switch (node.type) {
      case "VariableDeclarator": {
        const value = bare(childAt(node, "init"));
        const name = lastName(childAt(node, "id"));
        if (isFunction(value) || isClass(value) || (isCall(value) && standsFor(value) === "exports")) this.#bind([name]);
        return this.#alias(name, standsFor(value));
      }
      case "AssignmentExpression":
        return this.#alias(lastName(childAt(node, "left")), standsFor(childAt(node, "right")));
      case "ObjectProperty": {
        const value = bare(childAt(node, "value"));
        const target = value?.type === "AssignmentPattern" ? childAt(value, "left") : value;
        // `{ a: b }` makes `b` callable as `a` in an object literal, and `a` as `b` in a destructuring pattern.
        this.#alias(keyName(node), lastName(target));
        return this.#alias(lastName(target), keyName(node));
      }
      case "ImportSpecifier":
        this.#bind([lastName(childAt(node, "local"))]);
        return this.#alias(lastName(childAt(node, "local")), lastName(childAt(node, "imported")));
      case "ImportDefaultSpecifier":
        this.#bind([lastName(childAt(node, "local"))]);
        this.#alias(lastName(childAt(node, "local")), "exports");
        return this.#alias(lastName(childAt(node, "local")), "default");
      case "ExportSpecifier":
        return this.#alias(lastName(childAt(node, "exported")), lastName(childAt(node, "local")));
      default:
    }
  }

  #alias(name: string, other: string): void {
    if (name === "" || other === "" || name === other) return;
    madeOnce(this.#aliases, name, () => new Set()).add(other);
  }

  #bind(names: readonly string[]): void {
    for (const name of names) if (name !== "") this.#bound.add(name);
  }
}

function ownNames(node: SyntaxNode, parent: SyntaxNode | undefined, key: string): FunctionNames {
  const id = lastName(childAt(node, "id"));
  const byPlace = namesByPlace(parent, key);
  return id === "" ? byPlace : { shown: id, calledAs: [id, ...byPlace.calledAs] };
}

/** Nodes that do not change what is inside them. */
function isWrapper(node: SyntaxNode, key: string): boolean {
  return key === "expression" && bare(node) !== node;
}

function isField(node: SyntaxNode): boolean {
  return node.type === "ClassProperty" || node.type === "ClassPrivateProperty" || node.type === "ClassAccessorProperty";
}

function isStaticBlock(node: SyntaxNode): boolean {
  return node.type === "StaticBlock";
}

function isStatic(member: SyntaxNode): boolean {
  return member["static"] === true || isStaticBlock(member);
}
