import type { Profile as Pprof } from "pprof-format";
import type { Problem } from "../../profile/profile.ts";
import type { Microseconds } from "../../units.ts";
import { UserError } from "../../user-error.ts";
import type { SampleTypes } from "../importer.ts";

type Numeric = number | bigint;

/** Units per microsecond. */
export const timeUnits: Readonly<Record<string, number>> = { nanoseconds: 1000, microseconds: 1, milliseconds: 1e-3, seconds: 1e-6 };
/** Types of sample values, best first: CPU time excludes waiting. */
const timeTypes = ["cpu", "cpu-time", "on-cpu", "wall", "wall-time", "itimer"];
/** Numbers of samples. */
const countTypes = ["samples", "sample", "count"];

interface SampleType {
  readonly type: string;
  readonly unit: string;
  readonly hasValue: boolean;
}

export interface SampleWorth {
  readonly count: number;
  readonly time: Microseconds;
}

export interface ChosenType {
  /** The number and duration of samples, from an entry's values. */
  readonly worthOf: (values: readonly Numeric[]) => SampleWorth;
  readonly problems: readonly Problem[];
  readonly sampleTypes: SampleTypes | undefined;
}

interface Wish {
  /** The file's name. */
  readonly name: string;
  /** The type's name; undefined for the best one. */
  readonly sampleType?: string | undefined;
}

/**
 * Chooses which of an entry's values is shown: one that is 0 in all entries only if it is `sampleType`, or if there is no other. Throws a
 * UserError if none is a time or a number of samples, or if `sampleType` is not one of these.
 */
export function chosenType(
  { sampleType, sample }: Pprof,
  textAt: (index: Numeric) => string,
  interval: Microseconds,
  { name, sampleType: wished }: Wish,
): ChosenType {
  const types = sampleType.map(({ type, unit }, column) => ({
    type: textAt(type),
    unit: textAt(unit),
    hasValue: sample.some(({ value }) => valueAt(value, column) > 0),
  }));
  const shown = types.filter(({ unit }) => isTime(unit) || unit === "count");
  const column = wished === undefined ? bestColumn(types) : types.findIndex((each) => each.type === wished && shown.includes(each));
  const chosen = types[column];
  if (chosen === undefined) throw refusal(name, types, shown, wished);
  const counts = columnOf(types, countTypes, (unit) => unit === "count");
  return {
    worthOf: isTime(chosen.unit)
      ? timeReader(column, timeUnits[chosen.unit] ?? 1, counts, interval)
      : (values) => ({ count: Math.round(valueAt(values, column)), time: valueAt(values, column) * interval }),
    problems: noticeOf(chosen, shown),
    sampleTypes: choiceOf(chosen, types),
  };
}

function isTime(unit: string): boolean {
  return timeUnits[unit] !== undefined;
}

/** One that has values, if any has. */
function columnOf(types: readonly SampleType[], names: readonly string[], fits: (unit: string) => boolean): number {
  const columns = names.map((name) => types.findIndex(({ type, unit }) => type === name && fits(unit))).filter((column) => column !== -1);
  return columns.find((column) => types[column]?.hasValue === true) ?? columns[0] ?? -1;
}

function bestColumn(types: readonly SampleType[]): number {
  const timed = columnOf(types, timeTypes, isTime);
  return timed === -1 ? columnOf(types, countTypes, (unit) => unit === "count") : timed;
}

function valueAt(values: readonly Numeric[], column: number): number {
  return Math.max(0, Number(values[column] ?? 0));
}

function timeReader(column: number, perUs: number, counts: number, interval: Microseconds): ChosenType["worthOf"] {
  return (values) => {
    const time = valueAt(values, column) / perUs;
    const count = counts === -1 ? time / interval : valueAt(values, counts);
    return { count: time > 0 ? Math.max(1, Math.round(count)) : 0, time };
  };
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
function choiceOf({ type }: SampleType, types: readonly SampleType[]): SampleTypes | undefined {
  const times = types.filter((each) => each.hasValue && isTime(each.unit) && each.type !== type).map((each) => each.type);
  return times.length === 0 ? undefined : { shown: type, choices: [...new Set([type, ...times])] };
}

/** Reported only if the file has other values that could be shown, besides numbers of samples. */
function noticeOf({ type }: SampleType, shown: readonly SampleType[]): readonly Problem[] {
  const others = shown.filter((each) => each.hasValue && each.type !== type && !countTypes.includes(each.type)).map((each) => each.type);
  if (others.length === 0) return [];
  return [{ code: "pprof.chosenType", values: { type, others: others.join(", ") }, count: 1 }];
}
