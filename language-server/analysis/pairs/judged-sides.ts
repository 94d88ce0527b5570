import { sharedError } from "../compare/chance/students-t.ts";
import { changeOf, type CostChange } from "../compare/chance/verdict.ts";
import type { CompareUnit } from "../compare/compare-units.ts";
import type { FunctionPair } from "../compare/other-code.ts";
import { smallestShare } from "../compare/significance.ts";
import type { Milliseconds, Share, Ticks } from "../units.ts";
import type { MatchedFunction, MatchedLine, MatchedSides } from "./matched-sides.ts";
import { type PairedCost, PairedChange, type SampledCost } from "./paired-change.ts";
import type { Recording } from "./side-costs.ts";

/**
 * Probabilities that a bench of unchanged code says that it changed. They are small because a gate in CI runs at every commit: at 2 % every fiftieth would be
 * stopped for nothing. An interval that is shown has 5 %.
 */
export const pairErrors = {
  /** Of the app's word, in either direction. */
  app: 0.005,
  /** Of the app's word by its changed code alone. */
  changedCode: 0.005,
  /** Of busy time as the figure that counts, where CPU time says nothing. */
  waiting: 0.001,
  /** Shared out over all functions, and over all lines. */
  functions: 0.005,
  lines: 0.002,
  /** That the app is over its budget, by all of its code and by its changed code; that any other is. Upwards only. */
  appBudget: 0.0025,
  changedCodeBudget: 0.0025,
  otherBudgets: 0.001,
  shown: 0.05,
} as const;

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

type JudgedFunction = JudgedCost & Omit<MatchedFunction, "pair" | "isOwn">;
type JudgedLine = JudgedCost & Omit<MatchedLine, "pair">;

/** What costs are made of: all busy time, or the CPU time of the app's processes, shared out by busy samples. */
export type CostFigure = "busy" | "cpu";

/**
 * All code; or, more exactly, code that was edited or changed significantly: the rest is then taken to cost the same, so that what the machine does to
 * it says nothing.
 */
type AppBasis = "allCode" | "changedCode";

export interface JudgedSides {
  readonly figure: CostFigure;
  readonly app: JudgedCost;
  /** What `app` was judged by. */
  readonly appBy: AppBasis;
  /** The costs of the app in each round, by all of its code and, if some of it changed, by that. */
  readonly appCosts: Readonly<Record<AppBasis, readonly PairedCost[]>>;
  /** Significant changes first, by size; then the dearest. */
  readonly functions: readonly JudgedFunction[];
  readonly lines: readonly JudgedLine[];
}

/** One recording of each side, made one after the other. */
export interface RecordedRound {
  readonly base: Recording;
  readonly head: Recording;
}

/** Which changes are significant: the app's, and functions and lines by a correction for their number. */
export function judgeSides(rounds: readonly RecordedRound[], matched: MatchedSides, per: CompareUnit): JudgedSides {
  const figure = figureOf(rounds, per);
  const paired = pairing(rounds, per, figure);
  const allCode = paired(wholeApp, wholeApp);
  const whole = judge(new PairedChange(allCode), pairErrors.app);
  const busy = { base: whole.baseMs, head: whole.headMs };
  const of = (rows: "functions" | "lines", { base, next }: FunctionPair): readonly PairedCost[] =>
    paired(
      (recording) => recording[rows][base] ?? 0,
      (recording) => recording[rows][next] ?? 0,
    );
  const functions = judgeRows(matched.functions, (pair) => of("functions", pair), pairErrors.functions, busy);
  const changed = functions.filter(({ isOwn, edited, verdict }) => isOwn && (edited || verdict !== "noDifference"));
  const changedCode = supported(
    allCode,
    withChangesOf(
      allCode,
      changed.map(({ pair }) => of("functions", pair)),
    ),
  );
  const byChanged = judge(new PairedChange(changedCode), pairErrors.changedCode);
  const isByChanged = whole.verdict === "noDifference" && byChanged.verdict !== "noDifference";
  return {
    figure,
    app: isByChanged ? byChanged : whole,
    appBy: isByChanged ? "changedCode" : "allCode",
    appCosts: { allCode, changedCode },
    functions: functions.map(({ pair: _pair, isOwn: _isOwn, ...row }) => row),
    lines: judgeRows(matched.lines, (pair) => of("lines", pair), pairErrors.lines, busy).map(({ pair: _pair, ...row }) => row),
  };
}

