import { FileBudget } from "../budget.ts";
import { type Imported, type Profile, ProblemCounts } from "../profile/profile.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import { isOfBun, withIdleNode, withPauses } from "./cpuprofile/bun-pauses.ts";
import { fromHead } from "./cpuprofile/cpuprofile-head.ts";
import { FunctionInterner } from "./cpuprofile/cpuprofile-functions.ts";
import { readNodes, type NodeTable } from "./cpuprofile/cpuprofile-nodes.ts";
import type { ScannedProfile } from "./cpuprofile/cpuprofile-scanner.ts";
import { assignStacks } from "./cpuprofile/cpuprofile-lines.ts";
import { recordOf } from "./json-values.ts";
import { sampleWorth } from "./stack-profile.ts";
import { StackRows } from "./cpuprofile/cpuprofile-stacks.ts";

/** A longer gap is not between two samples but due to a broken clock. */
const longestGap: Microseconds = 3_600_000_000;
/** Limit for a profile with hit counts only, each of which becomes a sample. Half an hour at 100 µs. */
const mostHits = 20_000_000;

export interface CpuprofileOptions {
  /** Hash under which the run folder has a script's text, or "". */
  readonly hashOf?: (url: string, scriptId: string) => string;
}

/**
 * Reads our own recorder's `Profiler.stop` result: samples are counted, each worth the mean interval, as gaps between samples are random.
 * Otherwise like `importCpuprofileFile`.
 */
export function importCpuprofile(value: unknown, options: CpuprofileOptions = {}): Imported {
  const problems = new ProblemCounts();
  return imported(readProfile(value, options, problems), countedSamples, problems);
}

/**
 * Reads another writer's `.cpuprofile`: parsed JSON, untrusted. Throws a UserError if it is not a profile; odd parts become problems. A
 * sample is worth the time to the next one, as in Chrome DevTools, VS Code and speedscope (see `weighedSamples`), but for Bun's pauses.
 * `positionTicks` divide a function's self samples over its lines without their order in time; for a native function they name the line of
 * its caller.
 */
export function importCpuprofileFile(value: unknown): Imported {
  const problems = new ProblemCounts();
  return importedFile(readProfile(value, {}, problems), problems);
}

/** A thread of a trace: it has the place of each sample's innermost JavaScript function, where V8 knew it. */
export interface PlacedProfile {
  readonly nodes: readonly unknown[];
  readonly samples: readonly unknown[];
  readonly timeDeltas: readonly unknown[];
  readonly startTime?: unknown;
  readonly endTime?: unknown;
  /** By sample, both from 1; 0 unknown. */
  readonly lines: readonly unknown[];
  readonly columns: readonly unknown[];
}

/** All threads of a trace, untrusted, as `importCpuprofileFile` reads one. */
export function importPlacedProfiles(profiles: readonly PlacedProfile[]): readonly Imported[] {
  const threads = profiles.map((profile) => {
    const problems = new ProblemCounts();
    const read = readProfile(profile, {}, problems);
    return { profile, read, problems, order: samplesInOrder({ ...read, samples: profile.samples }, problems) ?? noSamples };
  });
  const { interval, weights } = sampleWorth(threads.map(({ order }) => order.length));
  return threads.map(({ profile, read, problems, order: { node, time, listed } }, thread) => {
    const rows = new StackRows(read.nodes, read.functions);
    const stack = node.map((index, sample) => {
      const at = listed?.[sample] ?? sample;
      const line = placeOf(profile.lines[at]);
      if (index === -1) return -1;
      return line === 0 ? rows.called(index) : rows.on(index, line, placeOf(profile.columns[at]) - 1);
    });
    return importedOf(read.functions, rows, { stack, time, weight: weights[thread] }, interval, problems);
  });
}

const noSamples: SamplesInOrder = { node: new Int32Array(), time: new Float64Array(), length: new Float64Array(), span: 0 };

/** A line or column; 0 for any other value. */
function placeOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 0x7fff_ffff ? value : 0;
}

/** The same for a file that was scanned without parsing the JSON. */
export function importScanned(scanned: ScannedProfile): Imported {
  return importedFile(scanned, new ProblemCounts());
}

