import { declaredName } from "./function-standing.ts";
import { mayHaveCode, type TextFunctions } from "./text-functions.ts";
import { TextCalls } from "../call-sites/text-calls.ts";
import type { Certainty, Position } from "../profile/profile.ts";
import type { Line } from "../units.ts";
import { madeOnce } from "../collections.ts";

/** Whether a text allows that samples are on a line: `inferred` if the line is in another function, `unknown` if it has no code. */
export type LineCheck = (func: Position & { readonly name: string }, line: Line) => Certainty;

/** For a text that was not parsed. */
export function codeCheck(lines: readonly string[]): LineCheck {
  return (func, line) => (line === func.line || mayHaveCode(lines, line) ? "exact" : "unknown");
}

/** For a text that was parsed: the line must also be in its function. */
export function functionCheck(text: TextFunctions): LineCheck {
  const calls = new TextCalls(text.syntax);
  const rows = new Map<Position, number>();
  return (func, line) => {
    // V8 puts the start of a function or script there, whatever the line has.
    if (line === func.line) return "exact";
    if (!text.hasCode(line)) return "unknown";
    const row = madeOnce(rows, func, () => rowOf(func, text));
    if (row === -1) return "exact";
    // Of the same text it may be an inlined function's; code of the top level is in no other function.
    if (!text.contains(row, line)) return text.isInFunction(line) ? "exact" : "unknown";
    return calls.isWithin(calls.ownerOf(line), row) ? "inferred" : "exact";
  };
}

/** The function that starts on its line, if it is the only one of its name there; 0 for the top level; -1 if unknown. */
function rowOf({ name, line, column }: Position & { readonly name: string }, text: TextFunctions): number {
  if (name === "" && line === 1 && column <= 0) return 0;
  const { functions } = text.syntax;
  const starting = text.startingOn(line);
  const exact = starting.filter((row) => functions.column[row] === column);
  const [row = -1, ...others] =
    exact.length > 0 ? exact : starting.filter((each) => functions.name[each] === name && declaredName(name) !== "");
  return others.length === 0 ? row : -1;
}
