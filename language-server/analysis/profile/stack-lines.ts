import { NumberPairs } from "./number-pairs.ts";
import type { StackTable } from "./profile.ts";

/** The distinct lines of functions in a table of stacks: a deep one has each of them in thousands of rows. */
export interface StackLines {
  /** (function, line) */
  readonly lines: NumberPairs;
  /** By row of the table that of `lines`; -1 if the line is unknown. */
  readonly of: Int32Array;
}

const known = new WeakMap<StackTable, StackLines>();

/** Computed once for a table. */
export function stackLines(stacks: StackTable): StackLines {
  let found = known.get(stacks);
  if (found === undefined) known.set(stacks, (found = madeLines(stacks)));
  return found;
}

function madeLines({ func, line }: StackTable): StackLines {
  const lines = new NumberPairs();
  const of = new Int32Array(func.length).fill(-1);
  for (let row = 0; row < of.length; row++) if (line[row] !== 0) of[row] = lines.row(func[row], line[row]);
  return { lines, of };
}
