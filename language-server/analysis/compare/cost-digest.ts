import { checkStop } from "../budget.ts";
import type { Analysis } from "../analyse.ts";
import { busyBySeconds } from "../costs/busy-slices.ts";
import { slicedCosts, sliceCount, type SlicedTicks } from "../costs/cost-slices.ts";
import type { Composition } from "../costs/costs.ts";
import type { Source } from "../sources/source.ts";
import type { LoadSlices } from "../load/load.ts";
import { functionTree } from "../flame/flame-tree.ts";
import { busySamples } from "../flame/shown-samples.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Microseconds, Ticks } from "../units.ts";
import { madeOnce } from "../collections.ts";
import { parseSyntax } from "../syntax/syntax-parser.ts";
import type { Syntax } from "../syntax/syntax.ts";

/** What a comparison needs of a run: plain tables of bounded size, which can be sent between workers. */
export interface CostDigest {
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  readonly busySamples: number;
  readonly interval: Microseconds;
  readonly composition: Composition;
  /** Busy ticks by time slice. */
  readonly busySlices: Float32Array;
  /** Busy ticks by slice of the load's report; undefined if it has none. */
  readonly loadSlices: readonly Ticks[] | undefined;
  readonly sources: readonly DigestSource[];
  readonly functions: DigestFunctions;
  readonly lines: DigestLines;
  readonly tree: DigestTree;
}

/** The functions and lines of a run, without their costs. */
export interface CodeTables {
  readonly sources: readonly DigestSource[];
  readonly functions: Pick<DigestFunctions, "name" | "source" | "line" | "column">;
  readonly lines: Pick<DigestLines, "source" | "line">;
}

export interface DigestSource {
  /** Path in this run, as in Costs.sources. */
  readonly path: string;
  /** Its identity in every run of the app, wherever the app's folder is. */
  readonly key: string;
  readonly category: Source["category"];
  /** Whether its text is another one than ran, so that its lines say nothing. */
  readonly isContradicted?: boolean | undefined;
  /** Text as it ran; undefined if it was not kept or too long. */
  readonly text: string | undefined;
}

/** JavaScript functions first, hottest total first, then native code and V8's pseudo functions, with source -1 and no slices. */
interface DigestFunctions {
  readonly name: readonly string[];
  /** Index in `sources`, or -1. */
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  readonly slices: SlicedTicks;
  readonly writes: WrittenTicks;
}

/** Ticks in writes by row; empty if there are none. Where cores are short, a write lasts as long as who reads it likes. */
type WrittenTicks = { readonly [Figure in keyof SlicedTicks]: Float32Array };

/** Lines, hottest total first. */
interface DigestLines {
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly slices: SlicedTicks;
  readonly writes: WrittenTicks;
}

/** All threads' stacks by function, callers first. */
interface DigestTree {
  /** Index of the parent node, or -1. */
  readonly parent: Int32Array;
  /** Index in `functions`. */
  readonly func: Int32Array;
  readonly total: Float64Array;
}

export interface DigestOptions {
  /** The app's folder, then its workspace folders: keys of paths inside are relative to them. */
  readonly folders: readonly string[];
  /** Of the run's load. */
  readonly slices?: LoadSlices | undefined;
}

const mostFunctions = 5000;
const mostLines = 8000;
const mostNodes = 10_000;
/** Limits in UTF-16 code units, of all texts together and of one. */
const mostText = 16_000_000;
const longestText = 4_000_000;

export function costDigest({ costs, profile, textOf }: Pick<Analysis, "costs" | "profile" | "textOf">, options: DigestOptions): CostDigest {
  const sliced = slicedCosts(profile);
  const tree = foldedTree(profile);
  const total = totalsOf(sliced.functions.total);
  const hottest = [...total.keys()]
    .filter((row) => profile.functions.source[row] !== -1 && (total[row] as number) > 0)
    .sort((a, b) => (total[b] as number) - (total[a] as number))
    .slice(0, mostFunctions);
  const rows = [...new Set([...hottest, ...tree.func])];
  const rowOf = new Map(rows.map((row, index) => [row, index]));
  const lineTotal = totalsOf(sliced.lines.total);
  const lines = [...lineTotal.keys()]
    .filter((row) => (lineTotal[row] as number) > 0)
    .sort((a, b) => (lineTotal[b] as number) - (lineTotal[a] as number))
    .slice(0, mostLines);
  const pick = (column: Int32Array): Int32Array => Int32Array.from(rows, (row) => column[row] as number);
  const { functions } = profile;
  return {
    ticks: costs.ticks,
    busyTicks: costs.busyTicks,
    busySamples: costs.busySamples,
    interval: costs.interval,
    composition: costs.composition,
    busySlices: sliced.busy,
    loadSlices: options.slices === undefined ? undefined : busyBySeconds(profile, options.slices.seconds, options.slices.answers.length),
    sources: digestSources(
      profile,
      textOf,
      options,
      hottest.map((row) => functions.source[row] as number),
    ),
    functions: {
      name: rows.map((row) => functions.shownName(row)),
      source: pick(functions.source),
      line: pick(functions.line),
      column: pick(functions.column),
      slices: pickSlices(sliced.functions, rows),
      writes: writesOf(sliced.writes?.functions, rows),
    },
    lines: {
      source: Int32Array.from(lines, (row) => sliced.lineKeys.first[row] as number),
      line: Int32Array.from(lines, (row) => sliced.lineKeys.second[row] as number),
      slices: pickSlices(sliced.lines, lines),
      writes: writesOf(sliced.writes?.lines, lines),
    },
    tree: { ...tree, func: tree.func.map((row) => rowOf.get(row) as number) },
  };
}