/** The app's whole change must be at least so much of that of its changed code: else something else may make up for it, such as less garbage. */
const leastSupport: Share = 0.5;

/** What changed code says of the app; empty if all code contradicts. */
function supported(allCode: readonly PairedCost[], changedCode: readonly PairedCost[]): readonly PairedCost[] {
  const [all, changed] = [allCode, changedCode].map((costs) => new PairedChange(costs)).map(({ baseMs, headMs }) => headMs - baseMs);
  return (all as number) * Math.sign(changed as number) >= leastSupport * Math.abs(changed as number) ? changedCode : [];
}

/** The app as it would cost if nothing but these had changed. Own code's figures do not overlap. */
function withChangesOf(app: readonly PairedCost[], changed: readonly (readonly PairedCost[])[]): readonly PairedCost[] {
  return app.map(({ base, level }, round) => {
    const rows = changed.map((costs) => costs[round] as PairedCost);
    const change = rows.reduce((sum, row) => sum + row.head.ms - row.base.ms, 0);
    const variance = rows.reduce((sum, row) => sum + row.head.variance + row.base.variance, 0);
    return { base, head: { ms: base.ms + change, variance }, level };
  });
}

/**
 * CPU time, as busy time has the time, too, in which others had the core. Of calls that wait there is only busy time: where that alone changed significantly,
 * it counts.
 */
function figureOf(rounds: readonly RecordedRound[], per: CompareUnit): CostFigure {
  if (rounds.some(({ base, head }) => !(base.cpuMs > 0 && head.cpuMs > 0))) return "busy";
  const isSure = (figure: CostFigure, error: number): boolean =>
    new PairedChange(pairing(rounds, per, figure)(wholeApp, wholeApp)).isSure(error);
  return !isSure("cpu", pairErrors.app) && isSure("busy", pairErrors.waiting) ? "busy" : "cpu";
}

function wholeApp({ busyTicks }: Recording): Ticks {
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
export function judge(change: PairedChange, error: number): JudgedCost {
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

/** What was edited is where one expects a change. */
const weightOfEdited = 10;

/** A row takes as much of the error as it has of busy time: where there is more to gain, less proof is asked for. Edited ones take more. */
function judgeRows<Row extends { readonly pair: FunctionPair; readonly edited: boolean }>(
  rows: readonly Row[],
  figure: (pair: FunctionPair) => readonly PairedCost[],
  error: number,
  busy: { readonly base: Milliseconds; readonly head: Milliseconds },
): readonly (JudgedCost & Row)[] {
  const judged = rows
    .map((row) => ({ row, change: new PairedChange(figure(row.pair)) }))
    .filter(({ change: { baseMs, headMs } }) => baseMs + headMs > 0);
  const weights = judged.map(({ row: { edited }, change: { baseMs, headMs } }) => {
    const [before, after] = [baseMs / (busy.base || 1), headMs / (busy.head || 1)];
    return Math.max(before, after) > smallestShare ? ((before + after) / 2) * (edited ? weightOfEdited : 1) : 0;
  });
  const errors = sharedError(error, weights);
  return judged
    .map(({ row, change }, at) => ({ ...row, ...judge(change, errors[at] ?? 0) }))
    .toSorted((one, other) => rank(other) - rank(one) || size(other) - size(one));
}

function rank({ verdict }: JudgedCost): number {
  return verdict === "noDifference" ? 0 : 1;
}

function size({ verdict, change, baseMs, headMs }: JudgedCost): Milliseconds {
  return verdict === "noDifference" ? Math.max(baseMs, headMs) : Math.abs(change);
}
