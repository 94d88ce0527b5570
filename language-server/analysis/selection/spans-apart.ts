import type { TimeSpan } from "./selection.ts";

/** In order, without overlaps. */
export function spansApart(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const apart: TimeSpan[] = [];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = apart.at(-1);
    if (last !== undefined && from <= last.to) apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else apart.push({ from, to });
  }
  return apart;
}
