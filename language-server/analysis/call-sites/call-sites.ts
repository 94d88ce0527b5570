import { CallMatcher } from "./call-matching.ts";
import type { FunctionDefinitions } from "./function-definitions.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties, functionKinds, type Position, type Profile } from "../profile/profile.ts";
import type { LocatedProfile } from "../profile/located-profile.ts";
import { StackInterner } from "../profile/stack-interner.ts";

const inferred = certainties.indexOf("inferred");
const unknown = certainties.indexOf("unknown");
const script = functionKinds.indexOf("script");

/**
 * Infers call sites that the recorder did not record, from the calls in the caller's text that can reach the callee. If all are on one
 * line, that line is used and marked as inferred; otherwise the line stays unknown, with candidates. A frame that called several functions
 * is split into one row per call site.
 */
export function inferCallSites(profile: Profile, definitions: FunctionDefinitions): LocatedProfile {
  const { stacks, functions, samples } = profile;
  const isOpen = (row: number): boolean => stacks.line[row] === 0 && functions.kind[stacks.func[row] as number] === script;
  // The exact recorder records everything: a large table is left unchanged.
  if (!stacks.prefix.some((prefix) => prefix !== -1 && isOpen(prefix)))
    return { profile, candidates: new Int32Array(stacks.prefix.length).fill(-1), sites: [] };
  const matcher = new CallMatcher(profile, definitions);
  // Many rows become two: as the end of a stack, and as a caller.
  const interner = new StackInterner(stacks.prefix.length * 2);
  const edges = new NumberPairs();
  /** For each edge its position, or the index of its candidates; undefined if nothing is known. */
  const answers: (Position | number | undefined)[] = [];
  const sites: (readonly Position[])[] = [];
  const count = stacks.prefix.length;
  const isEnd = new Uint8Array(count);
  for (const row of samples.stack) if (row !== -1) isEnd[row] = 1;
  for (const row of samples.recorded ?? []) if (row !== -1) isEnd[row] = 1;
  /** New row of an old row in which samples end. */
  const ends = new Int32Array(count).fill(-1);
  /** New row of an old row's caller: its call site depends only on the two functions, so it is the same for all callees. */
  const below = new Int32Array(count).fill(-1);

  function callerRow(row: number, callee: number): number {
    const func = stacks.func[row] as number;
    const line = stacks.line[row] as number;
    const prefix = below[row] as number;
    if (!isOpen(row)) return interner.row(prefix, func, line, stacks.column[row], stacks.certainty[row]);
    const answer = answerFor(func, callee);
    if (typeof answer === "number") return interner.row(prefix, func, 0, -1, unknown, answer);
    if (answer === undefined) return interner.row(prefix, func);
    return interner.row(prefix, func, answer.line, answer.column, inferred);
  }

  function answerFor(caller: number, callee: number): Position | number | undefined {
    const edge = edges.row(caller, callee);
    if (edge < answers.length) return answers[edge];
    const found = matcher.callSites(caller, callee);
    const [first] = found;
    let answer: Position | number | undefined;
    if (first !== undefined && found.every(({ line }) => line === first.line))
      answer = { line: first.line, column: found.length === 1 ? first.column : -1 };
    else if (first !== undefined) answer = sites.push(found) - 1;
    answers.push(answer);
    return answer;
  }

  for (let row = 0; row < count; row++) {
    const prefix = stacks.prefix[row] as number;
    const func = stacks.func[row] as number;
    if (prefix !== -1) below[row] = callerRow(prefix, func);
    if (isEnd[row] === 1) ends[row] = interner.row(below[row] as number, func, stacks.line[row], stacks.column[row], stacks.certainty[row]);
  }
  const rowOf = (row: number): number => (row === -1 ? -1 : (ends[row] as number));
  return {
    profile: {
      ...profile,
      stacks: interner.stacks(),
      samples: { ...samples, stack: samples.stack.map(rowOf), recorded: samples.recorded?.map(rowOf) },
    },
    candidates: interner.extras(),
    sites,
  };
}
