import type { Milliseconds, Share } from "../analysis/units.ts";

/** Formats figures for a terminal. */

/** `45.0 %`; a share above nothing but below a tenth of a percent is `<0.1 %`. */
export function percent(share: Share): string {
  return share > 0 && share < 0.0005 ? "<0.1 %" : `${(share * 100).toFixed(1)} %`;
}

export function count(value: number): string {
  return value.toLocaleString("en");
}

/** `812 ms`, `85 µs`, `2.4 s`: at most three digits below a thousand. */
export function duration(ms: Milliseconds): string {
  if (ms < 1) return `${(ms * 1000).toFixed(0)} µs`;
  return ms < 1000 ? `${Number(ms.toPrecision(3))} ms` : `${Number((ms / 1000).toPrecision(3))} s`;
}

export function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(1, width - 1))}…` : text;
}
