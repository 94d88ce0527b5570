import * as fc from "fast-check";
import type { Costs } from "../../../language-server/analysis/costs/costs.ts";
import { profileOfStacks } from "../drawn-profile.ts";

const stacks = fc.array(
  fc.oneof(
    fc.array(fc.constantFrom("a@app.js:1", "≈a@app.js:2", "*b@app.js:3", "c@lib!x:1", "read"), { minLength: 1, maxLength: 6 }),
    fc.constantFrom(["(garbage collector)"], ["(idle)"], []),
  ),
  { maxLength: 30 },
);
/** Samples of any kind, one after the other, some of them with weights. */
export const drawnThread = fc
  .record({
    samples: stacks,
    interval: fc.integer({ min: 1, max: 5000 }),
    weights: fc.option(fc.infiniteStream(fc.integer({ min: 1, max: 9 }))),
  })
  .map(({ samples, weights, ...rest }) =>
    profileOfStacks(samples, { ...rest, ...(weights === null ? {} : { weights: samples.map(() => weights.next().value as number) }) }),
  );
/** Of every figure that is a sum, without rows of nothing; times to a nanosecond. */
export function sums(costs: readonly Costs[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (name: string, value: number): unknown => value > 0 && found.set(name, (found.get(name) ?? 0) + value);
  for (const { ticks, busyTicks, samples, busySamples, lines, functions, composition } of costs) {
    for (const [name, value] of Object.entries({ ticks, busyTicks, samples, busySamples, ...composition })) add(name, value);
    for (const row of [...lines, ...functions]) {
      const key = "name" in row ? `${row.name} ${row.source}:${row.line}:${row.column}` : `${row.source}:${row.line}`;
      for (const [name, value] of Object.entries(row)) if (/Ticks$|Samples$/.test(name)) add(`${key} ${name}`, Number(value));
    }
  }
  return found;
}
