import * as v from "valibot";
import { amount, count, text } from "./run-failure.ts";

/** Why a way to start was not measured. */
const unmeasuredReasons = ["needed", "loaded-elsewhere", "old-node", "values", "effects", "not-found", "ends-otherwise"] as const;

const place = v.pipe(v.object({ path: text, line: count }), v.readonly());

/** What one start takes less; negative: more. */
const saved = v.pipe(v.object({ savedMs: v.pipe(v.number(), v.finite()), marginMs: amount }), v.readonly());

const deferredImport = v.pipe(
  v.object({
    /** The import, as the run's costs have it. */
    path: text,
    line: count,
    specifier: text,
    /** Of the module. */
    name: text,
    saved: v.optional(saved),
    /** Without `saved`. */
    why: v.optional(v.picklist(unmeasuredReasons)),
    /** The code that first needs the module; of `loaded-elsewhere`: another file that loads it. */
    first: v.optional(place),
    /** The path of the request that first needed it. */
    request: v.optional(text),
  }),
  v.readonly(),
);

/** What was measured by starting the app in other ways, without a recorder. */
export const savingsSchema = v.pipe(
  v.object({
    /** Of the plain start. */
    eachMs: amount,
    rounds: count,
    /** Paths that were requested once the server listened. */
    requests: v.pipe(v.array(text), v.maxLength(100), v.readonly()),
    /** With Node's cache of compiled code; missing where the app uses it. */
    cache: v.optional(v.pipe(v.object({ saved: v.optional(saved), why: v.optional(v.picklist(unmeasuredReasons)) }), v.readonly())),
    /** With an import put off until its module is used. */
    imports: v.pipe(v.array(deferredImport), v.maxLength(100), v.readonly()),
  }),
  v.readonly(),
);

export type Savings = v.InferOutput<typeof savingsSchema>;
export type DeferredImport = Savings["imports"][number];
export type UnmeasuredReason = (typeof unmeasuredReasons)[number];
