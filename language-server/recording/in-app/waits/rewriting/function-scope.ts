import { childAt, childrenAt, eachChild, isFunction, nameOf, type TreeNode } from "./syntax-tree.ts";

/** A place that waits, in the order of the text. Ids are given when it is known which functions are rewritten. */
export interface FoundSite {
  readonly node: TreeNode;
  readonly operand: TreeNode;
  readonly kind: "await" | "for-await";
  readonly scope: FunctionScope;
  id: number;
}

/** An async function, or the top level of a module. */
export class FunctionScope {
  readonly sites: FoundSite[] = [];
  /** Whether its waits can be measured without changing what it does. */
  isSafe = true;

  readonly isGenerator: boolean;

  constructor(isGenerator: boolean) {
    this.isGenerator = isGenerator;
  }

  readonly isRewritten = (): boolean => this.isSafe && this.sites.length > 0;

  add(node: TreeNode, operand: TreeNode, kind: FoundSite["kind"]): FoundSite {
    const site: FoundSite = { node, operand, kind, scope: this, id: 0 };
    this.sites.push(site);
    return site;
  }
}

/**
 * Whether statements of a function's body can go into a block. Functions that are declared there are bound to the block, where a variable or
 * another function must not have their name, nor a parameter, which they would have replaced.
 */
export function fitsInBlock(body: TreeNode, parameters: readonly TreeNode[]): boolean {
  const functions = childrenAt(body, "body")
    .map(declaredFunction)
    .filter((name) => name !== undefined);
  if (functions.length === 0) return true;
  const names = new Set(functions);
  if (names.size < functions.length || names.has("arguments")) return false;
  return !parameters.some((each) => bindsAny(each, names)) && !declaresVariable(body, names);
}

function declaredFunction(statement: TreeNode): string | undefined {
  if (statement.type === "LabeledStatement") {
    const labelled = childAt(statement, "body");
    return labelled && declaredFunction(labelled);
  }
  return statement.type === "FunctionDeclaration" ? nameOf(childAt(statement, "id")) : undefined;
}

/** Also true for a call of `eval`, which may declare any. */
function declaresVariable(node: TreeNode, names: ReadonlySet<string>): boolean {
  if (node.type === "VariableDeclaration" && node["kind"] === "var")
    if (childrenAt(node, "declarations").some((each) => bindsAny(childAt(each, "id"), names))) return true;
  if (node.type === "CallExpression" && nameOf(childAt(node, "callee")) === "eval") return true;
  let found = false;
  eachChild(node, (child) => {
    if (!found && !isFunction(child)) found = declaresVariable(child, names);
  });
  return found;
}

/** Over-cautious: a name in the default of a pattern counts, too. */
function bindsAny(pattern: TreeNode | undefined, names: ReadonlySet<string>): boolean {
  if (pattern === undefined) return false;
  let found = names.has(nameOf(pattern) ?? "");
  eachChild(pattern, (child) => {
    found ||= bindsAny(child, names);
  });
  return found;
}

/** Whether anything of the node's own function waits in it. */
export function hasAwait(node: TreeNode): boolean {
  let found = node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node["await"] === true);
  eachChild(node, (child) => {
    if (!found && !isFunction(child)) found = hasAwait(child);
  });
  return found;
}
