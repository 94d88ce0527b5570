import * as v from "valibot";
import type { Bytes } from "../analysis/units.ts";
import { ifRefused } from "../platform/refusals.ts";
import { readUnlinked } from "./regular-file.ts";

/** What a JSON file of ours holds; undefined where it is missing, a link or larger than `most`, or where somebody else wrote it. */
export async function readKept<Kept>(file: string, most: Bytes, schema: v.GenericSchema<unknown, Kept>): Promise<Kept | undefined> {
  try {
    const read = v.safeParse(schema, JSON.parse((await readUnlinked(file, most))?.toString() ?? "null"));
    return read.success ? read.output : undefined;
  } catch (error) {
    return error instanceof SyntaxError ? undefined : ifRefused(error);
  }
}
