import { childAt, eachChild, isCall, isClass, isFunction, type SyntaxNode, textAt } from "../syntax/syntax-node.ts";
import type { InitializedBy, RenewedLoop } from "./script-counts.ts";

/** Where something of a script begins that V8 counts. */
interface CodeStart {
  readonly offset: number;
  /** Where its count is: of a function in its body, as versions of V8 have it begin at other words. */
  readonly counted: number;
  readonly by: InitializedBy;
  /** Start of the innermost block around it that has a count of its own; -1 for none. */
  readonly block: number;
  readonly isStatement: boolean;
  /** Outside all functions: it runs when its script is loaded, or its class made. */
  readonly isTopLevel: boolean;
}

interface CodeLoop {
  readonly start: number;
  /** Where its body begins: as often as it turns. */
  readonly body: number;
  readonly by: InitializedBy;
  readonly block: number;
  /** Start of the body of the innermost function around it; -1 for the script. */
  readonly func: number;
  /** Index of the loop around it in the same function; -1 if there is none. */
  readonly outer: number;
}

/** What is counted of a script, in the order of the text. */
export interface CountedCode {
  readonly starts: readonly CodeStart[];
  readonly loops: readonly CodeLoop[];
  readonly renewed: readonly RenewedLoop[];
  /** `start end` of each class. */
  readonly classes: ReadonlySet<string>;
}

interface Visit {
  readonly node: SyntaxNode;
  readonly by: InitializedBy;
  readonly func: number;
  readonly outer: number;
  readonly block: number;
  /** End of the block around it. */
  readonly until: number;
  /** V8 has no count of it. */
  readonly isUncounted: boolean;
}

const loopTypes = new Set(["ForStatement", "ForInStatement", "ForOfStatement", "WhileStatement", "DoWhileStatement"]);
const blockTypes = new Set(["BlockStatement", "Program", "StaticBlock", "SwitchCase"]);
/** With more, as in a large bundle, only statements and members of classes are counted. */
const mostStarts = 200_000;
/** Hoisted, or parts of what begins before them. */
const unstarted = new Set([
  "Program",
  "TemplateElement",
  "ExportNamedDeclaration",
  "ExportDefaultDeclaration",
  "ClassBody",
  "EmptyStatement",
]);

/** Walks a script's tree once, without recursion. */
export function countedCode(program: SyntaxNode): CountedCode {
  const starts: CodeStart[] = [];
  const loops: CodeLoop[] = [];
  const renewed: RenewedLoop[] = [];
  const classes = new Set<string>();
  const visits: Visit[] = [{ node: program, by: undefined, func: -1, outer: -1, block: -1, until: program.end, isUncounted: false }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, by, until, block } = visit;
    const isTopLevel = visit.func === -1 && by !== "instance";
    if (!visit.isUncounted) {
      const counted = isFunction(node) ? bodyOf(node) : node.start;
      const isStart = !unstarted.has(node.type) && node["declare"] !== true;
      const isStatement = /(?:Statement|Declaration|Method|Property|Clause|Case)$/.test(node.type);
      if (isStart) starts.push({ offset: node.start, counted, by, block, isStatement, isTopLevel: isTopLevel && !isFunction(node) });
      for (const offset of leavesOf(node)) starts.push({ offset, counted: offset, by, block, isStatement: false, isTopLevel });
    }
    if (isClass(node)) classes.add(`${node.start} ${node.end}`);
    const isLoop = loopTypes.has(node.type);
    const body = isLoop ? childAt(node, "body") : undefined;
    const inside = { ...visit, until: blockTypes.has(node.type) ? node.end : until };
    if (isFunction(node)) Object.assign(inside, { by: undefined, func: bodyOf(node), outer: -1, block: -1, isUncounted: false });
    if (body !== undefined) {
      if (isRenewed(node)) renewed.push({ start: node.start, body: body.start, end: node.end, block, until, isWhole: !isLeft(body) });
      Object.assign(inside, {
        outer: loops.push({ start: node.start, body: body.start, by, block, func: visit.func, outer: visit.outer }) - 1,
      });
    }
    const children: Visit[] = [];
    eachChild(node, (child, key) => {
      const ofBranch = isBranch(node, child, key) ? { block: child.start } : {};
      const isUncounted = inside.isUncounted || isSkippable(node, key);
      children.push({ ...inside, ...ofBranch, node: child, by: initializedBy(node, child) ?? inside.by, isUncounted });
    });
    visits.push(...children.toReversed());
  }
  const kept = starts.length > mostStarts ? starts.filter(({ isStatement }) => isStatement) : starts;
  return { starts: kept.toSorted((one, other) => one.offset - other.offset), loops, renewed, classes };
}

