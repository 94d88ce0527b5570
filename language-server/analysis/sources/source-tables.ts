import type { CheckedScripts } from "../fit/fitted-profile.ts";
import { scriptKey } from "../fit/sampled-scripts.ts";
import type { ScriptFit } from "../fit/script-fit.ts";
import { type LocatedProfile, certainties, type Profile } from "../profile/profile.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { madeOnce } from "../collections.ts";
import type { RunScripts } from "./run-scripts.ts";
import { ScriptLocator, type FunctionPlace } from "./script-locator.ts";
import type { SourceList } from "./source-list.ts";
import type { SourcePosition, SourceProfile, SourceThread } from "./source-profile.ts";
import type { Column, Line } from "../units.ts";

/** Where a line that a function ran is in its source; `guessed` if that is not sure, undefined if it is unknown. */
type PlaceOf = (func: number, line: Line, column: Column) => (SourcePosition & { readonly guessed: boolean }) | undefined;

/** The distinct lines of functions, each placed when it is first asked for: a deep profile has each of them in thousands of stacks. */
class PlacedLines {
  /** -1 if the place is unknown. */
  readonly source: number[] = [];
  readonly line: Line[] = [];
  readonly column: Column[] = [];
  readonly guessed: boolean[] = [];
  readonly #lines = new NumberPairs();
  readonly #places = new NumberPairs();
  readonly #placeOf: PlaceOf;

  constructor(placeOf: PlaceOf) {
    this.#placeOf = placeOf;
  }

  row(func: number, line: Line, column: Column): number {
    const row = this.#places.row(this.#lines.row(func, line), column);
    if (row === this.source.length) this.#add(this.#placeOf(func, line, column));
    return row;
  }

  #add(place: ReturnType<PlaceOf>): void {
    this.source.push(place?.source ?? -1);
    this.line.push(place?.line ?? 0);
    this.column.push(place?.column ?? -1);
    this.guessed.push(place?.guessed === true);
  }
}

const inferred = certainties.indexOf("inferred");
const unknown = certainties.indexOf("unknown");

interface FunctionRow extends FunctionPlace {
  readonly inferred: boolean;
  readonly kind: number;
  /** URL of its script. */
  readonly url: string;
  /** Set once it was computed. */
  shownName: string | undefined;
}

/** Maps profiles to the sources a user would open. All threads of a run share its tables. */
export class SourceTables {
  readonly #scripts: RunScripts;
  readonly #sources: SourceList;
  readonly #checked: CheckedScripts;
  readonly #isNamed: (url: string) => boolean;
  readonly #locators = new Map<string, ScriptLocator>();
  readonly #functionRows = new Map<string, number>();
  readonly #functions: FunctionRow[] = [];
  readonly #candidates: (readonly SourcePosition[])[] = [];

  /** `isNamed` says whether the text of a script (by URL) may be parsed to name its functions. */
  constructor(scripts: RunScripts, sources: SourceList, checked: CheckedScripts, isNamed: (url: string) => boolean) {
    this.#scripts = scripts;
    this.#sources = sources;
    this.#checked = checked;
    this.#isNamed = isNamed;
  }

