import type { Certainty } from "../profile.ts";
import { CallEvidence, type Frameless } from "./call-evidence.ts";
import { DoubleColumn, IntColumn } from "./columns.ts";
import type { Spot } from "./frame-expansion.ts";
import { type Candidate, LostCauses, type LostGroup, mostCandidates } from "./lost-causes.ts";
import { LostPlaces } from "./lost-places.ts";
import { NumberMap } from "./number-map.ts";
import type { ScriptPositions } from "./script-positions.ts";
import type { TickLog } from "./tick-log.ts";

export interface Repair {
  /** The stack that the frames belong on. */
  readonly under: number;
  /** Frames to put there, outermost first. */
  readonly spots: readonly Spot[];
  readonly certainty: Certainty;
}

/** Ticks with a frame lost, and how likely each candidate is to be what was lost: columns, since a busy app loses frames in every third tick. */
interface LostTicks {
  readonly groups: readonly LostGroup[];
  /** By lost tick: row of ticks, and row of `groups`. */
  readonly tick: IntColumn;
  readonly group: IntColumn;
  /** By lost tick with several candidates: its row here … */
  readonly open: IntColumn;
  /** … and where its candidates' values begin in `likelihood`, in their order; likewise in what `weigh` returns. */
  readonly start: IntColumn;
  readonly likelihood: DoubleColumn;
}

/** A single candidate gets every tick. */
const wholly = Float64Array.of(1);
const rounds = 12;
/** A cause this likely counts as known. */
const certain = 0.9;

/**
 * V8's sampler skips the topmost frame unless it is an interpreter's, taking it for the one that the program counter is in. In a builtin
 * that builds no frame, the skipped one is its JavaScript caller, lost with all that was inlined into it (SafeStackFrameIterator,
 * v8/src/execution/frames.cc). Such a tick is told by its innermost recorded frame: a call that other ticks show to call JavaScript
 * functions, and those functions are what may have been lost. Which of them: by what ran there just before and after, by what
 * in their source can reach the builtin, and by how often each is met under it (expectation maximisation).
 */
export class LostFrames {
  readonly #repairs: Repair[] = [];
  readonly #byTick: Int32Array;

  private constructor(ticks: number) {
    this.#byTick = new Int32Array(ticks).fill(-1);
  }

  static none(): LostFrames {
    return new LostFrames(0);
  }

  static find(log: TickLog, positions: ScriptPositions): LostFrames {
    const found = new LostFrames(log.tickMoment.length);
    const evidence = new CallEvidence(log);
    const places = new LostPlaces(log, evidence, positions);
    const lost = findLost(log, evidence, places);
    found.#decide(lost, weigh(lost, evidence), places);
    return found;
  }

  of(tick: number): Repair | undefined {
    return this.#repairs[this.#byTick[tick] ?? -1];
  }

  /** Row of the repair, equal for equal repairs; -1 where nothing was lost. */
  row(tick: number): number {
    return this.#byTick[tick] ?? -1;
  }

  /** Gives each tick to one cause, in proportion to how likely each is: what one cause is owed carries over to the next tick. */
  #decide(lost: LostTicks, posterior: Float64Array, places: LostPlaces): void {
    const rows = new NumberMap();
    let open = 0;
    for (let row = 0; row < lost.tick.length; row++) {
      const { stack, builtin, candidates, owed } = lost.groups[lost.group.at(row)] as LostGroup;
      let shares: Float64Array = wholly;
      if (candidates.length > 1) {
        const start = lost.start.at(open++);
        shares = posterior.subarray(start, start + candidates.length);
      }
      const choice = deal(owed, shares);
      const chosen = candidates[choice] as Candidate;
      const options = places.of(chosen.code, builtin);
      const option = deal(options.owed, options.shares);
      const isKnown = options.oneLine && sameFunction(candidates, shares, chosen.func) >= certain;
      const key = ((lost.group.at(row) * mostCandidates + choice) * 65_536 + option) * 2 + (isKnown ? 1 : 0);
      let repair = rows.get(key);
      if (repair < 0) {
        repair = this.#repairs.push({ under: stack, spots: options.spots[option] ?? [], certainty: isKnown ? "repaired" : "inferred" }) - 1;
        rows.set(key, repair);
      }
      this.#byTick[lost.tick.at(row)] = repair;
    }
  }
}

