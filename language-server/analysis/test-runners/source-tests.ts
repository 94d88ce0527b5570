import { lineAt } from "../syntax/line-ends.ts";
import { parseTree } from "../syntax/syntax-parser.ts";
import {
  bare,
  childAt,
  childrenAt,
  eachChild,
  isCall,
  isFunction,
  isMember,
  type SyntaxNode,
  textAt,
  cooked,
} from "../syntax/syntax-node.ts";
import type { Line } from "../units.ts";
import { type NamedTest, runnerOfModule, type TestRunner } from "./test-command.ts";
import { countsOf } from "../collections.ts";

/** A test or a group of tests in a file. */
export interface SourceTest extends NamedTest {
  readonly line: Line;
  readonly endLine: Line;
}

export interface SourceTests {
  /** The runner whose functions the file imports; undefined if they are globals. */
  readonly runner?: TestRunner | undefined;
  /** In the order of the text, groups before what is in them. */
  readonly tests: readonly SourceTest[];
}

const testNames = new Set(["test", "it", "specify", "xit", "fit", "xtest"]);
const groupNames = new Set(["describe", "suite", "context", "xdescribe", "fdescribe"]);
const modifiers =
  /^(only|skip|todo|each|for|concurrent|sequential|skipIf|runIf|fails|failing|shuffle|serial|parallel|retries|extend|override|scoped)$/;
const mayTest = /\b(test|it|bench|specify|describe|suite|context)\b/;

/** Parts of a title of which nothing is known. */
const anyTitle: readonly string[] = ["", ""];

type Found = Omit<SourceTest, "isAmbiguous">;

/** The tests of a JavaScript or TypeScript file: calls of `test`, `it`, `describe` and their like with a title. */
export function sourceTests(text: string, path: string): SourceTests {
  const tree = mayTest.test(text) ? parseTree(text, path) : undefined;
  if (tree === undefined) return { runner: undefined, tests: [] };
  const walk = new TestWalk(text);
  walk.visit(tree, []);
  return { runner: walk.runner, tests: withAmbiguity(walk.tests) };
}

class TestWalk {
  readonly tests: Found[] = [];
  runner: TestRunner | undefined;
  readonly #text: string;
  /** What the file calls the runner's functions, if it renames them: `import { test as check } from "node:test"`. */
  readonly #renamed = new Map<string, string>();

  constructor(text: string) {
    this.#text = text;
  }

  visit(node: SyntaxNode, outer: NamedTest["titles"]): void {
    this.#imports(node);
    const found = isCall(node) ? this.#test(node, outer) : undefined;
    if (found !== undefined) this.tests.push(found);
    // No runner can run a test within a test alone.
    if (found?.isGroup === false) return;
    const inside = found?.titles ?? (this.#isUnnamedGroup(node) ? [...outer, anyTitle] : outer);
    eachChild(node, (child) => this.visit(child, inside));
  }

  /** `describe(Orders.name, () => …)`: the title is not known, but stands before those of its tests. */
  #isUnnamedGroup(node: SyntaxNode): boolean {
    if (!isCall(node)) return false;
    const [title, ...others] = childrenAt(node, "arguments");
    return (
      title !== undefined &&
      !isFunction(bare(title)) &&
      others.some(mayRun) &&
      groupNames.has(this.#calledName(childAt(node, "callee")).name)
    );
  }

  #imports(node: SyntaxNode): void {
    if (node.type === "ImportDeclaration") {
      const runner = runnerOfModule(textAt(childAt(node, "source"), "value") ?? "");
      if (runner === undefined) return;
      this.runner ??= runner;
      for (const each of childrenAt(node, "specifiers"))
        this.#rename(childAt(each, "local"), childAt(each, "imported"), each.type !== "ImportNamespaceSpecifier");
    }
    if (node.type === "VariableDeclarator") {
      const required = bare(childAt(node, "init"));
      const runner = isCall(required) && nameOf(childAt(required, "callee")) === "require" ? firstText(required) : undefined;
      if (runner === undefined || runnerOfModule(runner) === undefined) return;
      this.runner ??= runnerOfModule(runner);
      const id = childAt(node, "id");
      if (id?.type === "ObjectPattern")
        for (const each of childrenAt(id, "properties")) this.#rename(childAt(each, "value"), childAt(each, "key"), false);
      else this.#rename(id, undefined, true);
    }
  }

