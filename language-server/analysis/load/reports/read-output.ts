import type { LoadFigures } from "../load.ts";
import { parseAb } from "./ab.ts";
import { parseArtilleryJson, parseArtilleryText } from "./artillery.ts";
import { parseAutocannon } from "./autocannon.ts";
import { parseBombardierJson, parseBombardierText } from "./bombardier.ts";
import { parseH2load } from "./h2load.ts";
import { parseHey } from "./hey.ts";
import { parseJmeter } from "./jmeter.ts";
import { parseK6Json, parseK6Text } from "./k6.ts";
import { parseLocustCsv, parseLocustJson, parseLocustText } from "./locust.ts";
import { parseOhaJson, parseOhaText } from "./oha.ts";
import { parseRate } from "./rate.ts";
import { parseRequestRows } from "./request-rows.ts";
import { parseSiegeJson, parseSiegeText } from "./siege.ts";
import { parseVegetaJson, parseVegetaResults, parseVegetaText } from "./vegeta.ts";
import { parseWrk } from "./wrk.ts";

/** The known formats, most specific first: one line each. Undefined for other or incomplete output: they never guess. */
const parsers: readonly ((output: string) => LoadFigures | undefined)[] = [
  parseWrk,
  parseAb,
  parseJmeter,
  parseAutocannon,
  parseOhaJson,
  parseOhaText,
  parseHey,
  parseRequestRows,
  parseVegetaJson,
  parseVegetaText,
  parseVegetaResults,
  parseBombardierJson,
  parseBombardierText,
  parseH2load,
  parseSiegeJson,
  parseSiegeText,
  parseArtilleryJson,
  parseArtilleryText,
  parseLocustJson,
  parseLocustText,
  parseLocustCsv,
  parseK6Json,
  parseK6Text,
  parseRate,
];

/** The figures in a load tool's output; undefined for an unknown format. */
export function readLoadOutput(output: string): LoadFigures | undefined {
  for (const parse of parsers) {
    const figures = parse(output);
    if (figures !== undefined) return figures;
  }
  return undefined;
}