function bodyOf(node: SyntaxNode): number {
  return childAt(node, "body")?.start ?? node.start;
}

/** Where names and the like begin, of which lines may consist: `.map(`. */
function leavesOf(node: SyntaxNode): readonly number[] {
  if (node.type === "ClassMethod" || node.type === "ObjectMethod" || node.type.endsWith("Declaration") || node.type.includes("Function"))
    return [];
  return Object.entries(node).flatMap(([key, value]) =>
    isSkippable(node, key) ? [] : [value].flat().flatMap((each) => (isLeaf(each) ? [each.start] : [])),
  );
}

function isLeaf(value: unknown): value is SyntaxNode {
  const { type } = ((typeof value === "object" ? value : undefined) as Partial<SyntaxNode> | null) ?? {};
  return type !== undefined && /^(?:Identifier|PrivateName|ThisExpression|Super|\w+Literal)$/.test(type);
}

function initializedBy(node: SyntaxNode, child: SyntaxNode): InitializedBy {
  if (node.type !== "ClassBody") return undefined;
  if (child.type === "StaticBlock") return "static";
  return isField(child) ? (child["static"] === true ? "static" : "instance") : undefined;
}

function isField({ type }: SyntaxNode): boolean {
  return type === "ClassProperty" || type === "ClassPrivateProperty" || type === "ClassAccessorProperty";
}

/** What V8 has a counter of its own for. */
function isBranch(node: SyntaxNode, child: SyntaxNode, key: string): boolean {
  if (loopTypes.has(node.type)) return key === "body";
  if (node.type === "LogicalExpression") return key === "right";
  return key === "consequent" || key === "alternate" || child.type === "CatchClause" || key === "finalizer" || child.type === "SwitchCase";
}

/** What V8 has no count of: `b` of `a ??= b`, of a default `a = b`, and of `a?.[b]`; conditions and steps of loops. */
function isSkippable(node: SyntaxNode, key: string): boolean {
  if (loopTypes.has(node.type)) return key === "test" || key === "update";
  if (node.type === "AssignmentExpression") return key === "right" && /^(?:\?\?|&&|\|\|)=$/.test(textAt(node, "operator") ?? "");
  if (node.type === "AssignmentPattern") return key === "right";
  return node.type.startsWith("Optional") && key !== "object" && key !== "callee";
}

/** Whether a closure may have a variable of the loop's head, so that each turn has its own. */
function isRenewed(node: SyntaxNode): boolean {
  const init = childAt(node, "init");
  if (node.type !== "ForStatement" || init?.type !== "VariableDeclaration" || textAt(init, "kind") === "var") return false;
  const isEval = (each: SyntaxNode): boolean => isCall(each) && textAt(childAt(each, "callee"), "name") === "eval";
  return found(node, (each) => isFunction(each) || isClass(each) || isEval(each)).length > 0;
}

/** Whether something in a loop's body leads out of the loop to another place than what follows it. */
function isLeft(body: SyntaxNode): boolean {
  const leaving = (each: SyntaxNode): boolean =>
    each.type === "ReturnStatement" ||
    each.type === "ThrowStatement" ||
    ((each.type === "BreakStatement" || each.type === "ContinueStatement") && childAt(each, "label") !== undefined);
  return leaving(body) || found(body, leaving, (each) => isFunction(each) || isClass(each)).length > 0;
}

/** Below a node, without what is in those, or in the `closed` ones. */
function found(
  node: SyntaxNode,
  is: (each: SyntaxNode) => boolean,
  closed: (each: SyntaxNode) => boolean = () => false,
): readonly SyntaxNode[] {
  const all: SyntaxNode[] = [];
  const nodes: SyntaxNode[] = [node];
  for (let at = nodes.pop(); at !== undefined; at = nodes.pop())
    eachChild(at, (child) => {
      if (is(child)) all.push(child);
      else if (!closed(child)) nodes.push(child);
    });
  return all;
}
