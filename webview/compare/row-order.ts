import type { ComparedRow } from "./incoming.ts";

export const columnNames = ["name", "place", "before", "after", "change", "error", "verdict"] as const;
export type Column = (typeof columnNames)[number];

export interface Order {
  readonly column: Column;
  readonly direction: "ascending" | "descending";
}

/** Largest significant change first. */
export const firstOrder: Order = { column: "change", direction: "descending" };

/** The first press on a header sorts texts from A and figures from the largest; the next one reverses the order. */
export function nextOrder(now: Order, column: Column): Order {
  if (now.column === column) return { column, direction: now.direction === "ascending" ? "descending" : "ascending" };
  return { column, direction: column === "name" || column === "place" || column === "verdict" ? "ascending" : "descending" };
}

const verdictRank = { faster: 0, vanished: 1, slower: 2, new: 3, load: 4, noise: 5 } as const;

/**
 * Indices of the rows to show, in order. By change, rows keep the order in which they arrive: by size, own code before what it called
 * elsewhere, noise last.
 */
export function shownRows(rows: readonly ComparedRow[], order: Order, filter: string, hideNoise: boolean): readonly number[] {
  const wanted = filter.trim().toLocaleLowerCase();
  const found = [...rows.keys()].filter((index) => {
    const row = rows[index];
    if (row === undefined || (hideNoise && (row.verdict === "noise" || row.verdict === "load"))) return false;
    return wanted === "" || `${row.name}\n${row.place}`.toLocaleLowerCase().includes(wanted);
  });
  const sign = order.direction === "ascending" ? 1 : -1;
  return found.sort((a, b) => {
    const [one, other] = [rows[a], rows[b]];
    if (one === undefined || other === undefined) return 0;
    if (order.column === "change")
      return Math.max(0, verdictRank[one.verdict] - 3) - Math.max(0, verdictRank[other.verdict] - 3) || sign * (b - a);
    return sign * comparisons[order.column](one, other) || Math.abs(other.changeMs) - Math.abs(one.changeMs) || a - b;
  });
}

const comparisons: Readonly<Record<Exclude<Column, "change">, (one: ComparedRow, other: ComparedRow) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  place: (one, other) => one.place.localeCompare(other.place, undefined, { numeric: true }),
  before: (one, other) => (one.beforeMs ?? -1) - (other.beforeMs ?? -1),
  after: (one, other) => (one.afterMs ?? -1) - (other.afterMs ?? -1),
  error: (one, other) => one.errorMs - other.errorMs,
  verdict: (one, other) => verdictRank[one.verdict] - verdictRank[other.verdict],
};
