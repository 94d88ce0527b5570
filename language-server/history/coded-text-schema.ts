import * as v from "valibot";
import type { CodedText, TextCode, TextValue } from "../texts/coded-text.ts";
import { text } from "./run-values.ts";

/** A newer Heatline's code has no text here: it is shown itself. */
const code = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((given) => given as TextCode),
);
const plainValue = v.union([text, v.number()]);
const innerText = v.object({ code, values: v.optional(v.record(text, plainValue)) });
const value: v.GenericSchema<unknown, TextValue> = v.union([plainValue, innerText]);

/** What a run says of itself: a text with at most one text within. */
export const codedTextSchema = v.object({ code, values: v.optional(v.record(text, value)) });

/** A sentence of a run that was written before there were codes. */
export function writtenText(sentence: string): CodedText {
  return { code: "text.plain", values: { text: sentence } };
}
