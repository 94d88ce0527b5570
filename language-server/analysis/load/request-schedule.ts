import * as v from "valibot";
import { readOnlyObject } from "../collections.ts";

const count = v.pipe(v.number(), v.minValue(0));

/** A request that the app answered, whoever sent it; each status has an entry of its own. The code inside the app sends the same fields. */
export const answeredRequestSchema = readOnlyObject({
  /** Port of the server that received it. */
  port: count,
  method: v.string(),
  /** Path and query as sent; values that look like secrets are replaced by `:name`. */
  path: v.string(),
  /** False if a value was replaced. */
  isWhole: v.boolean(),
  status: count,
  count,
  /** Not all were counted: there were too many at once. */
  isAtLeast: v.boolean(),
});

export type AnsweredRequest = v.InferOutput<typeof answeredRequestSchema>;
/**
 * The order in which requests with these weights (whole, at least 1) are sent, as their indices, to be repeated: each as often as its weight
 * says, spread as evenly as possible. nginx's smooth weighted round robin; the same order every time.
 */
export function requestSchedule(weights: readonly number[]): readonly number[] {
  const divisor = weights.reduce(greatestCommonDivisor, 0);
  const shares = weights.map((weight) => weight / divisor);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const credit = shares.map(() => 0);
  return Array.from({ length: total }, () => {
    let next = 0;
    for (let index = 0; index < shares.length; index += 1) {
      credit[index] = (credit[index] ?? 0) + (shares[index] ?? 0);
      if ((credit[index] ?? 0) > (credit[next] ?? 0)) next = index;
    }
    credit[next] = (credit[next] ?? 0) - total;
    return next;
  });
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
