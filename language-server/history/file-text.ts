import { readFile } from "node:fs/promises";

/** As Node and editors have it: without a byte order mark. */
export async function readText(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
