import type { Share } from "../../units.ts";
import type { HeadlineFigure } from "./headline.ts";

/** By how much a figure may differ from what was measured, for all figures of the headline at once. */
export function errorShare({ low, high }: NonNullable<HeadlineFigure["interval"]>, ratio: number): Share {
  return Math.max(high / ratio, ratio / low) - 1;
}
