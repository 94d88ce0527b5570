import * as v from "valibot";
import type { LoadFigures } from "../load.ts";
import { known, numberAt, scaledTime } from "./figure-text.ts";
import { jsonIn } from "./statuses.ts";

const report = v.object({
  transactions: v.number(),
  elapsed_time: v.number(),
  response_time: v.number(),
  transaction_rate: v.number(),
  successful_transactions: v.number(),
  failed_transactions: v.number(),
  longest_transaction: v.number(),
});

/**
 * `siege -j`, in seconds of two decimals. Its transactions are answers below 500, of which those below 400 were successful, also a redirect that
 * it then follows; the failed ones were answered with 5xx, or not at all.
 */
export function parseSiegeJson(output: string): LoadFigures | undefined {
  const { success, output: found } = v.safeParse(report, jsonIn(output));
  return success ? siegeFigures(found) : undefined;
}

/** siege's text: the same in lines such as `Transaction rate:	     2383.65 trans/sec`. */
export function parseSiegeText(output: string): LoadFigures | undefined {
  const figure = (name: string): number | undefined => numberAt(output, new RegExp(String.raw`^${name}:\s+([\d.]+)(?: \S+)?\s*$`, "m"));
  const { success, output: found } = v.safeParse(report, {
    transactions: figure("Transactions"),
    elapsed_time: figure("Elapsed time"),
    response_time: figure("Response time"),
    transaction_rate: figure("Transaction rate"),
    successful_transactions: figure("Successful transactions"),
    failed_transactions: figure("Failed transactions"),
    longest_transaction: figure("Longest transaction"),
  });
  return success ? siegeFigures(found) : undefined;
}

function siegeFigures(found: v.InferOutput<typeof report>): LoadFigures {
  return known({
    tool: "siege",
    requests: found.transactions + found.failed_transactions,
    requestsPerSecond: found.transaction_rate,
    latency: known({ averageMs: scaledTime(found.response_time, 0.001), maxMs: scaledTime(found.longest_transaction, 0.001) }),
    errors: found.failed_transactions,
    non2xx: Math.max(0, found.transactions - found.successful_transactions),
    requestsInclude: "failed" as const,
    durationSeconds: found.elapsed_time,
  });
}
