import type { Bytes } from "../analysis/units.ts";
import { readRegular } from "./regular-file.ts";

/** As Node and editors have it: without a byte order mark. Undefined for what is larger than `most`, or not a regular file. */
export async function readText(file: string, most: Bytes): Promise<string | undefined> {
  const text = (await readRegular(file, most))?.toString("utf8");
  return text?.startsWith("\uFEFF") === true ? text.slice(1) : text;
}
