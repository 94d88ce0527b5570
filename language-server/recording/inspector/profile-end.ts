import type { Microseconds } from "../../analysis/units.ts";
import { coveredBy } from "../../analysis/tick-log/timeline.ts";
import { isOurs, type RawNode, type RawProfile } from "./recorder-frames.ts";

/** The rest of what a profile has in microseconds; each delta is the time before its sample. */
export interface TimedProfile extends RawProfile {
  readonly timeDeltas?: readonly Microseconds[];
  readonly startTime: Microseconds;
  readonly endTime: Microseconds;
}

/**
 * Ends the profile of a thread that has ended by itself after its last `exit` listener: before its mark in `process.reallyExit`
 * (`in-app/hooks.ts`), or, if it ended without `process.exit`, after its last JavaScript.
 */
export function withoutExit(profile: TimedProfile): TimedProfile {
  const { nodes, samples, timeDeltas, startTime } = profile;
  if (samples === undefined || timeDeltas === undefined) return profile;
  const marked = belowMark(nodes);
  const mark = samples.findIndex((id) => marked.has(id));
  const programs = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === "(program)").map(({ id }) => id));
  const end = mark < 0 ? 1 + samples.findLastIndex((id) => !programs.has(id)) : mark;
  if (end === samples.length) return profile;
  const left = new Map<number, number>();
  for (const id of samples.slice(end)) left.set(id, (left.get(id) ?? 0) + 1);
  return {
    ...profile,
    nodes: nodes.flatMap((node) => (marked.has(node.id) ? [] : [withoutHits(node, left.get(node.id) ?? 0, marked)])),
    samples: samples.slice(0, end),
    timeDeltas: timeDeltas.slice(0, end),
    // A sample lasts until the next one.
    endTime: timeDeltas.slice(0, end + 1).reduce((time, delta) => time + delta, startTime),
  };
}

function withoutHits(node: RawNode, left: number, marked: ReadonlySet<number>): RawNode {
  const children = node.children?.filter((id) => !marked.has(id));
  return { ...node, ...(children && { children }), ...(node.hitCount === undefined ? {} : { hitCount: node.hitCount - left }) };
}

/** V8 lists a node before its children. */
function belowMark(nodes: readonly RawNode[]): ReadonlySet<number> {
  const marked = new Set<number>();
  for (const node of nodes) {
    if (isOurs(node) && node.callFrame.functionName === "reallyExit") marked.add(node.id);
    if (marked.has(node.id)) for (const child of node.children ?? []) marked.add(child);
  }
  return marked;
}

/**
 * The time of work that its samples stand for. The signal of a sample ends a wait, which is then `(program)` as often as `(idle)`: these are
 * left out.
 */
export function coveredTime({ nodes, samples = [], timeDeltas = [] }: TimedProfile, interval: Microseconds): Microseconds {
  const waits = new Set(nodes.filter(({ callFrame }) => /^\((?:idle|program)\)$/.test(callFrame.functionName)).map(({ id }) => id));
  const isWait = (row: number): boolean => waits.has(samples[row] ?? -1);
  const steps = timeDeltas.filter((_delta, row) => row > 0 && !isWait(row) && !isWait(row - 1));
  return coveredBy(steps, samples.length - samples.filter((_id, row) => isWait(row)).length, interval);
}
