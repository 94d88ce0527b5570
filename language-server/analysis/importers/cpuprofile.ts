import type { Imported, Profile } from "../profile/profile.ts";
import { StackInterner } from "../profile/stack-interner.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import { FunctionInterner } from "./cpuprofile-functions.ts";
import { readNodes, type NodeTable } from "./cpuprofile-nodes.ts";
import type { ScannedProfile } from "./cpuprofile-scanner.ts";
import { StackRows } from "./cpuprofile-stacks.ts";
import { ProblemCounts } from "../profile/problem-counts.ts";

/** A gap above this is no gap between two samples but a broken clock. */
const longestGap: Microseconds = 3_600_000_000;
/** Of a profile that only counts: each becomes a sample of ours. Half an hour at 100 µs. */
const mostHits = 20_000_000;

export interface CpuprofileOptions {
  /** Hash of the text that the run folder keeps for a script, or "". */
  readonly hashOf?: (url: string, scriptId: string) => string;
}

/**
 * Reads what `Profiler.stop` or `--cpu-prof` gives: already parsed JSON, untrusted. Throws a UserError when it is no such profile; odd parts
 * of one become problems. `positionTicks` split a function's own samples over its lines in order, so within one function the order of lines
 * in time is lost; where a native function has them, they say on which line of its caller it was called.
 */
export function importCpuprofile(value: unknown, options: CpuprofileOptions = {}): Imported {
  const problems = new ProblemCounts();
  const raw = value as { nodes?: unknown; samples?: unknown; timeDeltas?: unknown; startTime?: unknown; endTime?: unknown } | null;
  if (typeof raw !== "object" || raw === null || !Array.isArray(raw.nodes)) {
    throw new UserError("cpuprofile.noNodes");
  }
  const functions = new FunctionInterner(options.hashOf ?? (() => ""));
  return imported({ ...raw, functions, nodes: readNodes(raw.nodes, functions, problems) }, problems);
}

/** What was read without the JSON being parsed. */
export function importScanned(scanned: ScannedProfile): Imported {
  return imported(scanned, new ProblemCounts());
}

interface ReadProfile {
  readonly functions: FunctionInterner;
  readonly nodes: NodeTable;
  readonly samples?: unknown;
  readonly timeDeltas?: unknown;
  readonly startTime?: unknown;
  readonly endTime?: unknown;
}

function imported({ functions, nodes, samples, timeDeltas, startTime, endTime }: ReadProfile, problems: ProblemCounts): Imported {
  const order = samplesInOrder(samples, timeDeltas, nodes, problems) ?? samplesFromHits(nodes, span(startTime, endTime), problems);
  const stacks = new StackInterner(nodes.func.length + nodes.ticks.line.length);
  const stack = assignStacks(order.node, nodes, functions, stacks, problems);
  const profile: Profile = {
    scripts: functions.scripts(),
    functions: functions.functions(),
    stacks: stacks.stacks(),
    samples: { stack, time: order.time },
    interval: order.interval,
  };
  return { profile, problems: problems.list() };
}

interface SamplesInOrder {
  /** Index of the node, -1 where the profile has no such node. */
  readonly node: Int32Array;
  readonly time: Float64Array;
  readonly interval: Microseconds;
}

function samplesInOrder(samples: unknown, deltas: unknown, nodes: NodeTable, problems: ProblemCounts): SamplesInOrder | undefined {
  if (!Array.isArray(samples) || (samples.length === 0 && nodes.hits.some((hits) => hits > 0))) return undefined;
  const count = samples.length;
  const given: readonly unknown[] = Array.isArray(deltas) ? deltas : [];
  const node = new Int32Array(count);
  const time = new Float64Array(count);
  let now = 0;
  let backwards = false;
  for (let index = 0; index < count; index++) {
    const at = nodes.indexOf(samples[index]);
    if (at === -1) problems.count("samples of nodes that the profile does not list");
    node[index] = at;
    const delta = given[index];
    if (typeof delta !== "number" || !(Math.abs(delta) <= longestGap)) problems.count("samples without a usable time");
    else {
      now += delta;
      if (delta < 0 && index > 0) {
        backwards = true;
        problems.count("samples whose clock ran backwards: put in order");
      }
    }
    time[index] = now;
  }
  const sorted = backwards ? inTimeOrder(node, time) : { node, time };
  const first = Math.min(0, sorted.time[0] ?? 0);
  const last = sorted.time[count - 1] ?? 0;
  for (let index = 0; index < count; index++) sorted.time[index] = (sorted.time[index] as number) - first;
  const counted = withoutUncounted(sorted, nodes);
  return { ...counted, interval: counted.node.length === 0 ? 0 : (last - first) / counted.node.length };
}

type Order = Pick<SamplesInOrder, "node" | "time">;

/**
 * V8 lists, but does not count, a sample for each time that optimised code is given up: one in a hundred as a rule, four in five where a
 * server does so at each request. Of a node with more samples than hits those go that came soonest after another.
 */
