import * as v from "valibot";
import { count, text } from "./run-values.ts";

export const runWarningSchema = v.object({
  name: text,
  message: text,
  /** Scripts as reported by V8, innermost frame first; lines 1-based, columns 0-based. */
  frames: v.pipe(
    v.array(v.pipe(v.object({ url: text, line: count, column: v.pipe(v.number(), v.integer(), v.minValue(-1)) }), v.readonly())),
    v.readonly(),
  ),
});

/** A warning of the app's process (such as `MaxListenersExceededWarning`) with the stack that emitted it. */
export type RunWarning = Readonly<v.InferOutput<typeof runWarningSchema>>;
