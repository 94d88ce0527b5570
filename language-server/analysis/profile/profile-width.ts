import { budget } from "../budget.ts";
import { UserError } from "../user-error.ts";
import type { Profile, StackTable } from "./profile.ts";
import { stackLines } from "./number-pairs.ts";

type Widths = Readonly<Record<"files" | "functions" | "lines" | "depth", number>>;

/**
 * Throws a UserError if the threads of a run or of a file name more files, functions or lines, or have deeper stacks, than `most`: the work for each is
 * small, but a few megabytes can name hundreds of thousands.
 */
export function checkWidth(threads: readonly { readonly profile: Profile }[], most: Widths = budget): void {
  let [files, functions] = [0, 0];
  for (const { profile } of threads) {
    files += profile.scripts.url.length;
    functions += profile.functions.name.length;
    if (files > most.files) throw new UserError("profile.tooManyFiles", { limit: most.files });
    if (functions > most.functions) throw new UserError("profile.tooManyFunctions", { limit: most.functions });
    if (depthOf(profile.stacks) > most.depth) throw new UserError("profile.tooDeep", { limit: most.depth });
  }
  if (hasMoreLines(threads, most.lines)) throw new UserError("profile.tooManyLines", { limit: most.lines });
}

/** Whether functions have more lines in the stacks; counted only where there can be so many. */
function hasMoreLines(threads: readonly { readonly profile: Profile }[], most: number): boolean {
  if (threads.reduce((rows, { profile }) => rows + profile.stacks.func.length, 0) <= most) return false;
  return threads.reduce((lines, { profile }) => lines + stackLines(profile.stacks).lines.length, 0) > most;
}

/** A stack's row comes after those of its callers. */
function depthOf({ prefix }: StackTable): number {
  const depths = new Uint32Array(prefix.length);
  let deepest = 0;
  for (let row = 0; row < prefix.length; row++) {
    const under = prefix[row];
    const depth = (under === -1 ? 0 : depths[under]) + 1;
    depths[row] = depth;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}
