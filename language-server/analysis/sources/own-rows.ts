import { checkStop } from "../budget.ts";
import type { SourceProfile, SourceThread } from "./source-profile.ts";

/** For each stack row itself or the nearest caller that is own code on a known line, or -1. */
export function ownRows({ functions, sources }: SourceProfile, { stacks }: Pick<SourceThread, "stacks">): Int32Array {
  const { prefix, func } = stacks;
  const own = new Int32Array(prefix.length);
  for (let row = 0; row < own.length; row++) {
    checkStop(row);
    const source = sourceOf(functions, stacks, row);
    const isOwn = functions.source[func[row]] !== -1 && sources[source]?.category === "own" && stacks.line[row] > 0;
    const caller = prefix[row];
    own[row] = isOwn ? row : caller === -1 ? -1 : own[caller];
  }
  return own;
}

/** The source that a stack row is in, or -1. */
export function sourceOf(functions: SourceProfile["functions"], { func, source }: SourceThread["stacks"], row: number): number {
  const place = source[row];
  return place === -1 ? functions.source[func[row]] : place;
}
