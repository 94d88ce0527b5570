import * as v from "valibot";

/** A place in the code, as in LSP. */
export interface Location {
  readonly uri: string;
  readonly range: Range;
}

export interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** 0-based. */
export const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 2));

/**
 * A function, identified by where it starts in the source as it ran. `version` names the source if it is one of several texts of the file,
 * and not the one whose lines the file has.
 */
export const functionReference = v.object({
  uri: v.string(),
  name: v.string(),
  line: lineNumber,
  character: lineNumber,
  version: v.optional(v.string()),
});

export type FunctionReference = Readonly<v.InferOutput<typeof functionReference>>;
