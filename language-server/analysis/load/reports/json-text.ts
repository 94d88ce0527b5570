import { parsedJson } from "../../parsed-json.ts";

/**
 * The JSON in a tool's output, which may have other lines before and after it: an object or array that begins a line. Undefined if there is
 * none.
 */
export function jsonIn(output: string): unknown {
  const from = /^\s*[{[]/m.exec(output)?.index;
  if (from === undefined) return undefined;
  const to = Math.max(output.lastIndexOf("}"), output.lastIndexOf("]"));
  return parsedJson(output.slice(from, to + 1));
}

/** The values of JSON lines; lines that are something else are left out. */
export function jsonLinesIn(output: string): readonly unknown[] {
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map(parsedJson)
    .filter((value) => value !== undefined);
}
