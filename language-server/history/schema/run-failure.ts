import * as v from "valibot";
import type { CodedText, TextCode, TextValue } from "../../texts/coded-text.ts";

/** Schemas for parts of `run.json`. */

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
export const text = v.pipe(v.string(), v.maxLength(100_000));
/** SHA-256 in hex: as a file name it cannot lead out of the run's folder. */
export const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** A code from a newer Heatline has no text here, so the code itself is shown. */
const code = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((given) => given as TextCode),
);
const plainValue = v.union([text, v.number()]);
const innermostText = v.object({ code, values: v.optional(v.record(text, plainValue)) });
const innerText = v.object({ code, values: v.optional(v.record(text, v.union([plainValue, innermostText]))) });
const value: v.GenericSchema<unknown, TextValue> = v.union([plainValue, innerText]);

/** A stored text; its values may be texts, two levels deep. */
export const codedTextSchema = v.object({ code, values: v.optional(v.record(text, value)) });

/** A sentence from a run of schema 1, which had no codes. */
export function writtenText(sentence: string): CodedText {
  return { code: "text.plain", values: { text: sentence } };
}

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
