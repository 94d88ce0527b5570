import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { format, resolveConfig } from "prettier";

const results = path.join(import.meta.dirname, "RESULTS.md");

/** Median of a non-empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/**
 * Prints a table and replaces the one in RESULTS.md between `<!-- bench NAME -->` and `<!-- end NAME -->`, with the machine and date of the
 * measurement. Throws if it has no such markers.
 */
export async function publishTable(name: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]): Promise<void> {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const machine = `${os.cpus().length} cores, ${os.cpus()[0]?.model.trim() ?? "?"}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`;
  const table = `${lines.join("\n")}\n\nMeasured on ${machine}; load of the machine before it began: ${(os.loadavg()[0] ?? 0).toFixed(1)}.`;
  console.log(`${name}\n${table}`);
  const text = await readFile(results, "utf8");
  const [start, end] = [`<!-- bench ${name} -->`, `<!-- end ${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`test/bench/RESULTS.md has no place for the table "${name}"`);
  const updated = `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`;
  await writeFile(results, await format(updated, { ...(await resolveConfig(results)), filepath: results }));
}
