import { readFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { CostDigest } from "../../../language-server/analysis/compare/cost-digest.ts";
import type { StartFacts } from "../../../language-server/analysis/compare/chance/measured-start.ts";

/** 12 runs of one app, 6 with 25 % less CPU per request, 6 with 30 % more in one function: what comparisons need of them. `record-runs.mjs` records them again. */
export const storedFile = path.join(import.meta.dirname, "runs.json.gz");

export interface StoredStart {
  /** `equal`, `faster` or `slower`. */
  readonly kind: string;
  readonly facts: StartFacts;
  readonly digest: CostDigest;
}

/** In the order in which they were recorded. */
export async function storedRuns(): Promise<readonly StoredStart[]> {
  const starts = JSON.parse(gunzipSync(await readFile(storedFile)).toString()) as readonly StoredStart[];
  return starts.map((start) => ({ ...start, digest: digestOf(start.digest) }));
}

function digestOf({ functions, lines, tree, busySlices, ...digest }: CostDigest): CostDigest {
  const slicesOf = ({ self, withLibraries, total }: CostDigest["lines"]["slices"]): CostDigest["lines"]["slices"] => ({
    self: Float32Array.from(self),
    withLibraries: Float32Array.from(withLibraries),
    total: Float32Array.from(total),
  });
  const whole = (column: Int32Array): Int32Array => Int32Array.from(column);
  return {
    ...digest,
    busySlices: Float32Array.from(busySlices),
    functions: {
      name: functions.name,
      source: whole(functions.source),
      line: whole(functions.line),
      column: whole(functions.column),
      slices: slicesOf(functions.slices),
      writes: slicesOf(functions.writes),
    },
    lines: { source: whole(lines.source), line: whole(lines.line), slices: slicesOf(lines.slices), writes: slicesOf(lines.writes) },
    tree: { parent: whole(tree.parent), func: whole(tree.func), total: Float64Array.from(tree.total) },
  };
}