function importedFile(read: ReadProfile, problems: ProblemCounts): Imported {
  if (!isOfBun(read)) return imported(read, weighedSamples, problems);
  let [pauses, paused] = [0, 0];
  const weighedWithPauses: WorthOf = (order, nodes) => {
    const onPause = (length: Microseconds): void => {
      pauses++;
      paused += length;
    };
    return weighedSamples(withPauses(order, nodes.func.length - 1, onPause), nodes);
  };
  const { profile, problems: odd } = imported({ ...read, nodes: withIdleNode(read.nodes, read.functions) }, weighedWithPauses, problems);
  if (pauses === 0) return { profile, problems: odd };
  const seconds = Math.round(paused / 1e4) / 100;
  return { profile, problems: [...odd, { code: "cpuprofile.bunPauses", values: { pauses, seconds }, count: 1 }] };
}

function readProfile(value: unknown, options: CpuprofileOptions, problems: ProblemCounts): ReadProfile {
  const { nodes, samples, timeDeltas, ...raw } = fromHead(recordOf(value));
  if (!Array.isArray(nodes)) throw new UserError("cpuprofile.noNodes");
  const functions = new FunctionInterner(options.hashOf ?? (() => ""));
  return { ...raw, samples: listIn(samples), timeDeltas: listIn(timeDeltas), functions, nodes: readNodes(nodes, functions, problems) };
}

function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

interface ReadProfile {
  readonly functions: FunctionInterner;
  readonly nodes: NodeTable;
  readonly samples: ArrayLike<unknown> | undefined;
  readonly timeDeltas: ArrayLike<unknown> | undefined;
  readonly startTime?: unknown;
  readonly endTime?: unknown;
}

type WorthOf = (order: SamplesInOrder, nodes: NodeTable) => WorthSamples;

function imported(read: ReadProfile, worthOf: WorthOf, problems: ProblemCounts): Imported {
  const { functions, nodes } = read;
  const order = samplesInOrder(read, problems);
  const samples = order === undefined ? samplesFromHits(nodes, span(read.startTime, read.endTime), problems) : worthOf(order, nodes);
  const rows = new StackRows(nodes, functions);
  const stack = assignStacks(samples, nodes, rows, problems);
  return importedOf(functions, rows, { stack, time: samples.time, weight: samples.weight }, samples.interval, problems);
}

function importedOf(
  functions: FunctionInterner,
  rows: StackRows,
  samples: Profile["samples"],
  interval: Microseconds,
  problems: ProblemCounts,
): Imported {
  const profile = { scripts: functions.scripts(), functions: functions.functions(), stacks: rows.stacks(), samples, interval };
  return { profile, problems: problems.list() };
}

/** Samples in time order. */
interface SamplesInOrder {
  /** Index of the node, -1 if the profile has no such node. */
  readonly node: Int32Array;
  /** Time since the profile's start, or since the first sample if that is earlier. */
  readonly time: Float64Array;
  /** Time to the next sample; for the last one, to the profile's end. */
  readonly length: Float64Array;
  /** Time from the profile's start to its last listed sample. */
  readonly span: Microseconds;
  /** Index of each sample in the file's list; undefined if the list is in time order. */
  readonly listed?: Uint32Array;
}

interface WorthSamples extends Pick<SamplesInOrder, "node" | "time"> {
  readonly weight?: Float64Array | undefined;
  readonly interval: Microseconds;
}

/** The last sample lasts until `endTime`, or as long as the mean one if that is missing. */
function samplesInOrder(
  { samples, timeDeltas = [], startTime, endTime, nodes }: ReadProfile,
  problems: ProblemCounts,
): SamplesInOrder | undefined {
  if (samples === undefined || (samples.length === 0 && nodes.hits.some((hits) => hits > 0))) return undefined;
  const count = samples.length;
  new FileBudget().takeSamples(count);
  const node = new Int32Array(count);
  const time = new Float64Array(count);
  let now = 0;
  let backwards = false;
  for (let index = 0; index < count; index++) {
    const at = nodes.ids.row(samples[index]);
    if (at === -1) problems.count("cpuprofile.unlistedSamples");
    node[index] = at;
    const delta = timeDeltas[index];
    if (typeof delta !== "number" || !(Math.abs(delta) <= longestGap)) problems.count("cpuprofile.badTimes");
    else {
      now += delta;
      if (delta < 0 && index > 0) {
        backwards = true;
        problems.count("cpuprofile.clockBackwards");
      }
    }
    time[index] = now;
  }
  const sorted = backwards ? inTimeOrder(node, time) : { node, time };
  const first = Math.min(0, sorted.time[0] ?? 0);
  const last = sorted.time[count - 1] ?? 0;
  const length = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    sorted.time[index] = (sorted.time[index] as number) - first;
    if (index > 0) length[index - 1] = (sorted.time[index] as number) - (sorted.time[index - 1] as number);
  }
  const rest = span(startTime, endTime) - last;
  if (count > 0) length[count - 1] = rest >= 0 && rest <= longestGap ? rest : (last - (sorted.time[0] as number)) / Math.max(1, count - 1);
  return { ...sorted, length, span: last - first };
}

