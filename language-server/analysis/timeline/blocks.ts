import { checkStop } from "../budget.ts";
import { idleCategory, type StackRows, stackRows } from "../costs/stack-rows.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Microseconds, Ticks } from "../units.ts";
import { noCpuSpans } from "./no-cpu.ts";
import { ChainRuns, type Stretch } from "./chain-runs.ts";
import { firstFrom, timeWithin } from "./spans.ts";
import type { Block, BlockPlace } from "./strip.ts";
import type { LateTurns } from "./tracks.ts";

/** What lasts no longer is no block. */
export const shortestBlock: Microseconds = 50_000;
/** The watching timer's interval: so long, a late turn may have waited before it was late. */
const timerInterval: Microseconds = 10_000;
/** A part of a run that is no shorter is the run. */
const almostAll = 0.95;
/** A thread with less of its ticks had no processor for most of the time. */
const fewestTicks = 0.5;

/**
 * What kept the event loop of a thread (index in the profile) from turning, in order. A chain of own functions that ran for over 50 ms of a
 * late turn is a block, whatever else it called; the rest of the turn, if that is over 50 ms, is a busy turn; and where the thread has fewer
 * than half of its ticks it had no processor. `answers`: when requests were answered that only this loop can answer, in order.
 */
export function blocksOf(
  profile: SourceProfile,
  thread: number,
  late: LateTurns,
  answers: Float64Array = new Float64Array(),
): readonly Block[] {
  const ran = profile.threads[thread];
  if (ran === undefined || late.from.length === 0) return [];
  const rows = stackRows(profile).rows[thread] as StackRows;
  const blocked: BlockedThread = {
    profile,
    thread: ran,
    rows,
    runs: new ChainRuns(profile, thread),
    answers,
    withoutCpu: timeWithin(noCpuSpans(profile, ran, late)),
  };
  const blocks: Block[] = [];
  let end = 0;
  for (let turn = 0; turn < late.from.length; turn++) {
    checkStop(turn);
    const from = Math.max(end, late.from[turn] as number);
    const to = late.to[turn] as number;
    if (to - from <= shortestBlock) continue;
    blocks.push(...blocksOfTurn(blocked, from, to));
    end = to;
  }
  return blocks;
}

interface BlockedThread {
  readonly profile: SourceProfile;
  readonly thread: SourceThread;
  readonly rows: StackRows;
  readonly runs: ChainRuns;
  readonly answers: Float64Array;
  readonly withoutCpu: (from: Microseconds, to: Microseconds) => Microseconds;
}

function blocksOfTurn(blocked: BlockedThread, from: Microseconds, to: Microseconds): readonly Block[] {
  const { time } = blocked.thread.samples;
  const turn = { start: firstFrom(time, from), end: firstFrom(time, to), from, to };
  const runs = blocked.runs
    .within(turn)
    .filter(isLong)
    .flatMap((run) => withoutAnswers(blocked, run));
  const blocks: Block[] = [];
  /** What no chain has. */
  const rest = (stretch: Stretch, shortest: Microseconds): void => {
    if (stretch.to - stretch.from <= shortest) return;
    const kind = hasProcessor(blocked, stretch) ? "busyTurn" : "noCpu";
    blocks.push(blockOf(blocked, stretch, kind));
  };
  let before: Pick<Stretch, "end" | "to"> = { end: turn.start, to: from };
  for (const run of runs) {
    rest({ start: before.end, end: run.start, from: before.to, to: run.from }, shortestRest(before.to === from));
    blocks.push(blockOf(blocked, run, hasProcessor(blocked, run) ? "block" : "noCpu"));
    before = run;
  }
  rest({ start: before.end, end: turn.end, from: before.to, to }, shortestRest(before.to === from));
  return blocks;
}

function isLong({ from, to }: Pick<Stretch, "from" | "to">): boolean {
  return to - from > shortestBlock;
}

/**
 * Short calls of one function after another, as of a saturated server, look like a long one wherever no tick is between them; but a loop that
 * is blocked answers no request. An answer may come a little late.
 */
function withoutAnswers({ thread, answers }: BlockedThread, run: Stretch): readonly Stretch[] {
  const { time } = thread.samples;
  const edges = [run.from, ...answers.subarray(firstFrom(answers, run.from), firstFrom(answers, run.to)), run.to];
  const parts = edges.slice(1).flatMap((to, at): Stretch[] => {
    const from = edges[at] as number;
    return isLong({ from, to }) ? [{ start: firstFrom(time, from), end: firstFrom(time, to), from, to }] : [];
  });
  return parts.some(({ from, to }) => to - from >= almostAll * (run.to - run.from)) ? [run] : parts;
}

/** The loop may have waited for its timer where a turn begins. */
function shortestRest(isFirst: boolean): Microseconds {
  return isFirst ? shortestBlock + timerInterval : shortestBlock;
}

/** By what a tick is worth: on a machine that is busy all the time, half of what the thread gets at other times. */
function hasProcessor({ thread, rows }: BlockedThread, { start, end, from, to }: Stretch): boolean {
  const { stack } = thread.samples;
  let busy = 0;
  for (let sample = start; sample < end; sample++) {
    const row = stack[sample] as number;
    if (row === -1 || rows.category[row] !== idleCategory) busy++;
  }
  return busy * thread.interval >= fewestTicks * (to - from);
}

function blockOf(blocked: BlockedThread, stretch: Stretch, kind: Block["kind"]): Block {
  const hottest = kind === "noCpu" ? undefined : hottestLine(blocked, stretch);
  const { from, to } = stretch;
  const withoutCpu = blocked.withoutCpu(from, to);
  const parts = { ...(hottest === undefined ? {} : { hottest }), ...(withoutCpu > 0 ? { withoutCpu } : {}) };
  return { thread: blocked.thread.id, from, to, kind, ...parts };
}

/** The line of own code that most ticks are attributed to. */
function hottestLine({ profile, thread, rows }: BlockedThread, { start, end }: Stretch): BlockPlace | undefined {
  const { stack, weight } = thread.samples;
  const ticks = new Map<number, Ticks>();
  /** By line the first row that has it. */
  const seen = new Map<number, number>();
  for (let sample = start; sample < end; sample++) {
    const row = stack[sample] as number;
    const own = row === -1 ? -1 : (rows.own[row] as number);
    const line = own === -1 ? -1 : (rows.line[own] as number);
    if (line === -1) continue;
    ticks.set(line, (ticks.get(line) ?? 0) + (weight === undefined ? 1 : (weight[sample] as number)));
    if (!seen.has(line)) seen.set(line, own);
  }
  let best: readonly [number, Ticks] | undefined;
  for (const each of ticks) if (best === undefined || each[1] > best[1]) best = each;
  if (best === undefined) return undefined;
  const row = seen.get(best[0]) as number;
  const { stacks } = thread;
  const place = stacks.source[row] as number;
  const source = place === -1 ? profile.functions.source[stacks.func[row] as number] : place;
  return {
    path: profile.sources[source as number]?.path ?? "",
    line: stacks.line[row] as number,
    name: profile.functions.shownName(stacks.func[row] as number),
    ticks: best[1],
  };
}
