import * as v from "valibot";
import type { CodedText, TextCode, TextValue } from "../../texts/coded-text.ts";
import { text } from "./run-values.ts";

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
