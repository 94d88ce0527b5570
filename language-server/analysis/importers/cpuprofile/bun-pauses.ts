import { functionKinds } from "../../profile/profile.ts";
import type { Microseconds } from "../../units.ts";
import type { FunctionInterner } from "./cpuprofile-functions.ts";
import { largestCount, type NodeTable } from "./cpuprofile-nodes.ts";

/** Bun's clock counts from 1970, V8's from the start of the machine or its process: it would have run for 30 years. */
const [earliest, latest] = [1e15, 1e16];
const waiting: readonly number[] = (["idle", "gc", "program"] as const).map((kind) => functionKinds.indexOf(kind));

/** Gaps on each side that a gap is compared with: where Bun's sampler has to share a core, it is late for many samples in a row. */
const near = 4;
/** How many times as long as the shortest of them a pause is. */
const leastPause = 6;
/** Shorter ones are no interval of a sampler. */
const shortest: Microseconds = 50;

/** Samples in time order, with the time to the next one. */
interface TimedSamples {
  readonly node: Int32Array;
  readonly time: Float64Array;
  readonly length: Float64Array;
}

/** Whether Bun wrote a `.cpuprofile`: only then does it lack samples of the time in which nothing ran. */
export function isOfBun({
  startTime,
  samples,
  nodes,
  functions,
}: {
  readonly startTime?: unknown;
  readonly samples?: ArrayLike<unknown> | undefined;
  readonly nodes: NodeTable;
  readonly functions: FunctionInterner;
}): boolean {
  if (typeof startTime !== "number" || startTime < earliest || startTime > latest || samples === undefined) return false;
  return nodes.func.every((func, node) => nodes.root[node] === 1 || !waiting.includes(functions.kindOf(func)));
}

/** The nodes with one for idle samples, which is the last. */
export function withIdleNode(nodes: NodeTable, functions: FunctionInterner): NodeTable {
  const idle = functions.row({ functionName: "(idle)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 });
  const { start } = nodes.ticks;
  return {
    ...nodes,
    func: longer(nodes.func, idle),
    parent: longer(nodes.parent, -1),
    root: Uint8Array.from(longer(nodes.root, 0)),
    hits: longer(nodes.hits, largestCount),
    ticks: { ...nodes.ticks, start: longer(start, start.at(-1) ?? 0) },
  };
}

function longer(column: Int32Array | Uint8Array, last: number): Int32Array {
  const all = new Int32Array(column.length + 1);
  all.set(column);
  all[column.length] = last;
  return all;
}

/**
 * Bun samples only while JavaScript runs, so the time to the next sample has the pause in between. Makes it a sample of the node `idle`
 * wherever it is far longer than those around it (see `withoutPause`). `onPause` gets the length of each.
 */
export function withPauses<Samples extends TimedSamples>(samples: Samples, idle: number, onPause: (length: Microseconds) => void): Samples {
  const { length } = samples;
  const worth = length.map((each, at) => withoutPause(length, at, each));
  const pauses = length.reduce((count, each, at) => (each > worth[at] ? count + 1 : count), 0);
  const [node, time, lengths] = [
    new Int32Array(length.length + pauses),
    new Float64Array(length.length + pauses),
    new Float64Array(length.length + pauses),
  ];
  let next = 0;
  const add = (of: number, at: Microseconds, lasts: Microseconds): void => {
    node[next] = of;
    time[next] = at;
    lengths[next++] = lasts;
  };
  for (let at = 0; at < length.length; at++) {
    const [start, worthHere] = [samples.time[at], worth[at]];
    add(samples.node[at], start, worthHere);
    const pause = length[at] - worthHere;
    if (pause <= 0) continue;
    add(idle, start + worthHere, pause);
    onPause(pause);
  }
  return { ...samples, node, time, length: lengths };
}

/** What a sample is worth: the time to the next one, or without the pause in it as much as those around it. */
function withoutPause(length: Float64Array, at: number, given: Microseconds): Microseconds {
  // The last sample lasts until the end of the profile, not until another one.
  const before = shortestOf(length, Math.max(0, at - near), at);
  const after = shortestOf(length, at + 1, Math.min(at + 1 + near, length.length - 1));
  if (before === undefined && after === undefined) return given;
  // Where the sampler begins or ceases to be late, only those on one side are as long.
  const usual = Math.max(before ?? 0, after ?? 0);
  return given > leastPause * usual ? Math.min(before ?? usual, after ?? usual) : given;
}

function shortestOf(length: Float64Array, start: number, end: number): Microseconds | undefined {
  let found: Microseconds | undefined;
  for (let at = start; at < end; at++) {
    const each = length[at];
    if (each >= shortest && (found === undefined || each < found)) found = each;
  }
  return found;
}
