import { madeOnce } from "../made-once.ts";
import { groupKey } from "./group-key.ts";
import type { CodeGroup, GroupNames, NamedEntry } from "./group-names.ts";

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
