import type { Bytes } from "../analysis/units.ts";
import { readRegular } from "./regular-file.ts";

/** The text without a byte order mark, as in Node and editors. Undefined if larger than `most`, or not a regular file. */
export async function readText(file: string, most: Bytes): Promise<string | undefined> {
  const text = (await readRegular(file, most))?.toString("utf8");
  return text?.startsWith("\uFEFF") === true ? text.slice(1) : text;
}
