import { checkStop } from "../budget.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Microseconds } from "../units.ts";
import { noCpuSpans } from "./no-cpu.ts";
import { type ChainRun, ChainRuns, type Stretch } from "./chain-runs.ts";
import { GcPauses } from "./gc-pauses.ts";
import { SeenEnds } from "./seen-ends.ts";
import { firstFrom, timeWithin } from "./spans.ts";
import { TicksOfStretches } from "./stretch-ticks.ts";
import type { Block } from "./strip.ts";
import type { LateTurns } from "./tracks.ts";

/** What lasts no longer is no block. */
export const shortestBlock: Microseconds = 50_000;
/** A part of a run that is no shorter is the run. */
const almostAll = 0.95;
/** A stretch is named after what takes more than that part of it. */
const most = 0.5;

/**
 * What kept the event loop of a thread (index in the profile) from turning, in order: chains of own functions and pauses of garbage collection
 * that last over 50 ms of a late turn; busy turns, which are the rest, if that is over 50 ms; and where the thread has fewer than half of its
 * ticks it had no processor. `answers`: when requests were answered that only this loop can answer, in order.
 */
export function blocksOf(profile: SourceProfile, thread: number, late: LateTurns, answers?: Float64Array): readonly Block[] {
  const ran = profile.threads[thread];
  if (ran === undefined || late.from.length === 0) return [];
  const blocked: BlockedThread = {
    thread: ran,
    ticks: new TicksOfStretches(profile, thread),
    runs: new ChainRuns(profile, thread),
    pauses: new GcPauses(profile, ran),
    withoutCpu: timeWithin(noCpuSpans(profile, ran, late)),
  };
  const turns = turnsOf(ran, late);
  const callsOf = answers === undefined ? callsByEnds(blocked.runs, turns) : (run: ChainRun) => withoutAnswers(ran, run, answers);
  return turns.flatMap((turn) => {
    checkStop();
    return blocksOfTurn(blocked, turn, blocked.runs.within(turn).filter(isLong).flatMap(callsOf));
  });
}

/** Apart, and longer than the shortest block. */
function turnsOf({ samples: { time } }: SourceThread, late: LateTurns): readonly Stretch[] {
  const turns: Stretch[] = [];
  for (let turn = 0; turn < late.from.length; turn++) {
    const from = Math.max(turns.at(-1)?.to ?? 0, late.from[turn]);
    const to = late.to[turn];
    if (isLong({ from, to })) turns.push({ start: firstFrom(time, from), end: firstFrom(time, to), from, to });
  }
  return turns;
}

interface BlockedThread {
  readonly thread: SourceThread;
  readonly ticks: TicksOfStretches;
  readonly runs: ChainRuns;
  readonly pauses: GcPauses;
  readonly withoutCpu: (from: Microseconds, to: Microseconds) => Microseconds;
}

/** `calls`: those of the turn that are each one call, in order. */
function blocksOfTurn(blocked: BlockedThread, turn: Stretch, calls: readonly Stretch[]): readonly Block[] {
  const pauses = blocked.pauses.within(turn).filter(isLong);
  const named = [
    ...calls.flatMap((call) => without(pauses, call)).map((part) => ({ part, block: blockOf(blocked, part, "block") })),
    ...pauses.map((part) => ({ part, block: pauseOf(blocked, part, calls) })),
  ].toSorted((one, other) => one.part.from - other.part.from);
  const blocks: Block[] = [];
  /** What no chain has. */
  const rest = (stretch: Stretch): void => {
    if (isLong(stretch)) blocks.push(blockOf(blocked, stretch, "busyTurn"));
  };
  let before: Pick<Stretch, "end" | "to"> = { end: turn.start, to: turn.from };
  for (const { part, block } of named) {
    rest({ start: before.end, end: part.start, from: before.to, to: part.from });
    blocks.push(block);
    before = part;
  }
  rest({ start: before.end, end: turn.end, from: before.to, to: turn.to });
  return blocks;
}

/** The parts of a call between pauses, if they are long. */
function without(pauses: readonly Stretch[], call: Stretch): readonly Stretch[] {
  const parts: Stretch[] = [];
  let left = call;
  for (const pause of pauses) {
    if (pause.to <= left.from || pause.from >= left.to) continue;
    parts.push({ start: left.start, end: pause.start, from: left.from, to: pause.from });
    left = { start: pause.end, end: call.end, from: pause.to, to: call.to };
  }
  return [...parts, left].filter(isLong);
}

/** A collection begins where memory is asked for: a function that goes on after it was doing that. */
function pauseOf({ thread, ticks }: BlockedThread, pause: Stretch, calls: readonly Stretch[]): Block {
  const { start, end, from, to } = pause;
  const call = calls.find((each) => each.start < start && each.end > end);
  const hottest = call && ticks.around(pause, call);
  return { thread: thread.id, from, to, kind: "gc", ...(hottest === undefined ? {} : { hottest }) };
}

function isLong({ from, to }: Pick<Stretch, "from" | "to">): boolean {
  return to - from > shortestBlock;
}

/** Makes of a run what is one call: the run, or what several calls of its function have called for long. */
function callsByEnds(runs: ChainRuns, turns: readonly Stretch[]): (run: ChainRun) => readonly ChainRun[] {
  const ends = new SeenEnds();
  for (const turn of turns) {
    checkStop();
    ends.add(runs.within(turn));
  }
  let inParts: SeenEnds | undefined;
  return (run) => {
    if (ends.isOneCall(run)) return [run];
    if (inParts === undefined) {
      inParts = new SeenEnds();
      for (const turn of turns) for (const each of runs.within(turn).filter(isLong)) inParts.add(runs.parts(each));
    }
    const seen = inParts;
    return runs.parts(run).filter((part) => isLong(part) && ends.isOneCall(part) && seen.isOneCall(part));
  };
}

/**
 * Short calls of one function after another, as of a saturated server, look like a long one wherever no tick is between them; but a loop that
 * is blocked answers no request. An answer may come a little late.
 */
function withoutAnswers({ samples: { time } }: SourceThread, run: ChainRun, answers: Float64Array): readonly Stretch[] {
  const edges = [run.from, ...answers.subarray(firstFrom(answers, run.from), firstFrom(answers, run.to)), run.to];
  const parts = edges.slice(1).flatMap((to, at): Stretch[] => {
    const from = edges[at];
    return isLong({ from, to }) ? [{ start: firstFrom(time, from), end: firstFrom(time, to), from, to }] : [];
  });
  return parts.some(({ from, to }) => to - from >= almostAll * (run.to - run.from)) ? [run] : parts;
}

/** By what a tick is worth: on a machine that is busy all the time, half of what the thread gets at other times. */
function blockOf({ thread, ticks, withoutCpu }: BlockedThread, stretch: Stretch, kind: "block" | "busyTurn"): Block {
  const { from, to } = stretch;
  const { code, gc, hottest } = ticks.of(stretch);
  const lost = withoutCpu(from, to);
  const block = { thread: thread.id, from, to, ...(lost > 0 ? { withoutCpu: lost } : {}) };
  const placed = hottest === undefined ? {} : { hottest };
  if (gc > most * (to - from)) return { ...block, kind: "gc", ...(kind === "block" ? placed : {}) };
  if (code * thread.interval + gc < most * (to - from)) return { ...block, kind: "noCpu" };
  return { ...block, kind, ...placed };
}