function withoutUncounted(order: Order, nodes: NodeTable): Order {
  if (!countsAsV8(nodes)) return order;
  const surplus = nodes.hits.map((hits) => -hits);
  for (const node of order.node) if (node !== -1) surplus[node] = (surplus[node] as number) + 1;
  if (!surplus.some((count) => count > 0)) return order;
  const candidates: number[] = [];
  order.node.forEach((node, index) => {
    if (node !== -1 && (surplus[node] as number) > 0) candidates.push(index);
  });
  const waitOf = (index: number): Microseconds => (order.time[index] as number) - (order.time[index - 1] ?? 0);
  const isOut = new Uint8Array(order.node.length);
  for (const index of candidates.sort((a, b) => waitOf(a) - waitOf(b) || a - b)) {
    const node = order.node[index] as number;
    if ((surplus[node] as number) <= 0) continue;
    surplus[node] = (surplus[node] as number) - 1;
    isOut[index] = 1;
  }
  const isIn = (_: number, index: number): boolean => isOut[index] === 0;
  return { node: order.node.filter(isIn), time: order.time.filter(isIn) };
}

/** Other writers have hits that mean something else, or none: V8 has line ticks, and never more of them than hits. */
function countsAsV8({ hits, ticks }: NodeTable): boolean {
  let counted = 0;
  for (let node = 0; node < hits.length; node++) {
    let lines = 0;
    for (let at = ticks.start[node] as number; at < (ticks.start[node + 1] as number); at++) lines += ticks.count[at] as number;
    if (lines > (hits[node] as number)) return false;
    counted += lines;
  }
  return counted > 0;
}

function inTimeOrder(node: Int32Array, time: Float64Array): { node: Int32Array; time: Float64Array } {
  const order = Uint32Array.from(time.keys()).sort((a, b) => (time[a] as number) - (time[b] as number) || a - b);
  return {
    node: Int32Array.from(order, (index) => node[index] as number),
    time: Float64Array.from(order, (index) => time[index] as number),
  };
}

/** Old profiles count hits per node and have no order in time. */
function samplesFromHits(nodes: NodeTable, duration: Microseconds, problems: ProblemCounts): SamplesInOrder {
  let total = 0;
  for (const hits of nodes.hits) total += hits;
  if (total > mostHits) throw new UserError("cpuprofile.tooManySamples", { samples: total });
  if (total > 0) problems.count("profile without the order of its samples");
  const interval = total === 0 ? 0 : duration / total;
  const node = new Int32Array(total);
  let next = 0;
  nodes.hits.forEach((hits, index) => {
    node.fill(index, next, next + hits);
    next += hits;
  });
  return { node, time: Float64Array.from(node, (_, index) => index * interval), interval };
}

function span(start: unknown, end: unknown): Microseconds {
  return typeof start === "number" && typeof end === "number" && end > start && end - start < longestGap * 24 ? end - start : 0;
}

function assignStacks(
  node: Int32Array,
  nodes: NodeTable,
  functions: FunctionInterner,
  stacks: StackInterner,
  problems: ProblemCounts,
): Int32Array {
  const { func, ticks } = nodes;
  const rows = new StackRows(nodes, functions, stacks);
  const samplesOf = new Int32Array(func.length);
  for (const index of node) if (index !== -1) samplesOf[index] = (samplesOf[index] as number) + 1;
  /** Per line of a node how many of its samples still go to it. */
  const left = Int32Array.from(ticks.count);
  for (let index = 0; index < func.length; index++)
    cutDown(left.subarray(ticks.start[index], ticks.start[index + 1]), samplesOf[index] as number, () =>
      problems.count("functions whose lines have more ticks than the function has samples"),
    );
  const rowOfLine = new Int32Array(left.length).fill(-1);
  /** Per node the line that its next sample goes to. */
  const next = ticks.start.slice(0, func.length);
  return node.map((index) => {
    if (index === -1) return -1;
    const end = ticks.start[index + 1] as number;
    let at = next[index] as number;
    while (at < end && left[at] === 0) at++;
    next[index] = at;
    if (at === end) return rows.called(index);
    left[at] = (left[at] as number) - 1;
    if (rowOfLine[at] === -1) rowOfLine[at] = rows.on(index, ticks.line[at] as number);
    return rowOfLine[at] as number;
  });
}

/** Leaves `counts` as they are when they fit into `available`; else cuts them down to it in proportion, by largest remainder. */
function cutDown(counts: Int32Array, available: number, onExcess: () => void): void {
  let wanted = 0;
  for (const count of counts) wanted += count;
  if (wanted <= available) return;
  onExcess();
  const ideal = Float64Array.from(counts, (count) => (count / wanted) * available);
  counts.set(ideal.map(Math.floor));
  const missing = available - counts.reduce((sum, share) => sum + share, 0);
  const byRemainder = [...ideal.keys()].sort((a, b) => ((ideal[b] as number) % 1) - ((ideal[a] as number) % 1) || a - b);
  for (const index of byRemainder.slice(0, missing)) counts[index] = (counts[index] as number) + 1;
}
