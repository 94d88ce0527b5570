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

/** What two lists of spans, each apart and in order, have in common. */
export function spansInBoth(some: readonly TimeSpan[], others: readonly TimeSpan[]): readonly TimeSpan[] {
  const both: TimeSpan[] = [];
  let [one, other] = [0, 0];
  for (;;) {
    const [here, there] = [some[one], others[other]];
    if (here === undefined || there === undefined) return both;
    const [from, to] = [Math.max(here.from, there.from), Math.min(here.to, there.to)];
    if (from < to) both.push({ from, to });
    if (here.to <= there.to) one++;
    else other++;
  }
}
