import type { FunctionCost } from "../analysis/costs/costs.ts";
import type { Column, Line } from "../analysis/units.ts";

/** A function, identified by where it starts in the source as it ran. */
export interface FunctionKey {
  readonly path: string;
  readonly name: string;
  readonly line: Line;
  readonly column: Column;
}

export function keyOf({ name, line, column }: FunctionCost, path: string): FunctionKey {
  return { path, name, line, column };
}
