import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";

interface Made<Value> {
  readonly functions: SourceProfile["functions"];
  readonly tables: ReadonlySet<SourceStackTable>;
  readonly value: Value;
}

/** What is made of the stack tables of a run's threads, whatever samples they have: once, also for parts of the run that lack threads. */
export class MadeOfTables<Value> {
  readonly #make: (profile: SourceProfile, tables: readonly SourceStackTable[]) => Value;
  readonly #known = new WeakMap<SourceStackTable, Made<Value>>();

  constructor(make: (profile: SourceProfile, tables: readonly SourceStackTable[]) => Value) {
    this.#make = make;
  }

  of(profile: SourceProfile): Value {
    const { functions } = profile;
    const tables = new Set(profile.threads.map(({ stacks }) => stacks));
    const [first] = tables;
    const before = first && this.#known.get(first);
    if (before?.functions === functions && [...tables].every((table) => before.tables.has(table))) return before.value;
    const made = { functions, tables, value: this.#make(profile, [...tables]) };
    for (const table of tables) this.#known.set(table, made);
    return made.value;
  }
}
