import type { CodeTables, CostDigest, DigestSource } from "../compare/cost-digest.ts";
import { sliceCount } from "../costs/cost-slices.ts";
import type { Milliseconds, Ticks } from "../units.ts";
import type { UnitCounts } from "../compare/compare-units.ts";

/** What one recording cost, by row of its side's code; a missing row has no ticks. */
export interface Recording {
  readonly units: UnitCounts;
  readonly tickMs: Milliseconds;
  readonly busyTicks: Ticks;
  /** CPU time of the app's processes; 0 if it is not known. */
  readonly cpuMs: Milliseconds;
  /** With the libraries that own code calls, of other code its self. */
  readonly functions: readonly Ticks[];
  /** With all that they call. */
  readonly totals: readonly Ticks[];
  /** As `functions`. */
  readonly lines: readonly Ticks[];
  /** By source: while any of its code was on the stack. */
  readonly files: readonly Ticks[];
}

/** All recordings of one version of an app. Plain data. */
export interface SideCosts {
  readonly code: CodeTables;
  readonly recordings: readonly Recording[];
}

/** Gathers the recordings of one version. They ran the same texts, so a place in them is one place; only their counts are kept apart. */
export class SidePool {
  readonly #sources: DigestSource[] = [];
  readonly #sourceRows = new Map<string, number>();
  readonly #functions = new Rows();
  readonly #names: string[] = [];
  readonly #lines = new Rows();
  readonly #recordings: Recording[] = [];

  add(digest: CostDigest, { units, cpuMs }: Pick<Recording, "units" | "cpuMs">): void {
    const sources = digest.sources.map((source) => this.#sourceRow(source));
    const { functions, lines } = digest;
    const functionRows = functions.name.map((name, row) => {
      const source = sources[functions.source[row] as number];
      if (source === undefined) return -1;
      const pooled = this.#functions.row([source, functions.line[row] as number, functions.column[row] as number], name);
      this.#names[pooled] ??= name;
      return pooled;
    });
    const lineRows = [...lines.line].map((line, row) => {
      const source = sources[lines.source[row] as number];
      return source === undefined ? -1 : this.#lines.row([source, line], "");
    });
    this.#recordings.push({
      units,
      cpuMs,
      tickMs: digest.interval / 1000,
      busyTicks: digest.busyTicks,
      functions: ticksByRow(digest, functions, functionRows),
      totals: summed(functions.slices.total, functionRows),
      lines: ticksByRow(digest, lines, lineRows),
      files: ticksByFile(digest, sources),
    });
  }

  costs(): SideCosts {
    return {
      code: {
        sources: this.#sources,
        functions: {
          name: this.#names,
          source: this.#functions.column(0),
          line: this.#functions.column(1),
          column: this.#functions.column(2),
        },
        lines: { source: this.#lines.column(0), line: this.#lines.column(1) },
      },
      recordings: this.#recordings,
    };
  }

  #sourceRow(source: DigestSource): number {
    const known = this.#sourceRows.get(source.key);
    if (known === undefined) {
      this.#sourceRows.set(source.key, this.#sources.length);
      // Both sides have the same paths, wherever their checkouts are.
      return this.#sources.push({ ...source, path: source.key }) - 1;
    }
    // A text may be kept in some recordings only.
    const { text } = this.#sources[known] as DigestSource;
    if (text === undefined && source.text !== undefined) this.#sources[known] = { ...source, path: source.key };
    return known;
  }
}

/** Rows of a table, added as they are met. */
class Rows {
  readonly #rowOf = new Map<string, number>();
  readonly #rows: (readonly number[])[] = [];

  row(values: readonly number[], name: string): number {
    const key = `${values.join(" ")} ${name}`;
    const known = this.#rowOf.get(key);
    if (known !== undefined) return known;
    this.#rowOf.set(key, this.#rows.length);
    return this.#rows.push(values) - 1;
  }

  column(at: number): Int32Array {
    return Int32Array.from(this.#rows, (values) => values[at] as number);
  }
}

function ticksByRow(
  { sources }: CostDigest,
  { source, slices }: CostDigest["lines"] | CostDigest["functions"],
  rows: readonly number[],
): readonly Ticks[] {
  const [own, others] = [summed(slices.withLibraries, rows), summed(slices.self, rows)];
  const isOwn = new Set(rows.filter((_pooled, row) => sources[source[row] as number]?.category === "own"));
  return others.map((ticks, row) => (isOwn.has(row) ? (own[row] as number) : ticks));
}

/** `slices` by row of the digest, as ticks by pooled row. */
function summed(slices: Float32Array, rows: readonly number[]): Ticks[] {
  const sums = Array.from({ length: rows.reduce((most, row) => Math.max(most, row + 1), 0) }, () => 0);
  rows.forEach((pooled, row) => {
    if (pooled === -1) return;
    for (let slice = 0; slice < sliceCount; slice += 1)
      sums[pooled] = (sums[pooled] as number) + (slices[row * sliceCount + slice] as number);
  });
  return sums;
}

/** Each node counts for the file of its function, unless one of its callers is of that file: nothing counts twice. */
function ticksByFile({ tree, functions }: CostDigest, sources: readonly number[]): readonly Ticks[] {
  const ticks: Ticks[] = sources.map(() => 0);
  const sourceOf = (node: number): number => functions.source[tree.func[node] as number] as number;
  tree.total.forEach((total, node) => {
    const source = sourceOf(node);
    if (source === -1) return;
    for (let above = tree.parent[node] as number; above !== -1; above = tree.parent[above] as number)
      if (sourceOf(above) === source) return;
    ticks[source] = (ticks[source] as number) + total;
  });
  const pooled: Ticks[] = [];
  ticks.forEach((each, source) => {
    const row = sources[source] as number;
    pooled[row] = (pooled[row] ?? 0) + each;
  });
  return Array.from(pooled, (each) => each ?? 0);
}
