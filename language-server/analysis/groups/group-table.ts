import { madeOnce } from "../collections.ts";
import type { CodeGroup, GroupNames, NamedEntry } from "./group-names.ts";

type Keyed = Pick<CodeGroup, "kind" | "name" | "path" | "line">;

/** Names a group in every run that has it, for filters. */
export function groupKey({ kind, name, path, line }: Keyed): string {
  return [kind, name, path, line].join("\t");
}

/** The name to show for a group that a filter names: `slow-plugin`, or `setup.ts:1` for what has no name of its own. */
export function nameInKey(key: string): string {
  const [, name = "", path = "", line = ""] = key.split("\t");
  return name === "" ? `${path.slice(path.lastIndexOf("/") + 1)}:${line}` : name;
}

/** A part of a group, or what was attributed to it without a frame of its tool. */
export interface GroupEntry {
  /** Index in `groups`. */
  readonly group: number;
  readonly part: string;
  /** By its package or file alone: its stack does not lead back to the tool, as after an `await`. */
  readonly inferred: boolean;
}

/** Groups and entries, each once. */
export class GroupTable {
  readonly groups: CodeGroup[] = [];
  readonly entries: GroupEntry[] = [];
  readonly names: GroupNames;
  readonly #groups = new Map<string, number>();
  readonly #entries = new Map<string, number>();

  constructor(names: GroupNames) {
    this.names = names;
  }

  entry({ group, part }: NamedEntry, inferred = false): number {
    const row = madeOnce(this.#groups, groupKey(group), () => this.groups.push(group) - 1);
    return this.entryOf(row, part, inferred);
  }

  entryOf(group: number, part: string, inferred: boolean): number {
    return madeOnce(this.#entries, [group, inferred, part].join("\0"), () => this.entries.push({ group, part, inferred }) - 1);
  }

  groupOf(entry: number): number {
    return entry === -1 ? -1 : (this.entries[entry] as GroupEntry).group;
  }
}
