import * as v from "valibot";
import { hash, text } from "../schema/run-values.ts";

export const runScriptSchema = v.object({
  /** As reported by V8. */
  url: text,
  hash,
  /** Hash of the source map's text, or "" if there is none. */
  mapHash: v.union([hash, v.literal("")]),
  /** URL that the map's relative sources resolve against. */
  mapBase: text,
  /** Of a script whose file was imported with a query or hash: whether its text was the file's. Absent if that is not known. */
  isFile: v.optional(v.boolean()),
  /** Whether its text has characters that end a line in V8, and in no editor. */
  hasSeparators: v.optional(v.boolean()),
  /** Hash of the text in its file, if a loader made another one of it in memory without a map. */
  written: v.optional(hash),
});

/** A script (or one of its original sources) as it ran; the text is `scripts/<hash>` in the run folder. */
export type RunScript = Readonly<v.InferOutput<typeof runScriptSchema>>;
