import { budget } from "../../budget.ts";
import type { Problem } from "../../profile/profile.ts";
import type { Microseconds } from "../../units.ts";
import { UserError } from "../../user-error.ts";
import type { SampleTypes } from "../importer.ts";
import { isPeriod, sampleLength } from "./sample-length.ts";
import { isShown, type SampleType, type SampleValues, inMicroseconds, timeUnits } from "./sample-values.ts";

/** Types of sample values, best first: CPU time excludes waiting. */
const timeTypes = ["cpu", "cpu-time", "on-cpu", "wall", "wall-time", "Wall time", "CPU time", "itimer"];
/** Numbers of samples. */
const countTypes = ["samples", "sample", "count"];
/** What jfrconv calls numbers of samples, by the event that was sampled. */
const countedEvents = ["cpu", "itimer", "wall"];
/** Used for numbers of samples if the file does not say how long one is. */
const usualInterval: Microseconds = 1000;
/** To how many a file's samples are reduced if they are more than can be kept. */
const reducedSamples = 1_000_000;

/** What the file's entries are worth by one sample type. */
export interface ChosenType {
  /** Number of each entry's samples, and their duration in all. */
  readonly counts: Float64Array;
  readonly times: Float64Array;
  readonly problems: readonly Problem[];
  readonly sampleTypes: SampleTypes | undefined;
}

/** What the file says of its period. */
export interface Period {
  readonly type: string;
  readonly unit: string;
  readonly amount: number;
}

interface Wish {
  /** The file's name. */
  readonly name: string;
  /** The type's name; undefined for the best one. */
  readonly sampleType?: string | undefined;
}

/**
 * Chooses which of the entries' values is shown: one that is 0 in all entries only if it is `sampleType`, or if there is no other. Throws a
 * UserError if none is a time or a number of samples, or if `sampleType` is not one of these.
 */
export function chosenType(values: SampleValues, period: Period, { name, sampleType: wished }: Wish): ChosenType {
  const { types, columns } = values;
  const shown = types.filter(({ unit }) => isShown(unit));
  const column = wished === undefined ? bestColumn(types) : types.findIndex((each) => each.type === wished && shown.includes(each));
  const chosen = types[column];
  if (chosen === undefined) throw refusal(name, types, shown, wished);
  const amounts = columns[column] as Float64Array;
  const times = isTime(chosen.unit)
    ? amounts.map((amount) => inMicroseconds(amount, chosen.unit))
    : amounts.map((count) => count * intervalOf(period));
  const counts = isTime(chosen.unit) ? samplesOf(times, values, column, period) : amounts.map(Math.round);
  return { counts: withinBudget(counts), times, problems: noticeOf(chosen, shown), sampleTypes: choiceOf(chosen, types) };
}

/** The duration of samples of which the file has the number only: its period, or else 1 ms. */
export function intervalOf(period: Period): Microseconds {
  const interval = inMicroseconds(period.amount, period.unit);
  return isPeriod(interval) ? interval : usualInterval;
}

/** The number of samples in each entry's time: the one that the file has, or else its time by the length of one; at least 1. */
function samplesOf(times: Float64Array, { types, columns }: SampleValues, shown: number, period: Period): Float64Array {
  const counted = columnOf(types, countTypes, (unit) => unit === "count");
  const numbers = types[counted]?.hasValue === true ? columns[counted] : numbersByLength({ types, columns }, shown, period);
  return times.map((time, entry) => (time > 0 ? Math.max(1, Math.round(numbers?.[entry] ?? 1)) : 0));
}

/** By a time whose values are multiples of a sample's length: the one of the period, the shown one, any other. Undefined if there is none. */
function numbersByLength(
  { types, columns }: Pick<SampleValues, "types" | "columns">,
  shown: number,
  period: Period,
): Float64Array | undefined {
  const isOfPeriod = ({ type }: SampleType): boolean => type === period.type;
  const timed = [...types.keys()].filter((at) => isTime((types[at] as SampleType).unit) && types[at]?.hasValue === true);
  const rank = (at: number): number => (isOfPeriod(types[at] as SampleType) ? 0 : at === shown ? 1 : 2);
  for (const at of timed.toSorted((a, b) => rank(a) - rank(b))) {
    const { unit } = types[at] as SampleType;
    const column = { values: columns[at] as Float64Array, perUs: timeUnits.get(unit) ?? 1 };
    const isSame = isOfPeriod(types[at] as SampleType) || !types.some(isOfPeriod);
    const length = sampleLength(column, isSame ? inMicroseconds(period.amount, period.unit) : undefined);
    if (length !== undefined) return column.values.map((value) => value / column.perUs / length);
  }
  return undefined;
}

/** A service's profile of a day can have more samples than are kept: fewer, longer ones then stand for them. */
function withinBudget(counts: Float64Array): Float64Array {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all <= budget.samples) return counts;
  return counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.round((count / all) * reducedSamples))));
}

function isTime(unit: string): boolean {
  return timeUnits.has(unit);
}

/** One that has values, if any has. */
function columnOf(types: readonly SampleType[], names: readonly string[], fits: (unit: string) => boolean): number {
  const columns = names.map((name) => types.findIndex(({ type, unit }) => type === name && fits(unit))).filter((column) => column !== -1);
  return columns.find((column) => types[column]?.hasValue === true) ?? columns[0] ?? -1;
}

function bestColumn(types: readonly SampleType[]): number {
  const timed = columnOf(types, timeTypes, isTime);
  return timed === -1 ? columnOf(types, [...countTypes, ...countedEvents], (unit) => unit === "count") : timed;
}

/** Heap profiles are recognised by a value in bytes: their other values are numbers of objects. */
function refusal(name: string, types: readonly SampleType[], shown: readonly SampleType[], wished: string | undefined): UserError {
  if (wished !== undefined && bestColumn(types) !== -1)
    return new UserError("pprof.noSampleType", { name, type: wished, types: shown.map(({ type }) => type).join(", ") });
  return types.some(({ unit }) => unit === "bytes")
    ? new UserError("pprof.isHeapProfile", { name })
    : new UserError("pprof.notTime", { name });
}

/** The times with values. */
function choiceOf(shown: SampleType, types: readonly SampleType[]): SampleTypes | undefined {
  const times = types.filter((each) => each.hasValue && isTime(each.unit) && each.type !== shown.type);
  const choices = [shown, ...times.filter((each, at) => times.findIndex(({ type }) => type === each.type) === at)];
  if (times.length === 0) return undefined;
  return { shown: shown.type, choices: choices.map(({ type, unit }) => ({ id: type, unit, isTime: isTime(unit) })) };
}

/** Reported only if the file has other values that could be shown, besides numbers of samples. */
function noticeOf({ type }: SampleType, shown: readonly SampleType[]): readonly Problem[] {
  const others = shown.filter((each) => each.hasValue && each.type !== type && !countTypes.includes(each.type)).map((each) => each.type);
  if (others.length === 0) return [];
  return [{ code: "pprof.chosenType", values: { type, others: others.join(", ") }, count: 1 }];
}