function totalsOf(slices: Float32Array): Float64Array {
  const totals = new Float64Array(slices.length / sliceCount);
  slices.forEach((ticks, index) => {
    checkStop(index);
    const row = Math.floor(index / sliceCount);
    totals[row] = (totals[row] as number) + ticks;
  });
  return totals;
}

function pickSlices(slices: SlicedTicks, rows: readonly number[]): SlicedTicks {
  const pick = (column: Float32Array): Float32Array => {
    const picked = new Float32Array(rows.length * sliceCount);
    rows.forEach((row, index) => picked.set(column.subarray(row * sliceCount, (row + 1) * sliceCount), index * sliceCount));
    return picked;
  };
  return { self: pick(slices.self), withLibraries: pick(slices.withLibraries), total: pick(slices.total) };
}

function writesOf(slices: SlicedTicks | undefined, rows: readonly number[]): WrittenTicks {
  const sum = (column: Float32Array | undefined): Float32Array =>
    column === undefined
      ? new Float32Array()
      : Float32Array.from(rows, (row) => column.subarray(row * sliceCount, (row + 1) * sliceCount).reduce((all, ticks) => all + ticks, 0));
  return { self: sum(slices?.self), withLibraries: sum(slices?.withLibraries), total: sum(slices?.total) };
}

/** Texts of the sources with the hottest functions first, until the limit is reached. */
function digestSources(
  { sources }: SourceProfile,
  textOf: Analysis["textOf"],
  { folders }: DigestOptions,
  hottest: readonly number[],
): readonly DigestSource[] {
  const texts = new Map<number, string>();
  let length = 0;
  for (const row of new Set(hottest)) {
    const source = sources[row];
    if (source === undefined || source.category === "node") continue;
    const text = textOf(row);
    if (text === undefined || text.length > longestText || length + text.length > mostText) continue;
    length += text.length;
    texts.set(row, text);
  }
  return sources.map(({ path, category, version, isContradicted }, row) => {
    const key = sourceKey(version?.isFile === true ? version.file : path, folders);
    return { path, key, category, isContradicted, text: texts.get(row) };
  });
}

/** Relative to the first folder that contains it; for a package, from `node_modules` on, wherever it is installed. */
function sourceKey(path: string, folders: readonly string[]): string {
  const slashed = path.replaceAll("\\", "/");
  const packages = slashed.indexOf("/node_modules/");
  if (packages !== -1) return slashed.slice(packages + 1);
  for (const folder of folders) {
    const start = `${folder.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
    if (start !== "/" && slashed.startsWith(start)) return slashed.slice(start.length);
  }
  return slashed;
}

/** Merges the trees of all threads, without idle time, and folds small nodes. */
function foldedTree(profile: SourceProfile): DigestTree {
  const nodes = new NumberPairs();
  const totals: number[] = [];
  for (const thread of profile.threads) {
    const tree = functionTree(thread, busySamples(thread, profile));
    const nodeOf = new Int32Array(tree.parent.length);
    for (let node = 0; node < nodeOf.length; node++) {
      checkStop(node);
      const parent = tree.parent[node] as number;
      const merged = nodes.row(parent === -1 ? -1 : (nodeOf[parent] as number), tree.func[node] as number);
      totals[merged] = (totals[merged] ?? 0) + (tree.total[node] as number);
      nodeOf[node] = merged;
    }
  }
  // No node has more ticks than its caller, so the rest is still a tree.
  const total = Float64Array.from(totals);
  let smallest = 1;
  const stays = (node: number): boolean => {
    checkStop(node);
    return (total[node] as number) >= smallest;
  };
  while (total.reduce((count, _total, node) => count + (stays(node) ? 1 : 0), 0) > mostNodes) smallest *= 2;
  const chosen = [...total.keys()].filter(stays);
  const rowOf = new Map(chosen.map((node, row) => [node, row]));
  return {
    parent: Int32Array.from(chosen, (node) => rowOf.get(nodes.first[node] as number) ?? -1),
    func: Int32Array.from(chosen, (node) => nodes.second[node] as number),
    total: Float64Array.from(chosen, (node) => total[node] as number),
  };
}

/** Parses the kept text of a digest's source when it is first asked for; undefined if there is none, or if it cannot be parsed. */
export function keptSyntax(sources: readonly DigestSource[]): (source: number) => Syntax | undefined {
  const known = new Map<number, Syntax | undefined>();
  return (source) =>
    madeOnce(known, source, () => {
      const { text, path } = sources[source] ?? {};
      return text === undefined || path === undefined ? undefined : parseSyntax(text, path, "editor");
    });
}
