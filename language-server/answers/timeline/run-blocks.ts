import type { Analysis } from "../../analysis/analyse.ts";
import { inSteps } from "../../analysis/budget.ts";
import { blocksOf } from "../../analysis/timeline/blocks.ts";
import { firstFrom } from "../../analysis/timeline/spans.ts";
import type { Block } from "../../analysis/timeline/strip.ts";
import { type LateTurns, outcomes, type Tracks } from "../../analysis/timeline/tracks.ts";
import { lateTurns, type TimedRun } from "./no-cpu.ts";

type Watched = Pick<TimedRun, "run" | "threads" | "tracks" | "analysis">;

const known = new WeakMap<Analysis, Map<number, readonly Block[]>>();

/**
 * What kept the event loop of a thread (by its id) from turning, in order, in the whole window and whatever is selected; nothing if the loop
 * was not watched. Computed once for a run.
 */
export function runBlocks(opened: Watched, thread: number): readonly Block[] {
  const blocks = known.get(opened.analysis) ?? new Map<number, readonly Block[]>();
  known.set(opened.analysis, blocks);
  let found = blocks.get(thread);
  if (found === undefined) blocks.set(thread, (found = madeBlocks(opened, thread)));
  return found;
}

function madeBlocks(opened: Watched, thread: number): readonly Block[] {
  const { analysis, tracks } = opened;
  const late = lateTurns(opened, thread);
  const index = analysis.profile.threads.findIndex(({ id }) => id === thread);
  if (late === undefined || index === -1) return [];
  return blocksOf(analysis.profile, index, late, isOnlyServer(opened, thread) ? answersIn(late, tracks) : undefined);
}

/** Whether requests are answered by no other thread, as workers and child processes might. */
function isOnlyServer({ run: { threads }, tracks }: Watched, thread: number): boolean {
  const [main] = threads;
  return main?.id === thread && threads.every(({ pid }) => pid === main.pid) && tracks.loops.every((loop) => loop.thread === thread);
}

/** When requests were answered in late turns, in order. */
function answersIn(late: LateTurns, { requests }: Tracks): Float64Array | undefined {
  if (requests === undefined) return undefined;
  const { end, outcome } = requests;
  const answer = outcomes.indexOf("answer");
  const answers: number[] = [];
  inSteps(end.length, (from, to) => {
    for (let row = from; row < to; row++) {
      if (outcome[row] !== answer) continue;
      const at = end[row] as number;
      const turn = firstFrom(late.to, at);
      if (turn < late.to.length && at >= (late.from[turn] as number)) answers.push(at);
    }
  });
  return Float64Array.from(answers).sort();
}
