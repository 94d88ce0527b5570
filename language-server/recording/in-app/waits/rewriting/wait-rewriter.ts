import * as added from "./added-code.ts";
import { FunctionScope, fitsInBlock, hasAwait, type FoundSite } from "./function-scope.ts";
import { childAt, childrenAt, eachChild, isFunction, type TreeNode } from "./syntax-tree.ts";
import type { Insertion } from "./shifted-map.ts";

interface Edit {
  readonly at: number;
  /** Asked for when it is known which functions are rewritten. */
  readonly text: () => string;
  readonly isClosing: boolean;
  readonly order: number;
  /** False if its function is left as it is. */
  readonly isWanted: () => boolean;
}

/**
 * Insertions into a text, none with a line end. Where several are at one offset, what closes comes before what opens; what opens is in the
 * order of `open`, so an outer one must be added before those inside it, and what closes in that of `close`, an inner one first.
 */
class TextEdits {
  readonly #edits: Edit[] = [];

  open(at: number, text: () => string, isWanted: () => boolean): void {
    this.#add(at, text, false, isWanted);
  }

  close(at: number, text: () => string, isWanted: () => boolean): void {
    this.#add(at, text, true, isWanted);
  }

  /** Call when it is known which functions are rewritten. */
  insertions(): readonly (Insertion & { readonly text: string })[] {
    const wanted = this.#edits.filter((edit) => edit.isWanted());
    wanted.sort((a, b) => a.at - b.at || Number(b.isClosing) - Number(a.isClosing) || a.order - b.order);
    return wanted.map(({ at, isClosing, text }) => ({ at, isClosing, text: text(), length: text().length }));
  }

  #add(at: number, text: () => string, isClosing: boolean, isWanted: () => boolean): void {
    this.#edits.push({ at, text, isClosing, order: this.#edits.length, isWanted });
  }
}

/** A statement with its labels, which an added block must not part from it. */
interface Labelled {
  readonly node: TreeNode;
  /** Whether another statement can follow it. */
  readonly isInList: boolean;
}

/** Finds what waits in a tree and adds the code that measures it. */
export class WaitRewriter {
  readonly edits = new TextEdits();
  readonly sites: FoundSite[] = [];
  readonly #text: string;
  readonly #variables: string;

  constructor(text: string, globalHelper: string) {
    this.#text = text;
    this.#variables = added.variables(globalHelper);
  }

  program(program: TreeNode): void {
    const scope = new FunctionScope(false);
    const last = childrenAt(program, "directives").at(-1);
    const first = childrenAt(program, "body")[0];
    if (last !== undefined || first !== undefined)
      this.edits.open(last?.end ?? startOf(first as TreeNode), () => this.#after(last) + this.#variables, scope.isRewritten);
    this.#children(program, scope);
  }

  #children(node: TreeNode, scope: FunctionScope): void {
    eachChild(node, (child, key) => this.#visit(child, scope, isList(node, key)));
  }

  #visit(node: TreeNode, scope: FunctionScope, isInList: boolean, labelled: Labelled = { node, isInList }): void {
    if (isFunction(node)) this.#function(node, scope);
    else if (node.type === "AwaitExpression") this.#await(node, scope);
    else if (node.type === "ForOfStatement" && node["await"] === true) this.#forAwait(node, scope, labelled);
    else if (node.type === "TryStatement") this.#try(node, scope);
    else if (node.type === "LabeledStatement") eachChild(node, (child) => this.#visit(child, scope, false, labelled));
    else this.#children(node, scope);
  }

  #function(node: TreeNode, outer: FunctionScope): void {
    eachChild(node, (child, key) => {
      // Names of methods and decorators run outside; parameters of an async function cannot wait.
      if (key !== "body") return this.#visit(child, outer, false);
      const scope = new FunctionScope(node["generator"] === true);
      if (child.type === "BlockStatement") this.#body(child, scope, childrenAt(node, "params"));
      else this.#shortBody(child, scope);
    });
  }

