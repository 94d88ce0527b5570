import { FileBudget } from "../../budget.ts";
import type { Problem } from "../../profile/profile.ts";
import type { Microseconds } from "../../units.ts";
import { UserError } from "../../user-error.ts";
import type { ImportedFile } from "../importer.ts";
import { lengthOf, type StackProfile, weighedThreads } from "../stack-profile.ts";
import type { ChosenType } from "./sample-types.ts";

/** A file's entries by thread and stack, which are the same for all of its sample types. */
export interface PlacedSamples extends Pick<ImportedFile, "recorder" | "hasPositions" | "duration" | "problems"> {
  /** Their stacks, without samples. */
  readonly threads: readonly { readonly name: string; readonly profile: StackProfile }[];
  /** Index of each entry's thread; -1 for time of threads without JavaScript, which the file lists among those of another one. */
  readonly threadOf: Int32Array;
  /** Row of each entry's stack in its thread's. */
  readonly rowOf: Int32Array;
  readonly interval: Microseconds;
}

/** The file by one of its sample types; undefined for any other. */
export function weighedBy(placed: PlacedSamples, columns: readonly ChosenType[]): NonNullable<ImportedFile["withType"]> {
  const withType = (sampleType: string): ImportedFile | undefined => {
    const column = columns.find(({ sampleTypes }) => sampleTypes?.shown === sampleType);
    return column && { ...weighedFile(placed, column), withType };
  };
  return withType;
}

/** Throws a UserError if no entry is worth anything. */
export function weighedFile(
  { threads, threadOf, rowOf, interval, duration, problems, ...facts }: PlacedSamples,
  { counts, times, problems: typeProblems, sampleTypes }: ChosenType,
): ImportedFile {
  const fileBudget = new FileBudget();
  const weighed = threads.map(({ name, profile }) => ({ name, profile: profile.withoutSamples(fileBudget) }));
  let [all, leftOut] = [0, 0];
  rowOf.forEach((row, entry) => {
    const [count, time] = [counts[entry] as number, times[entry] as number];
    if (!(count > 0)) return;
    all += time;
    const profile = weighed[threadOf[entry] as number]?.profile;
    if (profile === undefined) leftOut += time;
    else profile.add(row, profile.times.length * interval, count, time / count);
  });
  const kept = weighed.filter(({ profile }) => profile.times.length > 0);
  if (kept.length === 0) throw new UserError("pprof.empty");
  return {
    ...facts,
    hasTimes: false,
    threads: weighedThreads(kept),
    v8Version: "",
    sampleTypes,
    duration: duration || Math.max(...kept.map(({ profile }) => lengthOf(profile))),
    problems: [...typeProblems, ...problems, ...(leftOut > 0 ? [leftOutProblem(leftOut, all)] : [])],
  };
}

function leftOutProblem(leftOut: Microseconds, all: Microseconds): Problem {
  const percent = Math.round((leftOut / all) * 1000) / 10;
  return { code: "pprof.otherThreads", values: { seconds: Math.round(leftOut / 1e4) / 100, percent }, count: 1 };
}
