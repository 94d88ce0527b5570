import type { LoadFigures } from "../load.ts";
import { known, roundedTime, latencyFrom } from "./figure-text.ts";
import { isRecord } from "../../importers/json-values.ts";
import { jsonLinesIn } from "./json-text.ts";

/** `autocannon --json`: a JSON object on a line of its own, among npx's output. Its percentiles are whole milliseconds. */
export function parseAutocannon(output: string): LoadFigures | undefined {
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
