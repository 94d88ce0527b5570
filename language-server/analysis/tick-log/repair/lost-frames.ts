import type { Certainty } from "../../profile/profile.ts";
import type { BuiltinFrames } from "./builtin-frames.ts";
import { CallEvidence } from "./call-evidence.ts";
import { DoubleColumn, IntColumn } from "../columns.ts";
import { spotsOfRow, type Spot } from "../frame-expansion.ts";
import { builtinFrames } from "./frame-evidence.ts";
import { passesCallsOn } from "./hidden-calls.ts";
import { LostCauses, mostCandidates } from "./lost-causes.ts";
import { LostPlaces } from "./lost-places.ts";
import { NumberMap } from "../number-map.ts";
import { mostPlacesInCode, packedKey } from "../packed-key.ts";
import type { ScriptPositions } from "../script-positions.ts";
import type { TickLog } from "../tick-log.ts";

export interface Repair {
  /** The stack to put the frames on. */
  readonly under: number;
  /** Frames to add, outermost first; none if the stack's own innermost frame may have called the builtin. */
  readonly spots: readonly Spot[];
  readonly certainty: Certainty;
}

/** Ticks with a lost frame, and the probability of each candidate: columns, as a busy app loses frames in every third tick. */
interface LostTicks {
  readonly causes: LostCauses;
  /** For each lost tick the rows of its tick and of its frameless call. */
  readonly tick: IntColumn;
  readonly frameless: IntColumn;
  /** Probability that nothing was lost: the recorded frame itself called the builtin. */
  readonly site: DoubleColumn;
  /** For each lost tick with several candidates, its row here. */
  readonly open: IntColumn;
  /**
   * For these ticks one after the other, by candidate in order: its likelihood (`weigh` returns the same layout), and the row of its rate.
   */
  readonly likelihood: DoubleColumn;
  readonly rate: IntColumn;
}

const rounds = 12;
/**
 * Prior probability that the recorded frame itself reached a builtin through another one, if nothing is known about the builtin's frame.
 */
const prior = { indirect: 0.5, unlikely: 0.05 };
/** From this probability on a cause counts as known. */
const certain = 0.9;

/**
 * V8's sampler skips the topmost frame unless it is an interpreter's. In a builtin without a frame of its own this loses its JavaScript
 * caller and all inlined into it (SafeStackFrameIterator, v8/src/execution/frames.cc). Such ticks end in a call that other ticks show to
 * call JavaScript; its callees are the candidates, weighed by the ticks just before and after, by whether their source can reach the
 * builtin, and by their frequency (expectation maximisation).
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
    found.#decide(log, evidence, places, lost, weigh(lost, evidence));
    return found;
  }

  of(tick: number): Repair | undefined {
    return this.#repairs[this.#byTick[tick] ?? -1];
  }

  /** Row of the repair, the same for equal repairs; -1 if nothing was lost. */
  row(tick: number): number {
    return this.#byTick[tick] ?? -1;
  }

  /** Assigns each tick to one cause in proportion to the probabilities: the remainder carries over to the next tick. */
  #decide(log: TickLog, evidence: CallEvidence, places: LostPlaces, lost: LostTicks, posterior: Float64Array): void {
    const { causes, tick, frameless } = lost;
    const rows = new NumberMap();
    const sites = new SiteShares(evidence.framelessCount);
    const due = new Float64Array(causes.candidate.length);
    let open = 0;
    for (let row = 0; row < tick.length; row++) {
      const at = frameless.at(row);
      const count = causes.countAt(at);
      const first = causes.firstAt(at);
      const site = lost.site.at(row);
      if (sites.takes(at, site)) {
        if (count > 1) open += count;
        if (site < certain) this.#byTick[tick.at(row)] = this.#siteRepair(sites, at, evidence.framelessUnder.at(at));
        continue;
      }
      const choice = count > 1 ? deal(due, first, posterior, open, count) : 0;
      const chosen = causes.candidate.at(first + choice);
      const code = causes.code.at(chosen);
      const options = places.of(code, evidence.builtinName(evidence.framelessBuiltin.at(at)));
      const option = deal(options.due, 0, options.shares, 0, options.shares.length);
      const isKnown =
        causes.fit.at(chosen) > 0 &&
        options.oneLine &&
        site <= 1 - certain &&
        (count === 1 || shareOf(causes, causes.func.at(chosen), first, posterior, open, count) >= certain);
      if (count > 1) open += count;
      const cause = (at * mostCandidates + choice) * 2 + (isKnown ? 1 : 0);
      const key = packedKey(cause, option, mostPlacesInCode, "places in one function");
      let repair = rows.get(key);
      if (repair < 0) {
        const under = evidence.framelessUnder.at(at);
        const spots = spotsOfRow(log, code, options.rows[option] ?? -1);
        repair = this.#repairs.push({ under, spots, certainty: isKnown ? "repaired" : "inferred" }) - 1;
        rows.set(key, repair);
      }
      this.#byTick[tick.at(row)] = repair;
    }
  }

  #siteRepair(sites: SiteShares, frameless: number, under: number): number {
    const known = sites.repair[frameless] as number;
    if (known >= 0) return known;
    return (sites.repair[frameless] = this.#repairs.push({ under, spots: [], certainty: "inferred" }) - 1);
  }
}

