import { CallMatcher } from "./call-matching.ts";
import type { FunctionDefinitions } from "./function-definitions.ts";
import { DistinctStacks, isDistinct } from "../profile/distinct-stacks.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties, functionKinds, type Position, type Profile, type LocatedProfile } from "../profile/profile.ts";
import { StackInterner } from "../profile/stack-interner.ts";

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
  for (const list of [samples.stack, samples.recorded ?? []])
    for (let sample = 0; sample < list.length; sample++) if (list[sample] !== -1) isEnd[list[sample] as number] = 1;
  /** New row of an old row in which samples end. */
  const ends = new Int32Array(count).fill(-1);
  /** New row of an old row's caller. */
  const below = new Int32Array(count).fill(-1);
  /** Old row → the latest of its new rows → the one before; by new row also its answer. */
  const latest = new Int32Array(count).fill(-1);
  const before = new Int32Array(count * 2);
  const answered = new Int32Array(count * 2);

  function newRow(row: number, answer: number): number {
    if (staysDistinct) for (let at = latest[row] as number; at !== -1; at = before[at] as number) if (answered[at] === answer) return at;
    const added = addRow(row, answer);
    before[added] = latest[row] as number;
    answered[added] = answer;
    latest[row] = added;
    return added;
  }

  function addRow(row: number, answer: number): number {
    const func = stacks.func[row] as number;
    const prefix = below[row] as number;
    if (answer === own) return rows.row(prefix, func, stacks.line[row], stacks.column[row], stacks.certainty[row]);
    const at = answer >> 1;
    if (hasCandidates(answer)) return rows.row(prefix, func, 0, -1, unknown, at);
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
  const candidates = answered.slice(0, table.prefix.length);
  for (let row = 0; row < candidates.length; row++)
    candidates[row] = hasCandidates(candidates[row] as number) ? (candidates[row] as number) >> 1 : -1;
  const endOf = (old: Int32Array): Int32Array => {
    const rowsOf = new Int32Array(old.length).fill(-1);
    for (let sample = 0; sample < old.length; sample++) if (old[sample] !== -1) rowsOf[sample] = ends[old[sample] as number] as number;
    return rowsOf;
  };
  return {
    profile: {
      ...profile,
      stacks: table,
      samples: { ...samples, stack: endOf(samples.stack), recorded: samples.recorded && endOf(samples.recorded) },
    },
    candidates,
    sites,
  };
}

function hasCandidates(answer: number): boolean {
  return answer !== own && answer % 2 === 1;
}
