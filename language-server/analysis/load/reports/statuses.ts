import type { LoadFigures } from "../load.ts";

/** How many answers had each status: `200` or a class such as `4xx`. */
export type StatusCounts = Readonly<Record<string, number>>;

/** Answers of any status. */
export function answersOf(counts: StatusCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** `302 × 1327`, where no answer was anything but a redirect; undefined also if the tool does not tell statuses. */
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
