import type { LoadFigures } from "../load.ts";
import { numberIn } from "./figure-text.ts";

/** An unknown tool that prints its rate in a common form on exactly one line: only that figure is used. */
export function parseRate(output: string): LoadFigures | undefined {
  const found = [...output.matchAll(/^\s*(?:requests\/sec(?:ond)?|reqs\/sec|requests per second)\s*[:=]\s*([\d.]+)\s*$/gim)];
  const rate = found.length === 1 ? numberIn(found[0]?.[1]) : undefined;
  return rate === undefined ? undefined : { tool: "", requestsPerSecond: rate, latency: {} };
}
