import { groupKey } from "../groups/group-key.ts";
import type { StackGroups } from "../groups/stack-groups.ts";
import { groupFamilies } from "../groups/tools.ts";
import type { SourceStackTable } from "../sources/source-profile.ts";

/** 1 for each stack row in the group; without such a group for none. */
export function inGroup(wanted: string, stacks: SourceStackTable, found: StackGroups | undefined): Uint8Array {
  const rows = found?.of.get(stacks);
  const group = found?.groups.findIndex((each) => groupKey(each) === wanted) ?? -1;
  if (rows === undefined || found === undefined || group === -1) return new Uint8Array(stacks.prefix.length);
  const family = groupFamilies.find((each) => each === found.groups[group]?.family) ?? "build";
  return Uint8Array.from(rows[family], (entry) => (entry !== -1 && found.entries[entry]?.group === group ? 1 : 0));
}
