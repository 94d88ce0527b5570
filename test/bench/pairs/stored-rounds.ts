import { readFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { SideCosts } from "../../../language-server/analysis/pairs/side-costs.ts";

/** 40 rounds of one app (`base`), the same once more (`again`), and with one function that takes 10 % of all busy time more (`slower`). `record-rounds.mjs` records them again. */
export const storedFile = path.join(import.meta.dirname, "rounds.json.gz");

export const kinds = ["base", "again", "slower"] as const;

export type StoredRounds = Readonly<Record<(typeof kinds)[number], SideCosts>>;

/** By round, in the order in which they were recorded: every second one backwards. */
export async function storedRounds(): Promise<StoredRounds> {
  const stored = JSON.parse(gunzipSync(await readFile(storedFile)).toString()) as StoredRounds;
  return { base: costsOf(stored.base), again: costsOf(stored.again), slower: costsOf(stored.slower) };
}

/** JSON has lists in place of typed arrays. */
function costsOf({ code: { sources, functions, lines }, recordings }: SideCosts): SideCosts {
  const whole = (column: Int32Array): Int32Array => Int32Array.from(column);
  return {
    code: {
      sources,
      functions: { name: functions.name, source: whole(functions.source), line: whole(functions.line), column: whole(functions.column) },
      lines: { source: whole(lines.source), line: whole(lines.line) },
    },
    recordings,
  };
}
