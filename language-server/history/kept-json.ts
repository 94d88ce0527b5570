import * as v from "valibot";
import type { Bytes } from "../analysis/units.ts";
import { ifRefused } from "../platform/refusals.ts";
import { readUnlinked } from "./regular-file.ts";

/** What a JSON file of ours holds; undefined where it is missing, a link or larger than `most`, or where somebody else wrote it. */
export async function readKept<Kept>(file: string, most: Bytes, schema: v.GenericSchema<unknown, Kept>): Promise<Kept | undefined> {
  return jsonOf((await readUnlinked(file, most).catch(ifRefused))?.toString(), schema);
}

/** What a text of JSON holds; undefined where there is none, or of another form. */
export function jsonOf<Kept>(text: string | undefined, schema: v.GenericSchema<unknown, Kept>): Kept | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(text ?? "null"));
    return read.success ? read.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