  #body(body: TreeNode, scope: FunctionScope, parameters: readonly TreeNode[]): void {
    const last = childrenAt(body, "directives").at(-1);
    this.edits.open(last?.end ?? body.start + 1, () => `${this.#after(last)}${this.#variables}try{`, scope.isRewritten);
    this.#children(body, scope);
    this.edits.close(body.end - 1, () => added.atFunctionEnd, scope.isRewritten);
    if (scope.sites.length > 0 && !fitsInBlock(body, parameters)) scope.isSafe = false;
  }

  #shortBody(body: TreeNode, scope: FunctionScope): void {
    this.edits.open(body.start, () => `{${this.#variables}try{return(`, scope.isRewritten);
    this.#visit(body, scope, false);
    this.edits.close(body.end, () => `)${added.atFunctionEnd}}`, scope.isRewritten);
  }

  #await(node: TreeNode, scope: FunctionScope): void {
    const operand = childAt(node, "argument") as TreeNode;
    const site = this.#site(scope.add(node, operand, "await"));
    this.edits.open(node.start, () => added.beforeAwait, scope.isRewritten);
    this.edits.open(node.start + "await".length, () => added.beforeOperand, scope.isRewritten);
    this.#visit(operand, scope, false);
    this.edits.close(node.end, () => added.afterOperand(site.id, scope.isGenerator), scope.isRewritten);
  }

  #forAwait(node: TreeNode, scope: FunctionScope, { node: whole, isInList }: Labelled): void {
    const [left, right, body] = ["left", "right", "body"].map((key) => childAt(node, key)) as [TreeNode, TreeNode, TreeNode];
    // They run between the wait and its end.
    if (hasAwait(left)) scope.isSafe = false;
    const isWanted = scope.isRewritten;
    const isBlock = body.type === "BlockStatement";
    const site = this.#site(scope.add(node, right, "for-await"));
    if (!isInList) this.edits.open(whole.start, () => "{", isWanted);
    this.#visit(left, scope, false);
    this.edits.open(right.start, () => added.beforeIterable, isWanted);
    this.#visit(right, scope, false);
    this.edits.close(right.end, () => added.afterIterable(site.id, scope.isGenerator), isWanted);
    this.edits.open(isBlock ? body.start + 1 : body.start, () => `${isBlock ? "" : "{"}${added.nextArrived(site.id)}`, isWanted);
    this.#visit(body, scope, false);
    this.edits.close(node.end, () => `${isBlock ? "" : "}"}${added.lastArrived(site.id)}${isInList ? "" : "}"}`, isWanted);
  }

  #try(node: TreeNode, scope: FunctionScope): void {
    const [block, handler, finalizer] = ["block", "handler", "finalizer"].map((key) => childAt(node, key));
    this.#visit(block as TreeNode, scope, false);
    const waitsInBlock = hasAwait(block as TreeNode);
    const arrive = (target: TreeNode): void => this.edits.open(target.start + 1, () => added.maybeRejected, scope.isRewritten);
    if (handler !== undefined) {
      const parameter = childAt(handler, "param");
      const caught = childAt(handler, "body") as TreeNode;
      if (parameter !== undefined) this.#visit(parameter, scope, false);
      if (parameter !== undefined && hasAwait(parameter)) scope.isSafe = false;
      if (waitsInBlock) arrive(caught);
      this.#visit(caught, scope, false);
    }
    if (finalizer === undefined) return;
    if (waitsInBlock || (handler !== undefined && hasAwait(handler))) arrive(finalizer);
    this.#visit(finalizer, scope, false);
  }

  #site(site: FoundSite): FoundSite {
    this.sites.push(site);
    return site;
  }

  /** A directive can end without a semicolon. */
  #after(directive: TreeNode | undefined): string {
    return directive === undefined || this.#text[directive.end - 1] === ";" ? "" : ";";
  }
}

/** Decorators can stand before `export`, outside the node. */
function startOf(statement: TreeNode): number {
  const declaration = childAt(statement, "declaration") ?? statement;
  return Math.min(statement.start, ...childrenAt(declaration, "decorators").map(({ start }) => start));
}

function isList(node: TreeNode, key: string): boolean {
  if (node.type === "SwitchCase") return key === "consequent";
  return key === "body" && (node.type === "BlockStatement" || node.type === "Program" || node.type === "TSModuleBlock");
}
