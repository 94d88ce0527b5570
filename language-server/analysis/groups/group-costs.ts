import { checkStop } from "../budget.ts";
import type { HotPlace } from "../costs/hot-tree.ts";
import { madeOnce } from "../collections.ts";
import { certainties, functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceThread, SourceStackTable } from "../sources/source-profile.ts";
import type { Microseconds, Ticks } from "../units.ts";
import { type CodeGroup, GroupNames } from "./group-names.ts";
import { groupFamilies, type GroupFamily } from "./tools.ts";
import { framesOf } from "./frames.ts";
import { type GroupEntry, GroupTable } from "./group-table.ts";
import { type ImportedAt, importPlaces, type PlaceTexts } from "./import-places.ts";
import { Owners } from "./owners.ts";
import { testEntries } from "./test-entries.ts";
import { toolEntries } from "./tool-entries.ts";

export interface StackGroups {
  readonly groups: readonly CodeGroup[];
  readonly entries: readonly GroupEntry[];
  /** By family and stack row an index in `entries`, or -1. */
  readonly of: ReadonlyMap<SourceStackTable, Readonly<Record<GroupFamily, Int32Array>>>;
  /** By group of kind `import` where it is imported, as far as that is known. */
  readonly importedAt: (profile: SourceProfile) => ReadonlyMap<number, ImportedAt>;
}

/** Which group each stack is in. */
export function stackGroups(profile: SourceProfile, tables: readonly SourceStackTable[], texts: PlaceTexts): StackGroups {
  const frames = framesOf(profile);
  const known = new GroupTable(new GroupNames(profile, texts.textOf));
  const of = new Map<SourceStackTable, Record<GroupFamily, Int32Array>>();
  const byFamily = groupFamilies.map((family) => {
    const find = family === "tests" ? testEntries(profile, frames, known) : toolEntries(frames, family, known);
    const first = tables.map((table) => find(table, undefined));
    const owners = new Owners(frames, known);
    tables.forEach((table, at) => owners.add(table, first[at] as Int32Array));
    return tables.map((table) => find(table, owners));
  });
  tables.forEach((table, at) =>
    of.set(table, Object.fromEntries(groupFamilies.map((family, row) => [family, byFamily[row]?.[at]])) as Record<GroupFamily, Int32Array>),
  );
  const { groups, entries } = known;
  let places: ReadonlyMap<number, ImportedAt> | undefined;
  return { groups, entries, of, importedAt: (whole) => (places ??= importPlaces(whole, { groups, entries, of }, texts)) };
}

/** A hook, listener or test of a group. */
interface GroupPart {
  readonly name: string;
  readonly ticks: Ticks;
}

export interface GroupCost extends CodeGroup {
  readonly ticks: Ticks;
  readonly samples: number;
  readonly time: Microseconds;
  /** The part of `ticks` that only their package or file says to be its. */
  readonly inferredTicks: Ticks;
  /** Most first. */
  readonly parts: readonly GroupPart[];
  /** The line of own code that most of it ran for, or of the group's own code; undefined if no line is known. */
  readonly hottest: HotPlace | undefined;
  /** Of an import the line of a test file or setup file that loads it; undefined if it is not known. */
  readonly importedAt: HotPlace | undefined;
}

interface Sum {
  ticks: Ticks;
  samples: number;
  time: Microseconds;
  inferredTicks: Ticks;
  readonly parts: Map<string, Ticks>;
  /** By source and line: ticks, and a column; own code apart. */
  readonly lines: Map<string, HotPlace & { ticks: Ticks; readonly isOwn: boolean }>;
}

const inferred = certainties.indexOf("inferred");
const idle = functionKinds.indexOf("idle");

/**
 * What each group cost, most first. `shown`: what a filter leaves of `whole`, with the same samples; those without a stack are
 * left out.
 */
