import { UserError } from "../user-error.ts";

const heapProfile = /^\s*\{\s*"head"\s*:\s*\{[^]*?"selfSize"\s*:/;
const heapSnapshot = /^\s*\{\s*"snapshot"\s*:\s*\{/;
const sourceMap = /^\s*\{(?=[^]*?"version"\s*:\s*3\b)(?=[^]*?"(?:sources|sections|mappings)"\s*:)/;

/** The error for files that people confuse with CPU profiles, recognised by their beginning; undefined for any other. */
export function otherKindError(head: string, name: string): UserError | undefined {
  if (heapProfile.test(head)) return new UserError("profile.isHeapProfile", { name });
  if (heapSnapshot.test(head)) return new UserError("profile.isHeapSnapshot", { name });
  return sourceMap.test(head) ? new UserError("profile.isSourceMap", { name }) : undefined;
}
