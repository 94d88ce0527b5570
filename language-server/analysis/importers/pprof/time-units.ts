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
