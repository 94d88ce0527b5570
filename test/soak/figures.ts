import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { cacheFolder } from "../workbench/installation.mjs";

/** Caches of VS Code, of V8 and of ours are full after this many rounds. */
const settled = 10;
/** Maximum growth after that, as a factor. */
const limit = 1.05;

/** One row of the table: figures by name. */
export type Figures = Readonly<Record<string, number>>;

/** These may not grow at all. Memory, and what comes and goes by itself, may grow up to the limit. */
const counted: ReadonlySet<string> = new Set(["server workers", "window frames", "window decorationRules", "folders"]);

/** Measures after each round, prints and keeps the figures under `.cache/reports/`; returns what has grown since the tenth. */
export async function grownIn(
  name: string,
  rounds: number,
  oneRound: (round: number) => Promise<void>,
  measured: () => Promise<Figures>,
): Promise<readonly string[]> {
  if (rounds <= settled) throw new Error(`It takes more than ${settled} rounds to see growth.`);
  const rows: Figures[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await oneRound(round);
    rows.push(await measured());
    console.log(`round ${round}: ${lineOf(rows, round)}`);
  }
  const file = path.join(cacheFolder, `reports/${name}.json`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(rows, null, 2));
  return grown(rows);
}

export function named(part: string, figures: object): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${part} ${name}`, Number(value)]));
}

/** The figures and, after the tenth round, their ratios to those of the tenth round. */
function lineOf(rows: readonly Figures[], round: number): string {
  const [first, last] = [round > settled ? rows[settled - 1] : undefined, rows[round - 1]];
  return Object.entries(last ?? {})
    .map(([name, value]) => {
      const figure = Number.isInteger(value) ? String(value) : value.toFixed(1);
      const before = first?.[name] ?? 0;
      return `${name} ${figure}${before === 0 ? "" : ` (×${(value / before).toFixed(3)})`}`;
    })
    .join(", ");
}

/** What grew: its minimum over the last three rounds is larger than its maximum over the three rounds up to the tenth. */
function grown(rows: readonly Figures[]): readonly string[] {
  const [before, after] = [rows.slice(settled - 3, settled), rows.slice(-3)];
  return Object.keys(rows[0] ?? {}).flatMap((name) => {
    const [most, least] = [Math.max(...before.map((row) => row[name] ?? 0)), Math.min(...after.map((row) => row[name] ?? 0))];
    return least <= (counted.has(name) ? most : most * limit)
      ? []
      : [`${name}: ${most.toFixed(1)} after the tenth round, ${least.toFixed(1)} at the end`];
  });
}
