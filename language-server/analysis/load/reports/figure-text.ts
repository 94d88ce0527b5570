import type { Latency } from "../load.ts";
import type { Milliseconds } from "../../units.ts";

/** Parses figures in tools' output. Undefined for invalid ones: tools print `-nan%` and the like without data. */

/** `123`, `40755.59`. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text)) return undefined;
  return Number(text);
}

/** The first group of the pattern as a number. */
export function numberAt(output: string, pattern: RegExp): number | undefined {
  return numberIn(pattern.exec(output)?.[1]);
}

/** A rounded time: 0 only means that it is below the tool's unit, so it is unknown. */
export function roundedTime(value: number | undefined): number | undefined {
  return value === 0 ? undefined : value;
}

/** `58.00us`, `590.049µs`, `12.82ms`, `1.05s`, `2.10m`; Go's `1m2.5s`. */
export function millisecondsIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^(?:[\d.]+(?:ns|us|µs|μs|ms|s|m|h))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, value, unit = ""] of text.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    const [number, scale] = [numberIn(value), millisecondsOf[unit]];
    if (number === undefined || scale === undefined) return undefined;
    total += number * scale;
  }
  return roundedTime(Number(total.toFixed(6)));
}

/** A time of a tool whose unit is `perMillisecond` of a millisecond, such as 0.001 for seconds. */
export function scaledTime(value: number | undefined, perMillisecond: number): number | undefined {
  return value === undefined ? undefined : roundedTime(Number((value / perMillisecond).toFixed(6)));
}

const millisecondsOf: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1e3, m: 60e3, h: 3600e3 };

/** The times that most tools report, in milliseconds. */
export function latencyFrom(average: Time, percentile: (share: 50 | 90 | 99) => Time, max: Time): Latency {
  return known({ averageMs: average, p50Ms: percentile(50), p90Ms: percentile(90), p99Ms: percentile(99), maxMs: max });
}

type Time = Milliseconds | undefined;

/** Removes keys without a value. */
export function known<Figures extends object>(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)) as Figures;
}
