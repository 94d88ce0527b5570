import { declaredName, type JudgedFunction, standingOf } from "./function-standing.ts";
import { lineShifts } from "./line-shifts.ts";
import { type PlacedFunction, placedFunctions } from "./placed-functions.ts";
import { placeKey, type SampledFunction, type SampledScript } from "./sampled-scripts.ts";
import type { TextFunctions } from "./text-functions.ts";
import type { Position } from "../profile/profile.ts";
import type { Line, Share } from "../units.ts";

/** From this share of its functions on, a text is another one than ran. */
const leastContradicted: Share = 0.25;

export type NamedPosition = Position & { readonly name: string };

/** How the functions and lines of a profile are laid on a text that contradicts some of them. */
export interface ScriptFit {
  /** How many functions are not as the profile has them, and how many the text could be asked about. */
  readonly contradicted: number;
  readonly judged: number;
  /** Whether the functions are where the profile has them, and only the lines are not. */
  readonly onlyLines: boolean;
  /** Where a function starts in the text; undefined if that is unknown. */
  readonly placeOf: (func: NamedPosition) => Position | undefined;
  /** The line of the text for a line that samples show in a function; 0 if it is unknown. */
  readonly lineOf: (func: NamedPosition, line: Line) => Line;
  /** Whether the function that starts at a place of the text was found by its name. */
  readonly isMoved: (place: Position) => boolean;
  /** Whether a line of the function that starts at a place of the text is as recorded. */
  readonly isSure: (place: Position, line: Line) => boolean;
}

/** Undefined if the text contradicts nothing. */
export function fitOf({ url, functions }: SampledScript, text: TextFunctions): ScriptFit | undefined {
  const isMapped = startAtNames(functions, text, url);
  const judged = functions.flatMap((func): JudgedFunction[] => {
    const { standing, row } = standingOf(func, text, url, isMapped);
    return standing === "open" ? [] : [{ ...func, standing, row }];
  });
  const contradicted = judged.filter(({ standing }) => standing !== "fits").length;
  if (contradicted === 0) return undefined;
  judged.sort((a, b) => a.line - b.line || a.column - b.column);
  const isWhole = contradicted >= leastContradicted * judged.length;
  const onlyLines =
    isWhole && judged.every(({ standing, lines }) => standing === "otherLines" || (standing === "fits" && (isMapped || lines.size === 0)));
  return { contradicted, judged: judged.length, onlyLines, ...(onlyLines ? withoutLines : moved(judged, text, isWhole)) };
}

type Places = Omit<ScriptFit, "contradicted" | "judged" | "onlyLines">;

const withoutLines: Places = {
  placeOf: ({ line, column }) => ({ line, column }),
  lineOf: () => 0,
  isMoved: () => false,
  isSure: () => true,
};

function moved(judged: readonly JudgedFunction[], text: TextFunctions, isWhole: boolean): Places {
  const found = placedFunctions(judged, text, isWhole);
  const shifts = lineShifts(
    found.filter((_each, index) => judged[index]?.standing !== "otherLines"),
    text,
    isWhole || found.at(-1) === undefined,
  );
  const places = new Map<string, Position>();
  const movedTo = new Set<string>();
  /** Rows of the functions whose lines are as recorded. */
  const kept = new Map<string, number>();
  const sure = new Map<string, number>();
  const lineless = new Set<string>();
  for (const [index, func] of judged.entries()) {
    const key = placeKey(func);
    const placed = found[index];
    if (placed === undefined || func.standing === "otherLines") lineless.add(key);
    if (placed === undefined) continue;
    const isKept = placed.from === placed.to;
    const { line, column } = text.syntax.functions;
    const place = isKept
      ? { line: func.line, column: func.column }
      : { line: line[placed.row] as number, column: column[placed.row] as number };
    places.set(key, place);
    if (!isKept) movedTo.add(pairKey(place));
    if (!isKept || isWhole || func.standing !== "fits") continue;
    kept.set(key, placed.row);
    sure.set(pairKey(place), placed.row);
  }
  const known = new Set(judged.map(placeKey));
  const isKeptIn = (row: number | undefined, line: Line): boolean =>
    row !== undefined && text.contains(row, line) && isFollowedByFit(judged, found, line);
  return {
    placeOf: (func) => (known.has(placeKey(func)) ? places.get(placeKey(func)) : { line: func.line, column: func.column }),
    lineOf: (func, line) => {
      const key = placeKey(func);
      if (isKeptIn(kept.get(key), line)) return line;
      return lineless.has(key) ? 0 : shifts(line);
    },
    isMoved: (place) => movedTo.has(pairKey(place)),
    isSure: (place, line) => isKeptIn(sure.get(pairKey(place)), line),
  };
}

/**
 * Whether the next function behind a line that was found is where it was, so that nothing between the two grew or shrank. One that was
 * renamed in its place moves nothing.
 */
function isFollowedByFit(judged: readonly JudgedFunction[], found: readonly (PlacedFunction | undefined)[], line: Line): boolean {
  for (let at = 0; at < judged.length; at++) {
    if ((judged[at] as JudgedFunction).line <= line) continue;
    const placed = found[at];
    if (placed !== undefined) return placed.from === placed.to;
    if (judged[at]?.standing === "elsewhere") return false;
  }
  return true;
}

/**
 * Whether the writer mapped the starts of functions to a source, as Deno does: V8 itself reports the parenthesis behind a name, a map the
 * name.
 */
function startAtNames(functions: readonly SampledFunction[], text: TextFunctions, url: string): boolean {
  if (!/\.(?:[cm]?ts|tsx|jsx)$/i.test(url)) return false;
  const named = functions.filter(({ name }) => declaredName(name) !== "");
  const starts = named.map(({ name, line, column }) => (text.lines[line - 1] ?? "").startsWith(declaredName(name), Math.max(0, column)));
  return starts.length > 0 && starts.every(Boolean);
}

function pairKey({ line, column }: Position): string {
  return `${line}:${column}`;
}