export function groupCosts(whole: SourceProfile, shown: SourceProfile, found: StackGroups): readonly GroupCost[] {
  const { groups, entries, of } = found;
  const sums = new Map<number, Sum>();
  whole.threads.forEach((thread, at) => {
    const ends = shown.threads[at]?.samples.stack ?? thread.samples.stack;
    const rows = of.get(thread.stacks);
    if (rows === undefined) return;
    for (const family of groupFamilies) {
      const ofRow = rows[family];
      if (ofRow.every((entry) => entry === -1)) continue;
      const places = placesOf(whole, thread, ofRow, (entry) => entries[entry]?.group ?? -1);
      thread.samples.stack.forEach((row, sample) => {
        checkStop(sample);
        const entry = row === -1 || ends[sample] === -1 ? undefined : entries[ofRow[row] as number];
        if (entry === undefined || whole.functions.kind[thread.stacks.func[row] as number] === idle) return;
        const sum = madeOnce(sums, entry.group, newSum);
        add(sum, thread, sample, entry.part, entry.inferred);
        addPlace(sum, whole, thread, places[row] as number, thread.samples.weight?.[sample] ?? 1);
      });
    }
  });
  return [...sums]
    .map(([group, sum]): GroupCost => ({ ...costOf(groups[group] as CodeGroup, sum), importedAt: found.importedAt(whole).get(group) }))
    .filter(({ ticks }) => ticks > 0)
    .toSorted((a, b) => b.ticks - a.ticks || a.name.localeCompare(b.name) || a.path.localeCompare(b.path) || a.line - b.line);
}

function newSum(): Sum {
  return { ticks: 0, samples: 0, time: 0, inferredTicks: 0, parts: new Map(), lines: new Map() };
}

function add(sum: Sum, { samples, interval }: SourceThread, sample: number, part: string, inferred: boolean): void {
  const ticks = samples.weight?.[sample] ?? 1;
  sum.ticks += ticks;
  sum.samples++;
  sum.time += ticks * interval;
  if (inferred) sum.inferredTicks += ticks;
  sum.parts.set(part, (sum.parts.get(part) ?? 0) + ticks);
}

function addPlace(sum: Sum, { sources }: SourceProfile, { stacks }: SourceThread, row: number, ticks: Ticks): void {
  if (row === -1) return;
  const source = stacks.source[row] as number;
  const line = stacks.line[row] as number;
  const at = madeOnce(sum.lines, `${source}:${line}`, () => ({
    source,
    line,
    column: stacks.column[row] as number,
    inferred: stacks.certainty[row] === inferred,
    isOwn: sources[source]?.category === "own",
    ticks: 0,
  }));
  at.ticks += ticks;
}

function costOf(group: CodeGroup, { parts, lines, ...sum }: Sum): Omit<GroupCost, "importedAt"> {
  const byTicks = [...lines.values()].toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.ticks - a.ticks || a.line - b.line);
  const [hottest] = byTicks;
  const place = hottest && { source: hottest.source, line: hottest.line, column: hottest.column, inferred: hottest.inferred };
  const named = [...parts].map(([name, ticks]) => ({ name, ticks })).toSorted((a, b) => b.ticks - a.ticks || a.name.localeCompare(b.name));
  return { ...group, ...sum, parts: named, hottest: place };
}

/** For each row of a group its innermost line of own code in it, else its innermost line with a source; -1 without one. */
function placesOf(
  { functions, sources }: SourceProfile,
  { stacks }: SourceThread,
  entries: Int32Array,
  groupOf: (entry: number) => number,
): Int32Array {
  const { prefix, func, source, line } = stacks;
  const places = new Int32Array(prefix.length).fill(-1);
  const isOwn = (row: number): boolean => sources[source[row] as number]?.category === "own";
  for (let row = 0; row < places.length; row++) {
    checkStop(row);
    const entry = entries[row] as number;
    if (entry === -1) continue;
    const caller = prefix[row] as number;
    const sameGroup = caller !== -1 && groupOf(entries[caller] as number) === groupOf(entry);
    const above = sameGroup ? (places[caller] as number) : -1;
    const category = sources[functions.source[func[row] as number] as number]?.category;
    const hasLine = category !== undefined && category !== "node" && (line[row] as number) > 0;
    places[row] = hasLine && (isOwn(row) || above === -1 || !isOwn(above)) ? row : above;
  }
  return places;
}
