import * as v from "valibot";
import { readOnlyObject } from "../read-only-object.ts";

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
