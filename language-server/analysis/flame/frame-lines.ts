import { checkStop } from "../budget.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { ownRows, sourceOf, type SourcePosition, type SourceProfile, type SourceThread } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";
import type { FunctionTree } from "./flame-tree.ts";
import type { pathParts } from "./frame-path.ts";
import type { ShownSamples } from "./shown-samples.ts";
import { passingTicks } from "../profile/passing-ticks.ts";

/** A thread as it was drawn. */
export interface DrawnThread {
  readonly thread: SourceThread;
  readonly samples: ShownSamples;
  readonly tree: FunctionTree;
}

/**
 * A clicked frame by a path of frames, callers first. `whole`: from a root to the frame. `callees`: from the outermost call of the first
 * frame down to the frame. `callers`: from the frame down to the outermost call of the last one.
 */
export interface FramePath {
  readonly part: (typeof pathParts)[number];
  readonly length: number;
  /** Whether calls of a function that is already on the path are left out of it. */
  readonly mergesRecursion: boolean;
  /** Whether a node of the tree with this `func` is the path's frame at this depth. */
  readonly isAt: (func: number, depth: number) => boolean;
}

/** Where a frame's time is. */
export interface FrameLines {
  /** The line in the frame with most of its time under the path; undefined if no line is known. */
  readonly hottest: SourcePosition | undefined;
  /** The line of own code that most of that time was called from, through whatever is between. */
  readonly caller: SourcePosition | undefined;
}

/** Takes time and memory for the rows of the stack table once, whatever the number of samples. */
export function frameLines(profile: SourceProfile, drawn: readonly DrawnThread[], path: FramePath): FrameLines {
  const lines = new PlaceTicks();
  const callers = new PlaceTicks();
  for (const { thread, samples, tree } of drawn) {
    const { stacks } = thread;
    const ends = path.part === "callers" ? focusNodes(tree, path) : endNodes(tree, path);
    if (ends === undefined) continue;
    const own = ownRows(profile, thread);
    const ticks = passingTicks(stacks.prefix, samples);
    for (let row = 0; row < ticks.length; row++) {
      checkStop(row);
      if (ticks[row] === 0) continue;
      const end = endOf(tree, ends, profile.functions.name.length, row);
      if (end === -1) continue;
      const frame = rowOfNode(stacks.prefix, tree, row, ends.frameOf(end));
      const caller = stacks.prefix[frame];
      lines.add(profile, thread, frame, ticks[row]);
      callers.add(profile, thread, caller === -1 ? -1 : own[caller], ticks[row]);
    }
  }
  return { hottest: lines.hottest(), caller: callers.hottest() };
}

/** The nodes in which the path ends, and for each that of the clicked frame. */
interface Ends {
  readonly isEnd: Uint8Array;
  readonly frameOf: (end: number) => number;
}

function endNodes({ parent, func }: FunctionTree, { part, length, mergesRecursion, isAt }: FramePath): Ends | undefined {
  /** How many frames of the path lead to each node; -1: another path. */
  const matched = new Int32Array(parent.length);
  const isEnd = new Uint8Array(parent.length);
  let isFound = false;
  for (let node = 0; node < parent.length; node++) {
    checkStop(node);
    const caller = parent[node];
    const before = caller === -1 ? 0 : matched[caller];
    const isOutside = before === 0 && caller !== -1 && part === "whole";
    if (before === -1 || before === length || isOutside) matched[node] = -1;
    else if (mergesRecursion && isBetween(isAt, func[node], 0, before)) matched[node] = before;
    else if (isAt(func[node], before)) matched[node] = before + 1;
    else matched[node] = before === 0 && part === "callees" ? 0 : -1;
    if (matched[node] === length) {
      isEnd[node] = 1;
      isFound = true;
    }
  }
  return isFound ? { isEnd, frameOf: (end) => end } : undefined;
}

/** Whether a function is on the path from one depth on, before another. */
function isBetween(isAt: FramePath["isAt"], func: number, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isAt(func, at)) return true;
  return false;
}

function focusNodes({ parent, func }: FunctionTree, { length, mergesRecursion, isAt }: FramePath): Ends | undefined {
  const isEnd = new Uint8Array(parent.length);
  const isBelow = new Uint8Array(parent.length);
  const frames = new Map<number, number>();
  for (let node = 0; node < parent.length; node++) {
    checkStop(node);
    const caller = parent[node];
    const isFocus = isAt(func[node], length - 1);
    isBelow[node] = isFocus || (caller !== -1 && isBelow[caller] === 1) ? 1 : 0;
    if (!isFocus || (caller !== -1 && isBelow[caller] === 1)) continue;
    let at = node;
    for (let depth = length - 2; depth >= 0 && at !== -1; depth--) {
      at = parent[at];
      if (mergesRecursion) while (at !== -1 && isBetween(isAt, func[at], depth + 1, length)) at = parent[at];
      if (at !== -1 && !isAt(func[at], depth)) at = -1;
    }
    if (at === -1) continue;
    isEnd[node] = 1;
    frames.set(node, at);
  }
  return frames.size === 0 ? undefined : { isEnd, frameOf: (end) => frames.get(end) ?? -1 };
}

/** The end of the path that the row stands for: its node, or the distinguished call that led to it, which has no row. */
function endOf({ parent, func, nodeOf }: FunctionTree, { isEnd }: Ends, functions: number, row: number): number {
  const node = nodeOf[row];
  if (isEnd[node] === 1) return node;
  const call = parent[node];
  return call !== -1 && isEnd[call] === 1 && func[call] >= functions ? call : -1;
}

/** The row itself or the caller that is in this node. */
function rowOfNode(prefix: Int32Array, { nodeOf }: FunctionTree, row: number, node: number): number {
  let at = row;
  while (nodeOf[at] !== node && prefix[at] !== -1) at = prefix[at];
  return at;
}

/** Ticks by line, with the column that has most of a line's. */
class PlaceTicks {
  readonly #lines = new NumberPairs();
  readonly #columns = new NumberPairs();
  readonly #lineTicks: Ticks[] = [];
  readonly #columnTicks: Ticks[] = [];

  /** Adds the ticks to the place of a stack row, if its line is known; row -1: none. */
  add({ functions }: SourceProfile, { stacks }: SourceThread, row: number, ticks: Ticks): void {
    if (row === -1 || stacks.line[row] <= 0) return;
    const source = sourceOf(functions, stacks, row);
    if (source === -1) return;
    const line = this.#lines.row(source, stacks.line[row]);
    const column = this.#columns.row(line, stacks.column[row]);
    this.#lineTicks[line] = (this.#lineTicks[line] ?? 0) + ticks;
    this.#columnTicks[column] = (this.#columnTicks[column] ?? 0) + ticks;
  }

  hottest(): SourcePosition | undefined {
    const line = most(this.#lineTicks, () => true);
    if (line === -1) return undefined;
    const column = most(this.#columnTicks, (each) => this.#columns.first[each] === line);
    return {
      source: this.#lines.first[line],
      line: this.#lines.second[line],
      column: this.#columns.second[column],
    };
  }
}

/** The first of the rows with the most ticks, or -1. */
function most(ticks: readonly Ticks[], isChosen: (row: number) => boolean): number {
  let best = -1;
  ticks.forEach((each, row) => {
    if (isChosen(row) && (best === -1 || each > ticks[best])) best = row;
  });
  return best;
}