  addThread({ id, name }: Pick<SourceThread, "id" | "name">, located: LocatedProfile): SourceThread {
    const { profile } = located;
    const { stacks, functions } = profile;
    const locators = profile.scripts.url.map((url, row) => this.#locator(url, profile.scripts.hash[row] ?? ""));
    for (const row of severalTexts(profile)) locators[row]?.claimRow();
    const locatorOf = (func: number): ScriptLocator | undefined => locators[functions.script[func] as number];
    const checked = profile.scripts.url.map((url, row) => this.#checked.get(scriptKey(url, profile.scripts.hash[row] ?? "")));
    const fitOf = (func: number): ScriptFit | undefined => checked[functions.script[func] as number]?.fit;
    const func = Int32Array.from(functions.script, (_, row) => this.#functionRow(profile, row, locatorOf(row), fitOf(row)));
    const places = functions.name.map((name, row) => ({
      name,
      line: functions.line[row] as number,
      column: functions.column[row] as number,
    }));
    const count = stacks.prefix.length;
    const source = new Int32Array(count).fill(-1);
    const line = new Int32Array(count);
    const column = new Int32Array(count).fill(-1);
    const certainty = stacks.certainty.slice();
    const shownFunc = new Int32Array(count);
    const candidates = new Int32Array(count).fill(-1);
    const frame = new Int32Array(count).fill(-1);
    const placed = new PlacedLines((ran, at, atColumn) => {
      const [locator, place] = [locatorOf(ran), places[ran]];
      const found = place === undefined ? undefined : locator?.line(at, atColumn, place);
      if (found === undefined || place === undefined) return undefined;
      const check = locator?.isMapped === false ? checked[functions.script[ran] as number]?.check : undefined;
      const allowed = check?.(place, at);
      if (allowed === "unknown") return undefined;
      return { ...found, guessed: found.guessed || fitOf(ran)?.isSure(place, at) === false || allowed === "inferred" };
    });
    const candidateRows = new NumberPairs();
    const candidatesOf: number[] = [];
    for (let row = 0; row < count; row++) {
      const ran = stacks.func[row] as number;
      shownFunc[row] = func[ran] as number;
      const locator = locatorOf(ran);
      const place = places[ran];
      if (locator === undefined || place === undefined) continue;
      const sites = located.candidates[row] as number;
      if (sites !== -1) {
        const pair = candidateRows.row(ran, sites);
        candidatesOf[pair] ??= this.#candidates.push(candidatePlaces(located, sites, locator, place)) - 1;
        candidates[row] = candidatesOf[pair];
      }
      if (stacks.line[row] === 0) continue;
      const at = placed.row(ran, stacks.line[row] as number, stacks.column[row] as number);
      if (placed.source[at] === -1) certainty[row] = unknown;
      else if (placed.guessed[at] === true) certainty[row] = inferred;
      source[row] = placed.source[at] as number;
      line[row] = placed.line[at] as number;
      column[row] = placed.column[at] as number;
      frame[row] = at;
    }
    const laidOver = { prefix: stacks.prefix, func: shownFunc, source, line, column, certainty, candidates, frame };
    const deopts = (profile.deopts ?? []).flatMap(({ script, line: ranLine, column: ranColumn, reason, count: times }) => {
      const found = locators[script]?.line(ranLine, ranColumn, { name: "", line: 0, column: -1 });
      return found === undefined ? [] : [{ source: found.source, line: found.line, column: found.column, reason, count: times }];
    });
    return { id, name, stacks: laidOver, samples: profile.samples, interval: profile.interval, deopts };
  }

  profile(threads: readonly SourceThread[]): SourceProfile {
    const functions = {
      name: this.#functions.map(({ name }) => name),
      shownName: (row: number) => this.#shownName(this.#functions[row] as FunctionRow),
      source: Int32Array.from(this.#functions, ({ source }) => source),
      line: Int32Array.from(this.#functions, ({ line }) => line),
      column: Int32Array.from(this.#functions, ({ column }) => column),
      inferred: Uint8Array.from(this.#functions, ({ inferred }) => (inferred ? 1 : 0)),
      kind: Uint8Array.from(this.#functions, ({ kind }) => kind),
    };
    return { sources: this.#sources.list(), functions, candidates: this.#candidates, threads };
  }

  #locator(url: string, hash: string): ScriptLocator {
    return madeOnce(this.#locators, scriptKey(url, hash), () => new ScriptLocator(url, hash, this.#scripts, this.#sources));
  }

  #functionRow({ functions, scripts }: Profile, row: number, locator: ScriptLocator | undefined, fit: ScriptFit | undefined): number {
    const name = functions.name[row] as string;
    const found = locator?.functionPlace(name, functions.line[row] as number, functions.column[row] as number) ?? {
      source: -1,
      line: 0,
      column: -1,
      name: name === "" ? "(native)" : name,
    };
    if (fit !== undefined && found.source !== -1) this.#sources.noteContradicted(found.source);
    const url = scripts.url[functions.script[row] as number] ?? "";
    const inferred =
      found.inferred === true || fit?.isMoved({ line: functions.line[row] as number, column: functions.column[row] as number }) === true;
    const place = { ...found, name: found.name || "(anonymous)", inferred };
    const kind = functions.kind[row] as number;
    const key = `${kind}:${place.source}:${place.line}:${place.column}:${place.name}`;
    return madeOnce(this.#functionRows, key, () => this.#functions.push({ ...place, kind, url, shownName: undefined }) - 1);
  }

  #shownName(row: FunctionRow): string {
    if (row.shownName === undefined) {
      row.shownName = row.name;
      if (this.#isOpen(row)) this.#nameAll(row.source);
    }
    return row.shownName;
  }

  /** Names the open functions of a source at once: its text is read for all of them together. */
  #nameAll(source: number): void {
    const open = this.#functions.filter((each) => each.source === source && this.#isOpen(each));
    const names = this.#sources.functionNames(source, open);
    for (const [index, each] of open.entries()) each.shownName = names[index] || each.name;
  }

  /** Whether V8 has no name for it, and its script may be parsed for one. */
  #isOpen({ name, url }: FunctionRow): boolean {
    return (name === "(anonymous)" || name === "default") && this.#isNamed(url);
  }
}

/** Rows of the scripts that share a URL with another text, those with most samples first. */
function severalTexts({ scripts, functions, stacks, samples }: Profile): readonly number[] {
  const counts = new Map<string, number>();
  for (const url of scripts.url) counts.set(url, (counts.get(url) ?? 0) + 1);
  const rows = [...scripts.url.keys()].filter((row) => (counts.get(scripts.url[row] as string) ?? 0) > 1);
  if (rows.length === 0) return rows;
  const ticks = new Float64Array(scripts.url.length);
  for (const stack of samples.stack) {
    let at = stack;
    while (at !== -1 && functions.script[stacks.func[at] as number] === -1) at = stacks.prefix[at] as number;
    const script = at === -1 ? -1 : (functions.script[stacks.func[at] as number] as number);
    if (script !== -1) ticks[script] = (ticks[script] as number) + 1;
  }
  return rows.toSorted((a, b) => (ticks[b] as number) - (ticks[a] as number) || a - b);
}

function candidatePlaces(
  located: LocatedProfile,
  sites: number,
  locator: ScriptLocator,
  func: Parameters<ScriptLocator["line"]>[2],
): readonly SourcePosition[] {
  const places = (located.sites[sites] ?? []).map(({ line, column }) => locator.line(line, column, func));
  return places.filter((place) => place !== undefined).map(({ source, line, column }) => ({ source, line, column }));
}
