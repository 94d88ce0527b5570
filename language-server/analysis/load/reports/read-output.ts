import type { LoadFigures } from "../load.ts";
import { parseAb } from "./ab.ts";
import { parseAutocannon } from "./autocannon.ts";
import { parseJmeter } from "./jmeter.ts";
import { parseRate } from "./rate.ts";
import { parseWrk } from "./wrk.ts";

/** Undefined for what is not the tool's output, or not a whole one: never a guess. */
type OutputParser = (output: string) => LoadFigures | undefined;

/** The known formats, surest first: one line each. */
const parsers: readonly OutputParser[] = [parseWrk, parseAb, parseJmeter, parseAutocannon, parseRate];

/** The figures in what a load tool printed; undefined where no format is known. */
export function readLoadOutput(output: string): LoadFigures | undefined {
  for (const parse of parsers) {
    const figures = parse(output);
    if (figures !== undefined) return figures;
  }
  return undefined;
}