/** Which ticks of a frameless call belong to its own site. */
class SiteShares {
  /** For each frameless call the repair that leaves it in place, or -1. */
  readonly repair: Int32Array;
  readonly #due: Float64Array;

  constructor(framelessCount: number) {
    this.repair = new Int32Array(framelessCount).fill(-1);
    this.#due = new Float64Array(framelessCount);
  }

  /** Whether a tick does, with that probability: the remainder carries over to the next tick. */
  takes(frameless: number, likelihood: number): boolean {
    const due = (this.#due[frameless] as number) + likelihood;
    const takes = due >= 0.5;
    this.#due[frameless] = takes ? due - 1 : due;
    return takes;
  }
}

function findLost(log: TickLog, evidence: CallEvidence, places: LostPlaces): LostTicks {
  const causes = new LostCauses(log, evidence, places);
  const lost = {
    causes,
    tick: new IntColumn(),
    frameless: new IntColumn(),
    site: new DoubleColumn(),
    open: new IntColumn(),
    likelihood: new DoubleColumn(),
    rate: new IntColumn(),
  };
  const frames = builtinFrames(log, evidence, causes, places);
  for (let tick = 0; tick < log.tickMoment.length; tick++) {
    const moment = log.tickMoment.at(tick);
    const frameless = evidence.framelessAt(moment);
    if (frameless < 0) continue;
    const count = causes.countAt(frameless);
    if (count === 0) continue;
    lost.frameless.push(frameless);
    lost.site.push(siteLikelihood(evidence, causes, frames, moment, frameless));
    const row = lost.tick.push(tick);
    if (count === 1) continue;
    lost.open.push(row);
    addLikelihood(lost, evidence, tick, frameless);
  }
  return lost;
}

/** The probability that nothing was lost. */
function siteLikelihood(evidence: CallEvidence, causes: LostCauses, frames: BuiltinFrames, moment: number, frameless: number): number {
  const site = causes.siteAt(frameless);
  if (site === "not") return 0;
  const builtin = evidence.framelessBuiltin.at(frameless);
  const framed = frames.chance(builtin, evidence.topOffset(moment));
  const isKnown = site === "direct" || (framed > certain && !passesCallsOn(evidence.builtinName(builtin)));
  const chance = isKnown ? framed : prior[site];
  return chance / (chance + causes.fitAt(frameless) * (1 - chance));
}

/** The likelihood of each candidate: from the ticks around, its share of the stack's ticks, and its source. */
function addLikelihood({ causes, likelihood, rate }: LostTicks, evidence: CallEvidence, tick: number, frameless: number): void {
  const stack = evidence.framelessUnder.at(frameless);
  const [first, count] = [causes.firstAt(frameless), causes.countAt(frameless)];
  const start = likelihood.length;
  let allTicks = 0;
  for (let row = first; row < first + count; row++) allTicks += causes.ticks.at(row);
  for (let row = first; row < first + count; row++) {
    const candidate = causes.candidate.at(row);
    likelihood.push((0.1 * causes.ticks.at(row) * evidence.lifetime(causes.code.at(candidate), tick)) / allTicks + 1e-6);
    rate.push(causes.rate.at(candidate));
  }
  for (const direction of [-1, 1] as const) {
    const seen = evidence.neighbour(tick, stack, direction);
    if (seen === undefined) continue;
    for (let row = 0; row < count; row++) {
      if (causes.code.at(causes.candidate.at(first + row)) !== seen.code) continue;
      likelihood.put(start + row, likelihood.at(start + row) + seen.nearness);
      break;
    }
  }
  for (let row = 0; row < count; row++)
    likelihood.put(start + row, likelihood.at(start + row) * causes.fit.at(causes.candidate.at(first + row)));
}

/**
 * Expectation maximisation: how often each function occurs under each builtin, and from that which candidate each tick belongs to; by open
 * lost tick and candidate, like `likelihood`.
 */
function weigh({ causes, frameless, site, open, likelihood, rate }: LostTicks, evidence: CallEvidence): Float64Array {
  const functions = new Int32Array(causes.rates);
  for (let candidate = 0; candidate < causes.rate.length; candidate++) functions[causes.rate.at(candidate)] = causes.func.at(candidate);
  const settled = new Float64Array(causes.rates);
  for (let row = 0; row < frameless.length; row++) {
    const at = frameless.at(row);
    if (causes.countAt(at) > 1) continue;
    const own = causes.rate.at(causes.candidate.at(causes.firstAt(at)));
    settled[own] = (settled[own] as number) + 1 - site.at(row);
  }
  const counts = Int32Array.from({ length: open.length }, (_value, at) => causes.countAt(frameless.at(open.at(at))));
  const likelihoods = likelihood.toArray();
  const rateOf = rate.toArray();
  const posterior = new Float64Array(likelihoods.length).fill(1);
  const rates = new Float64Array(causes.rates).fill(1);
  const sums = new Float64Array(causes.rates);
  for (let round = 0; round < rounds && counts.length > 0; round++) {
    sums.set(settled);
    let first = 0;
    for (let at = 0; at < counts.length; at++) {
      const count = counts[at] as number;
      const end = first + count;
      let total = 0;
      for (let row = first; row < end; row++) {
        const weight = (likelihoods[row] as number) * (rates[rateOf[row] as number] as number);
        posterior[row] = weight;
        total += weight;
      }
      for (let row = first; row < end; row++) {
        const part = total > 0 ? (posterior[row] as number) / total : 1 / count;
        posterior[row] = part;
        const own = rateOf[row] as number;
        sums[own] = (sums[own] as number) + part;
      }
      first = end;
    }
    for (let own = 0; own < rates.length; own++)
      rates[own] = ((sums[own] as number) + 0.01) / (evidence.ticksOfFunction(functions[own] as number) + 1);
  }
  return posterior;
}

/** A function's share of a tick, over the members from `first` on, whose shares begin at `start`. */
function shareOf(causes: LostCauses, func: number, first: number, shares: Float64Array, start: number, count: number): number {
  let sum = 0;
  for (let row = 0; row < count; row++) if (causes.func.at(causes.candidate.at(first + row)) === func) sum += shares[start + row] as number;
  return sum;
}

/** Adds each member's share (from `start` on) to what it is due, and returns the one due most, counted from `first`. */
function deal(due: Float64Array, first: number, shares: Float64Array, start: number, count: number): number {
  let best = first;
  for (let row = 0; row < count; row++) {
    due[first + row] = (due[first + row] as number) + (shares[start + row] as number);
    if ((due[first + row] as number) > (due[best] as number)) best = first + row;
  }
  due[best] = (due[best] as number) - 1;
  return best - first;
}
