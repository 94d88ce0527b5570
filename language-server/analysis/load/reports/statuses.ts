import type { LoadFigures } from "../load.ts";
import { parsedJson } from "../../parsed-json.ts";

/** How many answers had each status: `200` or a class such as `4xx`. */
export type StatusCounts = Readonly<Record<string, number>>;

/** Answers of any status. */
export function answersOf(counts: StatusCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** `302 × 1327`, where no answer was anything but a redirect; undefined also if the tool does not report statuses. */
export function redirectsOnly({ statusCounts = {} }: Pick<LoadFigures, "statusCounts">): string | undefined {
  const seen = Object.entries(statusCounts);
  if (seen.length === 0 || seen.some(([status]) => !/^3(?:0[12378]|xx)$/.test(status))) return undefined;
  return seen.map(([status, count]) => `${status} × ${count}`).join(", ");
}

/** `non2xx` and the counts of statuses that there were. */
export function statusFigures(counts: StatusCounts): Pick<LoadFigures, "non2xx" | "statusCounts"> {
  const seen = Object.entries(counts).filter(([, count]) => count > 0);
  return {
    non2xx: answersOf(Object.fromEntries(seen.filter(([status]) => /^[4-9]/.test(status)))),
    statusCounts: Object.fromEntries(seen),
  };
}

/** Lines under `Error distribution:` such as `  [4]	Get "http://…": context deadline exceeded`. */
export function errorLines(output: string): StatusCounts {
  const from = output.search(/^Error distribution:/m);
  const lines = from === -1 ? [] : [...output.slice(from).matchAll(/^\s*\[(\d+)\]\s+(\S.*)$/gm)];
  return Object.fromEntries(lines.map(([, count, reason]) => [reason, Number(count)]));
}

/** Lines such as `  [200]	2716 responses`. */
export function statusLines(output: string): StatusCounts {
  return Object.fromEntries(
    [...output.matchAll(/^\s*\[(\d{3})\]\s+(\d+) responses?\s*$/gm)].map(([, status, count]) => [status, Number(count)]),
  );
}

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
