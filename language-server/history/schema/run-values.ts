import * as v from "valibot";

/** Schemas for parts of `run.json`. */

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
export const text = v.pipe(v.string(), v.maxLength(100_000));
/** SHA-256 in hex: as a file name it cannot lead out of the run's folder. */
export const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