  /** The module itself acts as `test`. */
  #rename(local: SyntaxNode | undefined, imported: SyntaxNode | undefined, isModule: boolean): void {
    const name = nameOf(imported);
    if (name !== "") this.#renamed.set(nameOf(local), name);
    else if (isModule) this.#renamed.set(nameOf(local), "test");
  }

  #test(call: SyntaxNode, outer: NamedTest["titles"]): Found | undefined {
    const [first, ...others] = childrenAt(call, "arguments");
    const title = titleOf(bare(first));
    // A call without a function is a test to be written, or not a test: `/a/.test("a")`.
    if (title === undefined || !others.some(mayRun)) return undefined;
    const { name, isTable } = this.#calledName(childAt(call, "callee"));
    const isGroup = groupNames.has(name);
    if (!isGroup && !testNames.has(name) && !this.#isBenchmark(name)) return undefined;
    return {
      titles: [...outer, isTable ? title.flatMap(withoutPlaceholders) : title],
      isGroup,
      line: lineAt(this.#text, call.start),
      endLine: lineAt(this.#text, call.end),
    };
  }

  /** Vitest's own function, not that of a library of the same name. */
  #isBenchmark(name: string): boolean {
    return name === "bench" && this.runner === "vitest" && this.#renamed.get(name) === name;
  }

  /** `it`, `it.skip`, `test.each(table)`, `describe.only`, `t.test`; of a chain the part that is a test function. */
  #calledName(callee: SyntaxNode | undefined): { readonly name: string; readonly isTable: boolean } {
    const inner = bare(callee);
    if (inner?.type === "TaggedTemplateExpression") return { ...this.#calledName(childAt(inner, "tag")), isTable: true };
    if (isCall(inner)) return { ...this.#calledName(childAt(inner, "callee")), isTable: true };
    const property = isMember(inner) ? nameOf(childAt(inner, "property")) : "";
    if (property === "") return { name: this.#renamed.get(nameOf(inner)) ?? nameOf(inner), isTable: false };
    const object = this.#calledName(childAt(inner, "object"));
    return modifiers.test(property) ? object : { name: property, isTable: object.isTable };
  }
}

/** A function, or what may be one: a variable, the result of a call. */
function mayRun(node: SyntaxNode): boolean {
  const inner = bare(node);
  return isFunction(inner) || inner?.type === "Identifier" || isMember(inner) || isCall(inner);
}

/** The parts of a title that are known before it runs; undefined if it is not a string or template. */
function titleOf(node: SyntaxNode | undefined): readonly string[] | undefined {
  if (node?.type === "StringLiteral") return [textAt(node, "value") ?? ""];
  if (node?.type !== "TemplateLiteral") return undefined;
  return childrenAt(node, "quasis").map((quasi) => cooked(quasi) ?? "");
}

/** Titles of tables: `%s`, `$name`, `$0.name`. */
function withoutPlaceholders(title: string): readonly string[] {
  return title.split(/%[a-zA-Z#$]|\$[\w.#]+/);
}

function nameOf(node: SyntaxNode | undefined): string {
  return node?.type === "Identifier" ? (textAt(node, "name") ?? "") : "";
}

function firstText(call: SyntaxNode): string | undefined {
  return textAt(childrenAt(call, "arguments")[0], "value");
}

function withAmbiguity(tests: readonly Found[]): readonly SourceTest[] {
  const keyOf = ({ titles }: Found): string => JSON.stringify(titles.at(-1));
  const counts = countsOf(tests.map(keyOf));
  return tests.map((test) => ({ ...test, isAmbiguous: (counts.get(keyOf(test)) ?? 0) > 1 }));
}
