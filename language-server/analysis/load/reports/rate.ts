import type { LoadFigures } from "../load.ts";
import { numberIn } from "./figure-text.ts";

/** A tool that we do not know, but that says its rate in the way of many, on one line alone, as hey does: that one figure. */
export function parseRate(output: string): LoadFigures | undefined {
  const found = [...output.matchAll(/^\s*(?:requests\/sec(?:ond)?|reqs\/sec|requests per second)\s*[:=]\s*([\d.]+)\s*$/gim)];
  const rate = found.length === 1 ? numberIn(found[0]?.[1]) : undefined;
  return rate === undefined ? undefined : { tool: "", requestsPerSecond: rate, latency: {} };
}
