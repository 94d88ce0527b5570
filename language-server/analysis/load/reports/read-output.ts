import type { LoadFigures } from "../load.ts";
import { parseAb } from "./ab.ts";
import { parseArtilleryJson, parseArtilleryText } from "./artillery.ts";
import { parseBombardierJson, parseBombardierText } from "./bombardier.ts";
import { parseH2load } from "./h2load.ts";
import { parseHey } from "./hey.ts";
import { parseK6Json, parseK6Text } from "./k6.ts";
import { parseLocustCsv, parseLocustJson, parseLocustText } from "./locust.ts";
import { parseOhaJson, parseOhaText } from "./oha.ts";
import { parseRequestRows } from "./request-rows.ts";
import { parseSiegeJson, parseSiegeText } from "./siege.ts";
import { parseVegetaJson, parseVegetaResults, parseVegetaText } from "./vegeta.ts";
import { parseWrk } from "./wrk.ts";
import { known, roundedTime, latencyFrom, numberIn } from "./figure-text.ts";
import { isRecord } from "../../importers/json-values.ts";
import { jsonLinesIn } from "./statuses.ts";

/**
 * The last `summary =` line of a JMeter run without GUI (`jmeter -n -t plan.jmx`), which counts from the run's start; `summary +` is the
 * part since the last one. It counts samples, which may be more than requests, and failed ones of any kind. A run without samples has stars for its rate,
 * and the limits of its numbers for its times.
 */
function parseJmeter(output: string): LoadFigures | undefined {
  const line = output.split("\n").findLast((each) => summary.test(each));
  const [, samples, hours = 0, minutes = 0, seconds, perSecond, average, max, failed] = summary.exec(line ?? "") ?? [];
  const requests = numberIn(samples);
  const requestsPerSecond = requests === 0 ? 0 : numberIn(perSecond);
  if (requests === undefined || requestsPerSecond === undefined) return undefined;
  if (requests === 0) return { tool: "JMeter", requests, requestsPerSecond, latency: {}, errors: 0 };
  return known({
    tool: "JMeter",
    requests,
    requestsPerSecond,
    latency: known({ averageMs: roundedTime(numberIn(average)), maxMs: roundedTime(numberIn(max)) }),
    errors: numberIn(failed),
    requestsInclude: "failed" as const,
    durationSeconds: roundedTime(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)),
  });
}

const summary =
  /\bsummary =\s+(\d+) in\s+(?:(\d+):(\d+):)?(\d+(?:\.\d+)?)s? =\s+([\d.]+|\*+)\/s Avg:\s+(\d+) Min:\s+-?\d+ Max:\s+(-?\d+) Err:\s+(\d+) \([\d.]+%\)\s*$/;

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

/** `autocannon --json`: a JSON object on a line of its own, among npx's output. Its percentiles are whole milliseconds. */
function parseAutocannon(output: string): LoadFigures | undefined {
  const result = jsonLinesIn(output)
    .filter(isRecord)
    .findLast((each) => "requests" in each && "latency" in each);
  if (result === undefined) return undefined;
  const figure = (...path: readonly string[]): number | undefined => {
    const value = path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), result);
    return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const requests = figure("requests", "total");
  const requestsPerSecond = figure("requests", "average");
  if (requests === undefined || requestsPerSecond === undefined) return undefined;
  const [client, server] = [figure("4xx"), figure("5xx")];
  const interim = figure("1xx") ?? 0;
  const failed = figure("errors");
  const timeouts = figure("timeouts");
  const time = (name: string): number | undefined => roundedTime(figure("latency", name));
  return known({
    tool: "autocannon",
    requests,
    requestsPerSecond,
    latency: known({ ...latencyFrom(time("average"), (share) => time(`p${share}`), time("max")), p97_5Ms: time("p97_5") }),
    // Its errors include timeouts.
    errors: failed === undefined || timeouts === undefined ? undefined : failed - timeouts,
    timeouts,
    non2xx: client === undefined || server === undefined ? undefined : client + server,
    // It takes interim answers such as 103 for final ones.
    interimTaken: interim > 0 ? ["1xx"] : undefined,
    bytes: figure("throughput", "total"),
    durationSeconds: figure("duration"),
    connections: figure("connections"),
  });
}

/** An unknown tool that prints its rate in a common form on exactly one line: only that figure is used. */
function parseRate(output: string): LoadFigures | undefined {
  const found = [...output.matchAll(/^\s*(?:requests\/sec(?:ond)?|reqs\/sec|requests per second)\s*[:=]\s*([\d.]+)\s*$/gim)];
  const rate = found.length === 1 ? numberIn(found[0]?.[1]) : undefined;
  return rate === undefined ? undefined : { tool: "", requestsPerSecond: rate, latency: {} };
}
