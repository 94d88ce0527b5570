import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";
import { framesOf } from "./frames.ts";
import { type CodeGroup, GroupNames } from "./group-names.ts";
import { type GroupEntry, GroupTable } from "./group-table.ts";
import { type ImportedAt, importPlaces, type PlaceTexts } from "./import-places.ts";
import { Owners } from "./owners.ts";
import { testEntries } from "./test-entries.ts";
import { toolEntries } from "./tool-entries.ts";
import { groupFamilies, type GroupFamily } from "./tools.ts";

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
