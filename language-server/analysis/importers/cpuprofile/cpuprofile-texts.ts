/**
 * A function of a profile. `script` is the row of its URL, `id` V8's id of the script: a URL that was evaluated twice has one row and two
 * ids.
 */
export interface PlacedFunction {
  readonly script: number;
  readonly id: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
}

/** Shorter names, which one text may have many times, prove nothing. */
const shortestName = 3;

/**
 * Rows of the scripts that ran with several texts, as their functions show: two texts have different names at one place, or one name at no
 * common place. A line of such a script may be in any of its texts.
 */
export function scriptsOfSeveralTexts(functions: readonly PlacedFunction[]): ReadonlySet<number> {
  const ids = new Map<number, Set<string>>();
  for (const { script, id } of functions) ids.set(script, (ids.get(script) ?? new Set()).add(id));
  const several = new Set<number>();
  const idsByPlace = new Map<string, Map<string, string>>();
  const placesByName = new Map<string, Map<string, Set<string>>>();
  for (const { script, id, line, column, name } of functions) {
    if (script === -1 || (ids.get(script)?.size ?? 0) < 2 || name.length < shortestName) continue;
    const place = `${line}:${column}`;
    const names = idsByPlace.get(`${script} ${place}`) ?? new Map<string, string>();
    idsByPlace.set(`${script} ${place}`, names.set(id, name));
    if (new Set(names.values()).size > 1) several.add(script);
    const key = `${script} ${name}`;
    const places = placesByName.get(key) ?? new Map<string, Set<string>>();
    placesByName.set(key, places.set(id, (places.get(id) ?? new Set()).add(place)));
  }
  for (const [key, byId] of placesByName) {
    const [first, ...others] = byId.values();
    const sharesNone = (places: ReadonlySet<string>): boolean => ![...(first ?? [])].some((place) => places.has(place));
    if (others.some(sharesNone)) several.add(Number(key.split(" ")[0]));
  }
  return several;
}
