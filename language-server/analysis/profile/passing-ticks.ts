import { checkStop } from "../budget.ts";
import type { TickColumn } from "../units.ts";
import type { SampleTable } from "./profile.ts";

type Samples = Pick<SampleTable, "stack" | "weight">;

/** Ticks that end in each stack row. */
export function endingTicks({ stack, weight }: Samples, rows: number): TickColumn {
  const ticks = weight === undefined ? new Int32Array(rows) : new Float64Array(rows);
  for (let sample = 0; sample < stack.length; sample++) {
    checkStop(sample);
    const row = stack[sample];
    if (row === -1) continue;
    ticks[row] += weight === undefined ? 1 : weight[sample];
  }
  return ticks;
}

/** Samples that pass through each row of the stack table. */
export function passingTicks(prefix: Int32Array, samples: Samples): TickColumn {
  const ticks = endingTicks(samples, prefix.length);
  for (let row = ticks.length - 1; row >= 0; row--) {
    checkStop(row);
    const caller = prefix[row];
    if (caller !== -1) ticks[caller] += ticks[row];
  }
  return ticks;
}
