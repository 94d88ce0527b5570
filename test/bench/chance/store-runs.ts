import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { costDigest, type CostDigest } from "../../../language-server/analysis/compare/cost-digest.ts";
import { sliceCount } from "../../../language-server/analysis/costs/cost-slices.ts";
import { listRuns } from "../../../language-server/history/run-store.ts";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { storedFile, type StoredStart } from "./stored-runs.ts";

/** Colder rows are never judged. */
const fewestTicks = 8;

/** Reduces recorded runs, one in each folder called `NUMBER-KIND`, to what a comparison needs of them. */
export async function storeRuns(folder: string): Promise<void> {
  const starts: StoredStart[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const [stored] = await listRuns(path.join(folder, name));
    if (stored === undefined) throw new Error(`no run in ${name}`);
    const { run } = stored;
    const opened = await openRunFolder(stored.folder, run, {});
    const digest = costDigest(opened.analysis, { folders: [run.app.cwd], slices: run.load?.slices });
    const { durationMs, cpuMs, load, threads } = run;
    starts.push({
      kind: name.slice(name.indexOf("-") + 1),
      facts: { durationMs, cpuMs, load, threads: threads.map(({ busyTicks, intervalUs }) => ({ busyTicks, intervalUs })) },
      digest: plain(reduced(digest, run.app.cwd)) as StoredStart["digest"],
    });
  }
  await writeFile(storedFile, gzipSync(JSON.stringify(starts), { level: 9 }));
}

/** Without the app's folder, cold rows, and texts of packages. */
function reduced(digest: CostDigest, folder: string): CostDigest {
  const { functions, lines, tree } = digest;
  const isWarm = ({ total }: CostDigest["lines"]["slices"], row: number): boolean =>
    total.subarray(row * sliceCount, (row + 1) * sliceCount).reduce((sum, ticks) => sum + ticks, 0) >= fewestTicks;
  const nodes = [...tree.parent.keys()].filter((node) => (tree.total[node] as number) >= fewestTicks);
  const used = new Set(nodes.map((node) => tree.func[node] as number));
  const kept = functions.name.flatMap((_name, row) => (used.has(row) || isWarm(functions.slices, row) ? [row] : []));
  const hot = [...lines.line.keys()].filter((row) => isWarm(lines.slices, row));
  const nodeOf = new Map(nodes.map((node, index) => [node, index]));
  const rowOf = new Map(kept.map((row, index) => [row, index]));
  const slicesOf = (slices: CostDigest["lines"]["slices"], rows: readonly number[]): CostDigest["lines"]["slices"] => {
    const pick = (column: Float32Array): Float32Array =>
      Float32Array.from(rows.flatMap((row) => [...column.subarray(row * sliceCount, (row + 1) * sliceCount)]));
    return { self: pick(slices.self), withLibraries: pick(slices.withLibraries), total: pick(slices.total) };
  };
  const writesOf = (writes: CostDigest["lines"]["writes"], rows: readonly number[]): CostDigest["lines"]["writes"] => {
    const chosen = (column: Float32Array): Float32Array =>
      column.length === 0 ? column : Float32Array.from(rows, (row) => column[row] as number);
    return { self: chosen(writes.self), withLibraries: chosen(writes.withLibraries), total: chosen(writes.total) };
  };
  const pick = (column: Int32Array, rows: readonly number[]): Int32Array => Int32Array.from(rows, (row) => column[row] as number);
  return {
    ...digest,
    sources: digest.sources.map((source) => ({ ...source, path: source.path.replace(folder, "/app") })),
    functions: {
      name: kept.map((row) => functions.name[row] as string),
      source: pick(functions.source, kept),
      line: pick(functions.line, kept),
      column: pick(functions.column, kept),
      slices: slicesOf(functions.slices, kept),
      writes: writesOf(functions.writes, kept),
    },
    lines: {
      source: pick(lines.source, hot),
      line: pick(lines.line, hot),
      slices: slicesOf(lines.slices, hot),
      writes: writesOf(lines.writes, hot),
    },
    tree: {
      parent: Int32Array.from(nodes, (node) => nodeOf.get(tree.parent[node] as number) ?? -1),
      func: Int32Array.from(nodes, (node) => rowOf.get(tree.func[node] as number) ?? -1),
      total: Float64Array.from(nodes, (node) => tree.total[node] as number),
    },
  };
}

/** Typed arrays as lists. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return [...(value as Float32Array)].map((each) => Math.round(each * 100) / 100);
  if (Array.isArray(value)) return value.map((each) => plain(each));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  return value;
}
