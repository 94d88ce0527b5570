import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Line } from "../units.ts";

/** A line of a source as it ran. */
export interface AdvicePlace {
  /** Row of Costs.sources. */
  readonly source: number;
  readonly line: Line;
}

/** The place of a stack row: its recorded line, else where its function starts. */
export function placeOfRow({ functions }: SourceProfile, { stacks }: SourceThread, row: number): AdvicePlace {
  const line: Line = stacks.line[row] as number;
  const func = stacks.func[row] as number;
  const source = stacks.source[row] as number;
  if (line > 0 && source !== -1) return { source, line };
  return { source: functions.source[func] as number, line: functions.line[func] as number };
}
