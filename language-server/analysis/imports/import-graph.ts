import type { ImportEdge, OpenImport } from "./resolved-imports.ts";

/** What is known of how scripts were compiled. */
export interface CompiledCode {
  /** When the function that does this import was compiled, as a rank; -1 if it never was. */
  rankAt(script: number, offset: number): number;
  /** The same of the script itself; Infinity if it is unknown. */
  rankOf(script: number): number;
  /** Whether it is an ES module. */
  isModule(script: number): boolean;
}

/** Which import had each module evaluated. */
export interface ImportGraph {
  /** Rows of `edges`, by script; -1 for what no known import loaded first. */
  readonly first: Int32Array;
  /** Those of `edges` and, at their end, `import()`s that are only presumed to be the first. */
  readonly edges: readonly ImportEdge[];
  /** Scripts that import or are imported, in the order of their evaluation. */
  readonly order: readonly number[];
}

/**
 * Follows the evaluation of modules. Scripts are in the order in which V8 loaded them. A module that was loaded before all that import it
 * statically began an evaluation of its own, by an `import()`, a `require` or as an entry; the modules below it follow in the order of their
 * imports, and the first importer pays.
 */
export function importGraph(count: number, edges: readonly ImportEdge[], open: readonly OpenImport[], code: CompiledCode): ImportGraph {
  const all = [...edges];
  const first = new Int32Array(count).fill(-1);
  const isSeen = new Uint8Array(count);
  const order: number[] = [];
  const outward = rowsBy(edges, ({ from, isDynamic }) => (isDynamic ? -1 : from));
  const dynamic = rowsBy(edges, ({ to, isDynamic }) => (isDynamic ? to : -1));
  const known = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const evaluate = (root: number): void => {
    isSeen[root] = 1;
    const path = [{ script: root, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const row = outward.get(top.script)?.[top.next++];
      if (row === undefined) {
        order.push(top.script);
        path.pop();
        continue;
      }
      const { to } = edges[row] as ImportEdge;
      if (isSeen[to] === 1) continue;
      isSeen[to] = 1;
      first[to] = row;
      path.push({ script: to, next: 0 });
    }
  };
  for (let script = 0; script < count; script++) {
    if (isSeen[script] === 1 || !(known.has(script) || code.isModule(script))) continue;
    first[script] = firstCall(script, dynamic.get(script) ?? [], all, code);
    // A `require` is on the stack.
    if (first[script] === -1 && code.isModule(script)) first[script] = openCall(script, open, all, code);
    evaluate(script);
  }
  return { first, edges: all, order };
}

/** The row of the `import()` that loaded a script: its function had been compiled by then. If several had, the latest compiled is presumed. */
function firstCall(script: number, rows: readonly number[], edges: ImportEdge[], code: CompiledCode): number {
  const possible = rows.flatMap((row) => {
    const { from, offset } = edges[row] as ImportEdge;
    const rank = from < script ? code.rankAt(from, offset) : -1;
    return rank >= 0 && rank < code.rankOf(script) ? [{ row, rank }] : [];
  });
  const latest = possible.toSorted((a, b) => b.rank - a.rank)[0];
  if (latest === undefined) return -1;
  if (possible.length > 1) edges[latest.row] = { ...(edges[latest.row] as ImportEdge), isInferred: true };
  return latest.row;
}

/** The same for an `import()` that does not name what it loads. */
function openCall(script: number, open: readonly OpenImport[], edges: ImportEdge[], code: CompiledCode): number {
  const limit = code.rankOf(script);
  let latest: (OpenImport & { readonly rank: number }) | undefined;
  for (const { from, offset } of open) {
    if (from >= script) continue;
    const rank = code.rankAt(from, offset);
    if (rank >= 0 && rank < limit && rank >= (latest?.rank ?? 0)) latest = { from, offset, rank };
  }
  if (latest === undefined) return -1;
  return edges.push({ from: latest.from, to: script, offset: latest.offset, isDynamic: true, isInferred: true }) - 1;
}

/** Rows in their order, by a key that is not negative. */
function rowsBy(edges: readonly ImportEdge[], keyOf: (edge: ImportEdge) => number): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, number[]>();
  for (const [row, edge] of edges.entries()) {
    const key = keyOf(edge);
    const known = rows.get(key);
    if (known !== undefined) known.push(row);
    else if (key >= 0) rows.set(key, [row]);
  }
  return rows;
}
