import { CallMatcher } from "./call-matching.ts";
import type { FunctionDefinitions } from "./function-definitions.ts";
import { DistinctStacks, isDistinct } from "../profile/distinct-stacks.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties, functionKinds, type Position, type Profile } from "../profile/profile.ts";
import type { LocatedProfile } from "../profile/located-profile.ts";
import { StackInterner } from "../profile/stack-interner.ts";
import { IntColumn } from "../tick-log/columns.ts";

const inferred = certainties.indexOf("inferred");
const unknown = certainties.indexOf("unknown");
const script = functionKinds.indexOf("script");
/** The answer where nothing is known of a call, or nothing is to be found out. */
const own = -1;

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
  const count = stacks.prefix.length;
  // Rows that differ stay different, as no line that was inferred before can be one that is inferred now.
  const staysDistinct = isDistinct(stacks) && !stacks.certainty.includes(inferred);
  const rows: Pick<StackInterner, "row" | "stacks"> = staysDistinct ? new DistinctStacks(count * 2) : new StackInterner(count * 2);
  const edges = new NumberPairs();
  /** By edge: a row of `positions` times two, an index of `sites` times two plus one, or `own`. */
  const answers: number[] = [];
  const positions = new NumberPairs();
  const sites: (readonly Position[])[] = [];
  const isEnd = new Uint8Array(count);
  for (const row of samples.stack) if (row !== -1) isEnd[row] = 1;
  for (const row of samples.recorded ?? []) if (row !== -1) isEnd[row] = 1;
  /** New row of an old row in which samples end. */
  const ends = new Int32Array(count).fill(-1);
  /** New row of an old row's caller. */
  const below = new Int32Array(count).fill(-1);
  /** Old row → the latest of its new rows → the one before, with the answer of each. */
  const latest = new Int32Array(count).fill(-1);
  const made = { row: new IntColumn(), answer: new IntColumn(), before: new IntColumn() };

  function newRow(row: number, answer: number): number {
    for (let at = latest[row] as number; at !== -1; at = made.before.at(at)) if (made.answer.at(at) === answer) return made.row.at(at);
    const added = addRow(row, answer);
    made.row.push(added);
    made.answer.push(answer);
    latest[row] = made.before.push(latest[row] as number);
    return added;
  }

  function addRow(row: number, answer: number): number {
    const func = stacks.func[row] as number;
    const prefix = below[row] as number;
    if (answer === own) return rows.row(prefix, func, stacks.line[row], stacks.column[row], stacks.certainty[row]);
    const at = answer >> 1;
    if (answer % 2 === 1) return rows.row(prefix, func, 0, -1, unknown, at);
    return rows.row(prefix, func, positions.first[at], positions.second[at], inferred);
  }

  /** Depends only on the two functions, so it is the same in all stacks. */
  function answerFor(caller: number, callee: number): number {
    const edge = edges.row(caller, callee);
    if (edge === answers.length) answers.push(answerOf(matcher.callSites(caller, callee)));
    return answers[edge] as number;
  }

  function answerOf(found: readonly Position[]): number {
    const [first] = found;
    if (first === undefined) return own;
    if (found.some(({ line }) => line !== first.line)) return sites.push(found) * 2 - 1;
    return positions.row(first.line, found.length === 1 ? first.column : -1) * 2;
  }

  for (let row = 0; row < count; row++) {
    const prefix = stacks.prefix[row] as number;
    if (prefix !== -1)
      below[row] = newRow(prefix, isOpen(prefix) ? answerFor(stacks.func[prefix] as number, stacks.func[row] as number) : own);
    if (isEnd[row] === 1) ends[row] = newRow(row, own);
  }
  const table = rows.stacks();
  const candidates = new Int32Array(table.prefix.length).fill(-1);
  for (let at = 0; at < made.row.length; at++) {
    const answer = made.answer.at(at);
    if (answer !== own && answer % 2 === 1) candidates[made.row.at(at)] = answer >> 1;
  }
  const rowOf = (row: number): number => (row === -1 ? -1 : (ends[row] as number));
  return {
    profile: {
      ...profile,
      stacks: table,
      samples: { ...samples, stack: samples.stack.map(rowOf), recorded: samples.recorded?.map(rowOf) },
    },
    candidates,
    sites,
  };
}
