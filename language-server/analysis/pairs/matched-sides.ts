import {
  categoryOf,
  functionPlaces,
  isEditedLine,
  linePlaces,
  lineTexts,
  pairFunctions,
  pairLines,
  type Place,
} from "../compare/code-pairs.ts";
import { type CodeTables, keptSyntax } from "../compare/cost-digest.ts";
import type { FunctionPair } from "../compare/other-code.ts";
import { matchRuns } from "../compare/run-matching.ts";
import type { Line } from "../units.ts";

/** Where it is in head, else in base. */
export interface SidePlace {
  /** Relative to the root of the checkout. */
  readonly file: string;
  readonly line: Line;
  readonly inBaseOnly: boolean;
}

export interface MatchedFunction {
  /** Rows of both sides' functions, -1 if a side has no samples of it. */
  readonly pair: FunctionPair;
  readonly name: string;
  /** Null for Node's own. */
  readonly at: SidePlace | null;
  readonly edited: boolean;
  readonly isOwn: boolean;
}

export interface MatchedLine {
  readonly pair: FunctionPair;
  readonly at: SidePlace;
  /** Trimmed; "" if it was not kept. */
  readonly text: string;
  readonly edited: boolean;
}

/** The code of two versions of an app, matched by its text. */
export interface MatchedSides {
  readonly functions: readonly MatchedFunction[];
  readonly lines: readonly MatchedLine[];
}

export function matchSides(base: CodeTables, head: CodeTables): MatchedSides {
  const matching = matchRuns(base, head, { base: keptSyntax(base.sources), next: keptSyntax(head.sources) });
  const texts = { base: lineTexts(base), next: lineTexts(head) };
  return {
    functions: pairFunctions(base, head, matching).map((pair) => {
      const { name, edited, baseAt, nextAt } = functionPlaces(base, head, matching, pair);
      const category = categoryOf(base, base.functions.source, head, head.functions.source, pair);
      return { pair, name, edited, at: category === "node" ? null : sidePlace(baseAt, nextAt), isOwn: category === "own" };
    }),
    lines: pairLines(base, head, matching).flatMap((pair) => {
      const places = linePlaces(base, head, matching, pair, texts);
      const at = sidePlace(places.baseAt, places.nextAt);
      return at === null ? [] : { pair, at, text: at.inBaseOnly ? places.baseText : places.nextText, edited: isEditedLine(places) };
    }),
  };
}

function sidePlace(base: Place | undefined, head: Place | undefined): SidePlace | null {
  const place = head ?? base;
  return place === undefined ? null : { file: place.path, line: place.line, inBaseOnly: head === undefined };
}
