import { sharedError } from "../compare/chance/family-error.ts";
import { changeOf, type CostChange } from "../compare/chance/verdict.ts";
import type { CompareUnit } from "../compare/compare-units.ts";
import type { FunctionPair } from "../compare/other-code.ts";
import { smallestShare } from "../compare/significance.ts";
import type { Milliseconds, Ticks } from "../units.ts";
import type { MatchedFunction, MatchedLine, MatchedSides } from "./matched-sides.ts";
import { pairErrors } from "./pair-errors.ts";
import { type PairedCost, PairedChange, type SampledCost } from "./paired-change.ts";
import type { Recording } from "./side-costs.ts";

/** Milliseconds per unit, and what the rounds say of their change; null where there is no ratio, or too few rounds. */
export interface JudgedCost {
  readonly baseMs: Milliseconds;
  readonly headMs: Milliseconds;
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly change: Milliseconds;
  readonly changeLow: Milliseconds;
  readonly changeHigh: Milliseconds;
  readonly verdict: CostChange | "noDifference";
}

export type JudgedFunction = JudgedCost & Omit<MatchedFunction, "pair">;
export type JudgedLine = JudgedCost & Omit<MatchedLine, "pair">;

/** What costs are made of: all busy time, or the CPU time of the app's processes, shared out by busy samples. */
export type CostFigure = "busy" | "cpu";

export interface JudgedSides {
  readonly figure: CostFigure;
  readonly app: JudgedCost;
  /** Sure changes first, by size; then the dearest. */
  readonly functions: readonly JudgedFunction[];
  readonly lines: readonly JudgedLine[];
}

/** One recording of each side, made one after the other. */
export interface RecordedRound {
  readonly base: Recording;
  readonly head: Recording;
}

/** Words for what surely changed: the app, and functions and lines by a correction for their number. */
export function judgeSides(rounds: readonly RecordedRound[], matched: MatchedSides, per: CompareUnit): JudgedSides {
  const figure = figureOf(rounds, per);
  const paired = pairing(rounds, per, figure);
  const app = judge(paired(wholeApp, wholeApp), pairErrors.app);
  const busy = { base: app.baseMs, head: app.headMs };
  const of = (rows: "functions" | "lines", { base, next }: FunctionPair): readonly PairedCost[] =>
    paired(
      (recording) => recording[rows][base] ?? 0,
      (recording) => recording[rows][next] ?? 0,
    );
  return {
    figure,
    app,
    functions: judgeRows(matched.functions, (pair) => of("functions", pair), pairErrors.functions, busy),
    lines: judgeRows(matched.lines, (pair) => of("lines", pair), pairErrors.lines, busy),
  };
}

/**
 * CPU time, as busy time has the time, too, in which others had the core. Of calls that wait there is only busy time: where that alone surely changed, it
 * counts. Each is tested with half the error.
 */
export function figureOf(rounds: readonly RecordedRound[], per: CompareUnit): CostFigure {
  if (rounds.some(({ base, head }) => !(base.cpuMs > 0 && head.cpuMs > 0))) return "busy";
  const isSure = (figure: CostFigure): boolean => new PairedChange(pairing(rounds, per, figure)(wholeApp, wholeApp)).isSure(pairErrors.app);
  return !isSure("cpu") && isSure("busy") ? "busy" : "cpu";
}

export function wholeApp({ busyTicks }: Recording): Ticks {
  return busyTicks;
}

type TicksOf = (recording: Recording) => Ticks;

/** The same cost in both recordings of each round. */
export function pairing(
  rounds: readonly RecordedRound[],
  per: CompareUnit,
  figure: CostFigure,
): (base: TicksOf, head: TicksOf) => readonly PairedCost[] {
  const tickMs = (recording: Recording): Milliseconds =>
    (figure === "cpu" ? recording.cpuMs / recording.busyTicks : recording.tickMs) / recording.units[per];
  const cost = (recording: Recording, ticksOf: TicksOf): SampledCost => {
    const [ticks, worth] = [ticksOf(recording), tickMs(recording)];
    // Half a sample more, as none seen is not none; all samples are no sample of anything.
    return { ms: ticks * worth, variance: Math.max(0, 1 - ticks / recording.busyTicks) * (ticks + 0.5) * worth ** 2 };
  };
  return (base, head) =>
    rounds.map((round) => {
      const level = Math.sqrt(round.base.busyTicks * tickMs(round.base) * round.head.busyTicks * tickMs(round.head));
      return { base: cost(round.base, base), head: cost(round.head, head), level };
    });
}

/** `error`: probability of a word for unchanged code. */
export function judge(rounds: readonly PairedCost[], error: number): JudgedCost {
  const change = new PairedChange(rounds);
  const { baseMs, headMs, ratio } = change;
  const [ratios, changes] = [change.ratioInterval(pairErrors.shown), change.changeInterval(pairErrors.shown)];
  return {
    baseMs,
    headMs,
    ratio,
    low: ratios?.low ?? null,
    high: ratios?.high ?? null,
    change: headMs - baseMs,
    changeLow: changes.low,
    changeHigh: changes.high,
    verdict: change.isSure(error) ? changeOf(baseMs, headMs, headMs - baseMs) : "noDifference",
  };
}

/** A row takes as much of the error as it has of busy time: where there is more to gain, less proof is asked for. */
function judgeRows<Row extends { readonly pair: FunctionPair }>(
  rows: readonly Row[],
  figure: (pair: FunctionPair) => readonly PairedCost[],
  error: number,
  busy: { readonly base: Milliseconds; readonly head: Milliseconds },
): readonly (JudgedCost & Omit<Row, "pair">)[] {
  const figures = rows.map(({ pair }) => figure(pair));
  const weights = figures.map((rounds) => {
    const { baseMs, headMs } = new PairedChange(rounds);
    const [before, after] = [baseMs / (busy.base || 1), headMs / (busy.head || 1)];
    return Math.max(before, after) > smallestShare ? (before + after) / 2 : 0;
  });
  const errors = sharedError(error, weights);
  return rows
    .map(({ pair: _pair, ...row }, at) => ({ ...row, ...judge(figures[at] ?? [], errors[at] ?? 0) }))
    .filter(({ baseMs, headMs }) => baseMs + headMs > 0)
    .toSorted((one, other) => rank(other) - rank(one) || size(other) - size(one));
}

function rank({ verdict }: JudgedCost): number {
  return verdict === "noDifference" ? 0 : 1;
}

function size({ verdict, change, baseMs, headMs }: JudgedCost): Milliseconds {
  return verdict === "noDifference" ? Math.max(baseMs, headMs) : Math.abs(change);
}
