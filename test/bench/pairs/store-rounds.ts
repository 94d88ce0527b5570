import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { CodeTables } from "../../../language-server/analysis/compare/cost-digest.ts";
import { costDigest } from "../../../language-server/analysis/compare/cost-digest.ts";
import { unitCounts } from "../../../language-server/analysis/compare/compare-units.ts";
import { type Recording, type SideCosts, SidePool } from "../../../language-server/analysis/pairs/side-costs.ts";
import { listRuns } from "../../../language-server/history/run-store.ts";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { kinds, storedFile } from "./stored-rounds.ts";

/** Colder rows, by ticks in all recordings, are never judged. */
const fewestTicks = 40;

/** Reduces recorded runs, one in each of the folders `runs/ROUND-KIND`, to what a bench keeps of them. */
export async function storeRounds(folder: string): Promise<void> {
  const runs = path.join(folder, "runs");
  const names = (await readdir(runs)).toSorted();
  const stored: Record<string, unknown> = {};
  for (const kind of kinds) {
    const pool = new SidePool();
    for (const name of names.filter((each) => each.endsWith(`-${kind}`))) {
      const [found] = await listRuns(path.join(runs, name));
      if (found === undefined) throw new Error(`no run in ${name}`);
      const { analysis } = await openRunFolder(found.folder, found.run, {});
      pool.add(costDigest(analysis, { folders: [path.join(folder, kind)] }), { units: unitCounts(found.run), cpuMs: found.run.cpuMs });
    }
    stored[kind] = plain(reduced(pool.costs()));
  }
  await writeFile(storedFile, gzipSync(JSON.stringify(stored), { level: 9 }));
}

/** Without cold rows, and with the texts of own code only. */
function reduced({ code, recordings }: SideCosts): SideCosts {
  const ticksOf = (figure: "totals" | "lines", row: number): number => recordings.reduce((sum, each) => sum + (each[figure][row] ?? 0), 0);
  const functions = [...code.functions.name.keys()].filter((row) => ticksOf("totals", row) >= fewestTicks);
  const lines = [...code.lines.line.keys()].filter((row) => ticksOf("lines", row) >= fewestTicks);
  const pick = (column: Int32Array, rows: readonly number[]): Int32Array => Int32Array.from(rows, (row) => column[row] as number);
  const chosen = (ticks: readonly number[], rows: readonly number[]): readonly number[] => rows.map((row) => ticks[row] ?? 0);
  const tables: CodeTables = {
    sources: code.sources.map(({ text, ...source }) => ({ ...source, text: source.category === "own" ? text : undefined })),
    functions: {
      name: functions.map((row) => code.functions.name[row] as string),
      source: pick(code.functions.source, functions),
      line: pick(code.functions.line, functions),
      column: pick(code.functions.column, functions),
    },
    lines: { source: pick(code.lines.source, lines), line: pick(code.lines.line, lines) },
  };
  return {
    code: tables,
    recordings: recordings.map((each): Recording => ({
      ...each,
      functions: chosen(each.functions, functions),
      totals: chosen(each.totals, functions),
      lines: chosen(each.lines, lines),
    })),
  };
}

/** Typed arrays as lists. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return [...(value as Int32Array)];
  if (Array.isArray(value)) return value.map((each) => plain(each));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  return typeof value === "number" ? Math.round(value * 1000) / 1000 : value;
}
