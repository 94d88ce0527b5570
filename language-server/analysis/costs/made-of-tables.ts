import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";

interface Made<Value> {
  readonly functions: SourceProfile["functions"];
  readonly tables: ReadonlySet<SourceStackTable>;
  readonly value: Value;
}

/** What is made of the stack tables of a run's threads, whatever samples they have: once, also for parts of the run that lack threads. */
export function madeOfTables<Value>(
  make: (profile: SourceProfile, tables: readonly SourceStackTable[]) => Value,
): (profile: SourceProfile) => Value {
  const known = new WeakMap<SourceStackTable, Made<Value>>();
  return (profile) => {
    const { functions } = profile;
    const tables = new Set(profile.threads.map(({ stacks }) => stacks));
    const [first] = tables;
    const before = first && known.get(first);
    if (before?.functions === functions && [...tables].every((table) => before.tables.has(table))) return before.value;
    const made = { functions, tables, value: make(profile, [...tables]) };
    for (const table of tables) known.set(table, made);
    return made.value;
  };
}
