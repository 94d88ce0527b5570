import type { CodedText } from "../../../texts/coded-text.ts";
import { shortened } from "../../shortened.ts";
import type { Share } from "../../units.ts";
import { hasStart, isOfStarts, isSameCommand, isSameFolder, isSameTest, programOf, type RunFacts } from "./program.ts";
import { isWorthless, type Standing, standingOf, standingText } from "./standing.ts";
import { type UnlikeLoad, unlikeLoads } from "./unlike-loads.ts";

const kinds = [
  "standing",
  "folder",
  "command",
  "test",
  "startup",
  "fromStart",
  "loaded",
  "requests",
  "requestDetails",
  "setup",
  "tool",
  "connections",
  "rate",
  "pipelining",
] as const satisfies readonly (UnlikeLoad["kind"] | "standing" | "folder" | "command" | "test" | "startup" | "fromStart")[];

/** Something in which two runs differ though they should not, to be compared; each side's fact, "" if it has none. */
export interface Unlikeness {
  readonly kind: (typeof kinds)[number];
  readonly base: string | CodedText;
  readonly next: string | CodedText;
}

const longestCommand = 120;
const complete: CodedText = { code: "standing.good" };

/**
 * All that makes `base` another kind of run than `next`, the heaviest first; empty if the two can be compared without a word. `others`: runs
 * of their history.
 */
export function unlikenesses(
  base: RunFacts,
  next: RunFacts,
  share: (share: Share) => string,
  others: readonly RunFacts[] = [],
): readonly Unlikeness[] {
  const [before, after] = [standingOf(base, others), standingOf(next, others)];
  const text = (standing: Standing): CodedText => standingText(standing, share) ?? complete;
  const standing: Unlikeness[] =
    before.kind === "good" && after.kind === "good" ? [] : [{ kind: "standing", base: text(before), next: text(after) }];
  const isHeaviest = isWorthless(before) || isWorthless(after);
  return [
    ...(isHeaviest ? standing : []),
    ...unlikePrograms(base, next),
    ...unlikeLoads(base.load, next.load),
    ...(isHeaviest ? [] : standing),
  ];
}

export function isUnlikeKind(kind: string): kind is Unlikeness["kind"] {
  return (kinds as readonly string[]).includes(kind);
}

/** A full sentence. */
export function unlikenessText({ kind, base, next }: Unlikeness): CodedText {
  return { code: `unlike.${kind}`, values: { base, next } };
}

function unlikePrograms(base: RunFacts, next: RunFacts): readonly Unlikeness[] {
  if (base.test !== undefined || next.test !== undefined)
    return isSameTest(base, next) ? [] : [{ kind: "test", base: testText(base), next: testText(next) }];
  // A profile from elsewhere does not say what ran.
  if (programOf(base).words.length === 0 || programOf(next).words.length === 0) return [];
  const found: Unlikeness[] = [];
  if (!isSameFolder(base, next)) {
    const [before, after] = distinctFolders(programOf(base).folder, programOf(next).folder);
    found.push({ kind: "folder", base: before, next: after });
  }
  if (!isSameCommand(base, next)) found.push({ kind: "command", base: commandText(base), next: commandText(next) });
  if (isOfStarts(base) !== isOfStarts(next)) found.push({ kind: "startup", base: base.name, next: next.name });
  else if (hasStart(base) !== hasStart(next)) found.push({ kind: "fromStart", base: base.name, next: next.name });
  return found;
}

function testText({ test, name }: RunFacts): string {
  if (test === undefined) return name;
  return test.name === "" ? (test.file.split(/[\\/]/).at(-1) ?? "") : test.name;
}

function commandText(run: RunFacts): string {
  return shortened(programOf(run).words.join(" "), longestCommand);
}

/** The ends of two paths, from where they differ: `a/shop` and `b/shop`. */
function distinctFolders(base: string, next: string): readonly [string, string] {
  const [before, after] = [base.split("/"), next.split("/")];
  let common = 0;
  while (common < Math.min(before.length, after.length) - 1 && before[common] === after[common]) common += 1;
  return [before.slice(common).join("/"), after.slice(common).join("/")];
}
