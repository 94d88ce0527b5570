import type { LoadFigures } from "../load.ts";
import { parseAb } from "./ab.ts";
import { parseAutocannon } from "./autocannon.ts";
import { parseJmeter } from "./jmeter.ts";
import { parseRate } from "./rate.ts";
import { parseWrk } from "./wrk.ts";

/** Undefined for other or incomplete output: never guesses. */
type OutputParser = (output: string) => LoadFigures | undefined;

/** The known formats, most specific first: one line each. */
const parsers: readonly OutputParser[] = [parseWrk, parseAb, parseJmeter, parseAutocannon, parseRate];

/** The figures in a load tool's output; undefined for an unknown format. */
export function readLoadOutput(output: string): LoadFigures | undefined {
  for (const parse of parsers) {
    const figures = parse(output);
    if (figures !== undefined) return figures;
  }
  return undefined;
}
