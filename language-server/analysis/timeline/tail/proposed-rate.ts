import type { LoadReport } from "../../load/load.ts";
import type { Share } from "../../units.ts";

/** Of what the app answered as fast as it could: it keeps up with it, and a queue after a slow moment is worked off. */
const bearable: Share = 0.7;

/**
 * Requests per second for a load that had no rate: it sent each request only after an answer, so none waited while the app was slow, and the tail
 * is hidden. Undefined if it had a rate, or if that or its throughput is not known.
 */
export function proposedRate(load: Pick<LoadReport, "sent" | "requestsPerSecond"> | undefined): number | undefined {
  if (load?.sent?.ratePerSecond !== 0 || load.requestsPerSecond === undefined) return undefined;
  const rate = load.requestsPerSecond * bearable;
  const step = Math.max(1, 10 ** Math.floor(Math.log10(rate)) / 5);
  const rounded = Math.floor(rate / step) * step;
  return rounded >= 1 ? rounded : undefined;
}
