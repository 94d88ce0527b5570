import type { Location } from "../../language-server/protocol/place.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";

/** A hot line for navigation; lines are 0-based. */
export interface HotPlace {
  readonly uri: string;
  readonly line: number;
}

/**
 * The hot line after or before the cursor: by line within a file, then on to the next file, wrapping around. `places` are hottest first;
 * files are ordered by their hottest line. From a file without hot lines it goes to the hottest one. Undefined if there are none.
 */
export function neighbour(places: readonly HotPlace[], cursor: HotPlace | undefined, direction: "next" | "previous"): HotPlace | undefined {
  const files = byFile(places);
  const here = files.findIndex((lines) => lines[0]?.uri === cursor?.uri);
  if (cursor === undefined || here === -1) return places[0];
  const lines = files[here] ?? [];
  if (direction === "next") {
    return lines.find((place) => place.line > cursor.line) ?? files[(here + 1) % files.length]?.[0];
  }
  return lines.findLast((place) => place.line < cursor.line) ?? files[(here + files.length - 1) % files.length]?.at(-1);
}

/** The lines that the heat in the code is about, hottest first. */
export function hotPlaces({ hotLines, otherHeat }: Pick<RunSummary, "hotLines" | "otherHeat">): readonly { readonly location: Location }[] {
  return otherHeat?.lines ?? hotLines;
}

/** The run's hot lines at their current positions. `moved` has the current lines of open files whose text changed. */
export function currentPlaces(
  hotLines: readonly { readonly location: Location }[],
  moved: ReadonlyMap<string, readonly number[]>,
): readonly HotPlace[] {
  const placed = new Set<string>();
  return hotLines.flatMap(({ location }) => {
    const lines = moved.get(location.uri);
    if (lines === undefined) return [{ uri: location.uri, line: location.range.start.line }];
    if (placed.has(location.uri)) return [];
    placed.add(location.uri);
    return lines.map((line) => ({ uri: location.uri, line }));
  });
}

/** Groups places by file, sorted by line; files in the order of their first place. */
function byFile(places: readonly HotPlace[]): readonly (readonly HotPlace[])[] {
  const files = new Map<string, HotPlace[]>();
  for (const place of places) files.set(place.uri, [...(files.get(place.uri) ?? []), place]);
  return [...files.values()].map((lines) => lines.sort((a, b) => a.line - b.line));
}
