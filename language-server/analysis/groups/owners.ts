import { inSteps } from "../budget.ts";
import type { SourceStackTable } from "../sources/source-profile.ts";
import { type Frame, hasNoCode, rootedRows } from "./frames.ts";
import type { GroupTable } from "./group-table.ts";

/** Several groups, or code outside of all. */
const several = -2;

/** Which group alone runs a function, file or package: its callbacks are that group's, too. */
export class Owners {
  readonly #frames: readonly Frame[];
  readonly #known: GroupTable;
  readonly #functions = new Map<number, number>();
  readonly #files = new Map<number, number>();
  readonly #packages = new Map<string, number>();
  /** Functions that the tool itself called, by the entry. */
  readonly #called = new Map<number, number>();

  constructor(frames: readonly Frame[], known: GroupTable) {
    [this.#frames, this.#known] = [frames, known];
  }

  add(stacks: SourceStackTable, entries: Int32Array): void {
    const { prefix, func } = stacks;
    const rooted = rootedRows(stacks, this.#frames);
    inSteps(prefix.length, (from, to) => {
      for (let row = from; row < to; row++) {
        const frame = this.#frames[func[row] as number] as Frame;
        const caller = prefix[row] as number;
        const entry = entries[row] as number;
        if (hasNoCode(frame) || (entry === -1 && rooted[row] === 1)) continue;
        const group = entry === -1 ? several : this.#known.groupOf(entry);
        note(this.#functions, frame.func, group);
        note(this.#files, frame.source, group);
        if (frame.package !== "") note(this.#packages, frame.package, group);
        if (entry !== -1 && (caller === -1 || this.#known.groupOf(entries[caller] as number) !== group))
          note(this.#called, frame.func, entry);
      }
    });
  }

  /** The entry of a function that nothing called that is known; -1 without one. */
  of(frame: Frame): number {
    const called = this.#called.get(frame.func) ?? several;
    const own = this.#functions.get(frame.func) ?? several;
    if (called >= 0 && own >= 0) return called;
    const found = [own, this.#files.get(frame.source), this.#packages.get(frame.package)].find(
      (group) => group !== undefined && group >= 0,
    );
    return found === undefined ? -1 : this.#known.entryOf(found, "", true);
  }
}

function note<Key>(owners: Map<Key, number>, key: Key, owner: number): void {
  const before = owners.get(key);
  owners.set(key, before === undefined || before === owner ? owner : several);
}
