import * as v from "valibot";
import { count, text } from "./run-values.ts";

/** The error with which an app ended. */
export const runFailureSchema = v.pipe(
  v.object({
    /** Code could not be read, found or compiled. */
    isLoading: v.boolean(),
    /** Absolute path of a file that exists; lines and columns are 1-based. */
    place: v.optional(v.pipe(v.object({ file: text, line: count, column: count }), v.readonly())),
  }),
  v.readonly(),
);

export type RunFailure = v.InferOutput<typeof runFailureSchema>;
