import type { Profile as Pprof } from "pprof-format";
import { UserError } from "../../user-error.ts";
import type { Numeric, TextAt } from "./pprof-lines.ts";
import type { Microseconds } from "../../units.ts";

/** Units per microsecond, by the names that `go tool pprof` knows, and with the Greek letter that austin2pprof writes. */
export const timeUnits: ReadonlyMap<string, number> = new Map(
  [
    { perUs: 1000, names: ["nanoseconds", "nanosecond", "ns"] },
    { perUs: 1, names: ["microseconds", "microsecond", "us", "\u00B5s", "\u03BCs"] },
    { perUs: 1e-3, names: ["milliseconds", "millisecond", "ms"] },
    { perUs: 1e-6, names: ["seconds", "second", "sec", "s"] },
  ].flatMap(({ perUs, names }) => names.map((name) => [name, perUs] as const)),
);

/** NaN for a unit that is not one of time. */
export function inMicroseconds(amount: number, unit: string): Microseconds {
  return amount / (timeUnits.get(unit) ?? Number.NaN);
}

export interface SampleType {
  readonly type: string;
  readonly unit: string;
  readonly hasValue: boolean;
}

/** Marks the samples that `go tool pprof -diff_base` subtracts. */
const baseLabel = "pprof::base";
const firstNegative = 2 ** 63;

/** The values of a file's entries that can be shown: times and counts, one column for each sample type. */
export class SampleValues {
  readonly types: readonly SampleType[];
  /** Empty for types that cannot be shown. */
  readonly columns: readonly Float64Array[];

  /** Throws a UserError if the file is the difference of two profiles. */
  constructor({ sampleType, sample }: Pprof, textAt: TextAt, name: string) {
    const units = sampleType.map(({ unit }) => textAt(unit));
    this.columns = units.map((unit) => new Float64Array(isShown(unit) ? sample.length : 0));
    const highest = units.map(() => 0);
    let lowest = 0;
    for (const [entry, { value }] of sample.entries())
      this.columns.forEach((column, at) => {
        if (column.length === 0) return;
        const amount = signed(value[at] ?? 0);
        column[entry] = amount;
        if (amount < lowest) lowest = amount;
        if (amount > (highest[at] as number)) highest[at] = amount;
      });
    if (lowest < 0 || sample.some(({ label }) => label.some(({ key }) => textAt(key) === baseLabel)))
      throw new UserError("pprof.isDifference", { name });
    this.types = sampleType.map(({ type }, at) => ({
      type: textAt(type),
      unit: units[at] as string,
      hasValue: (highest[at] as number) > 0,
    }));
  }
}

export function isShown(unit: string): boolean {
  return timeUnits.has(unit) || unit === "count";
}

/** An int64, which pprof-format decodes as unsigned. */
function signed(value: Numeric): number {
  const amount = Number(value);
  return amount < firstNegative ? amount : Number(BigInt.asIntN(64, BigInt(value)));
}