function findLost(log: TickLog, evidence: CallEvidence, places: LostPlaces): LostTicks {
  const groups: LostGroup[] = [];
  const lost = {
    groups,
    tick: new IntColumn(),
    group: new IntColumn(),
    open: new IntColumn(),
    start: new IntColumn(),
    likelihood: new DoubleColumn(),
  };
  const rows = new Map<Frameless, number>();
  const causes = new LostCauses(log, evidence, places);
  for (let tick = 0; tick < log.tickMoment.length; tick++) {
    const frameless = evidence.framelessAt(log.tickMoment.at(tick));
    if (frameless === undefined) continue;
    let row = rows.get(frameless);
    if (row === undefined) {
      const group = causes.groupOf(frameless);
      row = group === undefined ? -1 : groups.push(group) - 1;
      rows.set(frameless, row);
    }
    if (row === -1) continue;
    const group = groups[row] as LostGroup;
    lost.group.push(row);
    const at = lost.tick.push(tick);
    if (group.candidates.length === 1) continue;
    lost.open.push(at);
    lost.start.push(lost.likelihood.length);
    addLikelihood(lost.likelihood, evidence, tick, group);
  }
  return lost;
}

/** How likely each candidate was running: by the ticks around, by its part of the stack's ticks and by its source. */
function addLikelihood(likelihood: DoubleColumn, evidence: CallEvidence, tick: number, group: LostGroup): void {
  const { stack, candidates, ticks, allTicks } = group;
  const start = likelihood.length;
  for (let row = 0; row < candidates.length; row++)
    likelihood.push((0.1 * (ticks[row] as number) * evidence.lifetime((candidates[row] as Candidate).code, tick)) / allTicks + 1e-6);
  for (const direction of [-1, 1] as const) {
    const seen = evidence.neighbour(tick, stack, direction);
    if (seen === undefined) continue;
    const row = candidates.findIndex(({ code }) => code === seen.code);
    if (row >= 0) likelihood.put(start + row, likelihood.at(start + row) + seen.nearness);
  }
  for (let row = 0; row < candidates.length; row++)
    likelihood.put(start + row, likelihood.at(start + row) * (candidates[row] as Candidate).fit);
}

/**
 * Expectation maximisation: how often each function is met under each builtin, and from that, which one each tick belongs to: by open lost
 * tick and candidate, as `likelihood` is.
 */
function weigh({ groups, group, open, start, likelihood }: LostTicks, evidence: CallEvidence): Float64Array {
  const functions: number[] = [];
  for (const { candidates } of groups) for (const { rate, func } of candidates) functions[rate] = func;
  const settled = new Float64Array(functions.length);
  for (let row = 0; row < group.length; row++) {
    const { rates: candidates } = groups[group.at(row)] as LostGroup;
    const rate = candidates[0] as number;
    if (candidates.length === 1) settled[rate] = (settled[rate] as number) + 1;
  }
  const posterior = new Float64Array(likelihood.length).fill(1);
  const rates = new Float64Array(functions.length).fill(1);
  const sums = new Float64Array(functions.length);
  for (let round = 0; round < rounds && open.length > 0; round++) {
    sums.set(settled);
    for (let at = 0; at < open.length; at++) {
      const { rates: candidates } = groups[group.at(open.at(at))] as LostGroup;
      const first = start.at(at);
      let total = 0;
      for (let row = 0; row < candidates.length; row++) {
        const weight = likelihood.at(first + row) * (rates[candidates[row] as number] as number);
        posterior[first + row] = weight;
        total += weight;
      }
      for (let row = 0; row < candidates.length; row++) {
        const part = total > 0 ? (posterior[first + row] as number) / total : 1 / candidates.length;
        posterior[first + row] = part;
        const rate = candidates[row] as number;
        sums[rate] = (sums[rate] as number) + part;
      }
    }
    for (let rate = 0; rate < rates.length; rate++)
      rates[rate] = ((sums[rate] as number) + 0.01) / (evidence.ticksOfFunction(functions[rate] as number) + 1);
  }
  return posterior;
}

function sameFunction(candidates: readonly Candidate[], posterior: Float64Array, func: number): number {
  let sum = 0;
  for (let row = 0; row < candidates.length; row++) if (candidates[row]?.func === func) sum += posterior[row] as number;
  return sum;
}

/** The row that is owed most, once each has been given its share of this turn. */
function deal(owed: Float64Array, shares: Float64Array): number {
  let best = 0;
  for (let row = 0; row < shares.length; row++) {
    owed[row] = (owed[row] as number) + (shares[row] as number);
    if ((owed[row] as number) > (owed[best] as number)) best = row;
  }
  owed[best] = (owed[best] as number) - 1;
  return best;
}