function countedSamples(order: SamplesInOrder, nodes: NodeTable): WorthSamples {
  const { node, time, span: all } = withoutUncounted(order, nodes, 0);
  return { node, time, interval: node.length === 0 ? 0 : all / node.length };
}

/**
 * `timeDeltas[i]` is the time between sample i - 1 and sample i (V8's cpu-profiler). What ran in it is unknown; all readers attribute it to
 * the sample before: DevTools (CPUProfileDataModel.ts), VS Code (vscode-js-profile-core, cpu/model.ts, `buildModel`) and speedscope
 * (import/chrome.ts).
 */
function weighedSamples(order: SamplesInOrder, nodes: NodeTable): WorthSamples {
  // Keep every function that readers of times would show.
  const { node, time, length } = withoutUncounted(order, nodes, 1);
  if (order.span === 0) return { node, time, interval: length.reduce((sum, each) => sum + each, 0) / Math.max(1, length.length) };
  const { interval, weights } = sampleWorth([length]);
  return { node, time, weight: weights[0], interval };
}

/**
 * V8 lists, but does not count, a sample for each deoptimisation: usually one in a hundred, but four in five if a server deoptimises at
 * each request. For a node with more samples than hits, and more than `least`, drops those closest to their predecessor; their time stays
 * with the node.
 */
function withoutUncounted(order: SamplesInOrder, nodes: NodeTable, least: number): SamplesInOrder {
  if (!countsAsV8(nodes)) return order;
  const surplus = new Int32Array(nodes.hits.length);
  for (let node = 0; node < surplus.length; node++) surplus[node] = -Math.max(least, nodes.hits[node] as number);
  for (let index = 0; index < order.node.length; index++) {
    const node = order.node[index] as number;
    if (node !== -1) surplus[node] = (surplus[node] as number) + 1;
  }
  const candidates: number[] = [];
  for (let index = 0; index < order.node.length; index++) {
    const node = order.node[index] as number;
    if (node !== -1 && (surplus[node] as number) > 0) candidates.push(index);
  }
  if (candidates.length === 0) return order;
  const waitOf = (index: number): Microseconds => (order.time[index] as number) - (order.time[index - 1] ?? 0);
  const isOut = new Uint8Array(order.node.length);
  for (const index of candidates.sort((a, b) => waitOf(a) - waitOf(b) || a - b)) {
    const node = order.node[index] as number;
    if ((surplus[node] as number) <= 0) continue;
    surplus[node] = (surplus[node] as number) - 1;
    isOut[index] = 1;
  }
  const isIn = (_: number, index: number): boolean => isOut[index] === 0;
  return { ...order, node: order.node.filter(isIn), time: order.time.filter(isIn), length: lengthsOfRest(order, isOut).filter(isIn) };
}

/** The lengths, with those of dropped samples added to the node's sample before, or else after. */
function lengthsOfRest({ node, length: given }: SamplesInOrder, isOut: Uint8Array): Float64Array {
  const length = given.slice();
  const kept = new Map<number, number>();
  const due = new Map<number, Microseconds>();
  node.forEach((index, sample) => {
    const own = length[sample] as number;
    if (isOut[sample] === 0) {
      length[sample] = own + (due.get(index) ?? 0);
      due.delete(index);
      kept.set(index, sample);
      return;
    }
    const before = kept.get(index);
    if (before === undefined) due.set(index, (due.get(index) ?? 0) + own);
    else length[before] = (length[before] as number) + own;
  });
  return length;
}

/** Other writers use hits differently or not at all; V8's have line ticks, which never exceed hits. */
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

function inTimeOrder(node: Int32Array, time: Float64Array): Pick<SamplesInOrder, "node" | "time" | "listed"> {
  const listed = Uint32Array.from(time.keys()).sort((a, b) => (time[a] as number) - (time[b] as number) || a - b);
  return {
    node: Int32Array.from(listed, (index) => node[index] as number),
    time: Float64Array.from(listed, (index) => time[index] as number),
    listed,
  };
}

/** Old profiles count hits per node, without order in time. */
function samplesFromHits(nodes: NodeTable, duration: Microseconds, problems: ProblemCounts): WorthSamples {
  let total = 0;
  for (const hits of nodes.hits) total += hits;
  if (total > mostHits) throw new UserError("cpuprofile.tooManySamples", { samples: total });
  if (total > 0) problems.count("cpuprofile.noOrder");
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
