import { checkStop } from "../budget.ts";
import type { FunctionTree } from "./flame-tree.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties } from "../profile/profile.ts";
import type { SourcePosition, SourceThread } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";
import type { ShownSamples } from "./shown-samples.ts";
import { passingTicks } from "../profile/passing-ticks.ts";
import { madeOnce } from "../collections.ts";

/** A call of a function whose line also calls that function at other places. */
export interface FlameCall extends SourcePosition {
  /** Index in SourceProfile.functions of the called function. */
  readonly callee: number;
}

/** The calls that a flame graph distinguishes, one row each, shared by all threads. */
export class FlameCalls {
  readonly list: FlameCall[] = [];
  readonly #rows = new Map<string, number>();

  row(call: FlameCall): number {
    const key = `${call.source} ${call.line} ${call.column} ${call.callee}`;
    return madeOnce(this.#rows, key, () => this.list.push(call) - 1);
  }
}

const sure = new Set([certainties.indexOf("exact"), certainties.indexOf("repaired")]);

/**
 * For every stack row the row of `calls` by which it was called. -1 if distinguishing is pointless: the caller's line has one such call, or
 * others have less than `least` ticks, or the place is uncertain, or the call is already on the stack (recursion would double the frames at
 * every level). `tree` and `samples` are the thread's.
 */
export function splitCalls(thread: SourceThread, tree: FunctionTree, samples: ShownSamples, least: Ticks, calls: FlameCalls): Int32Array {
  const { prefix, func, source, line, column, certainty } = thread.stacks;
  const ticks = passingTicks(prefix, samples);
  const places = new NumberPairs();
  const sites = new NumberPairs();
  const positions = new NumberPairs();
  const positionOf = prefix.map((caller, row) => {
    checkStop(row);
    if (caller === -1 || ticks[row] === 0 || !sure.has(certainty[caller])) return -1;
    if (line[caller] === 0 || column[caller] < 0 || isRecursion(tree, tree.nodeOf[row])) return -1;
    const place = places.row(source[caller], line[caller]);
    return positions.row(sites.row(tree.nodeOf[row], place), column[caller]);
  });
  const positionTicks = new Float64Array(positions.length);
  positionOf.forEach((position, row) => {
    checkStop(row);
    if (position !== -1) positionTicks[position] += ticks[row];
  });
  const hotPositions = new Int32Array(sites.length);
  positions.first.forEach((site, position) => {
    if (positionTicks[position] >= least) hotPositions[site] += 1;
  });
  return positionOf.map((position, row) => {
    checkStop(row);
    if (position === -1 || positionTicks[position] < least || hotPositions[positions.first[position]] < 2) return -1;
    const caller = prefix[row];
    return calls.row({
      source: source[caller],
      line: line[caller],
      column: column[caller],
      callee: func[row],
    });
  });
}

/** Looking through so many frames for each stack takes long. */
const deepStack = 1024;

function isRecursion({ parent, func }: FunctionTree, node: number): boolean {
  let depth = 0;
  for (let at = parent[node]; at !== -1; at = parent[at]) {
    checkStop(++depth % deepStack);
    if (func[at] === func[node]) return true;
  }
  return false;
}
