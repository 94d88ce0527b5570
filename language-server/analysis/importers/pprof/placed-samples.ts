import type { Profile as Pprof } from "pprof-format";
import { FileBudget } from "../../budget.ts";
import type { Microseconds } from "../../units.ts";
import { UserError } from "../../user-error.ts";
import type { ImportedFile } from "../importer.ts";
import { lengthOf, type StackProfile, weighedThreads } from "../stack-profile.ts";
import type { ChosenType, SampleWorth } from "./sample-types.ts";

/** A file's entries by thread and stack, which are the same for all of its sample types. */
export interface PlacedSamples extends Pick<ImportedFile, "recorder" | "hasPositions" | "duration" | "problems"> {
  /** Their stacks, without samples. */
  readonly threads: readonly { readonly name: string; readonly profile: StackProfile }[];
  /** Index of each entry's thread. */
  readonly threadOf: Int32Array;
  /** Row of each entry's stack in its thread's, or -1. */
  readonly rowOf: Int32Array;
  readonly interval: Microseconds;
}

/** What each entry is worth by one sample type. */
interface WeighedColumn {
  readonly chosen: Pick<ChosenType, "problems" | "sampleTypes">;
  readonly counts: Float64Array;
  readonly times: Float64Array;
}

/** Keeps nothing else of `pprof`, which takes many times as much memory. */
export function weighedColumn({ worthOf, problems, sampleTypes }: ChosenType, { sample }: Pprof): WeighedColumn {
  const [counts, times] = [new Float64Array(sample.length), new Float64Array(sample.length)];
  for (const [entry, { value }] of sample.entries()) {
    const { count, time } = worthOf(value);
    counts[entry] = count;
    times[entry] = time;
  }
  return { chosen: { problems, sampleTypes }, counts, times };
}

/** The file by one of its sample types; undefined for any other. */
export function weighedBy(placed: PlacedSamples, columns: readonly WeighedColumn[]): NonNullable<ImportedFile["withType"]> {
  const withType = (sampleType: string): ImportedFile | undefined => {
    const column = columns.find(({ chosen }) => chosen.sampleTypes?.shown === sampleType);
    if (column === undefined) return undefined;
    const { chosen, counts, times } = column;
    const file = weighedFile(placed, chosen, (entry) => ({ count: counts[entry] as number, time: times[entry] as number }));
    return { ...file, withType };
  };
  return withType;
}

/** Throws a UserError if no entry is worth anything. */
export function weighedFile(
  { threads, threadOf, rowOf, interval, duration, problems, ...facts }: PlacedSamples,
  chosen: WeighedColumn["chosen"],
  worthAt: (entry: number) => SampleWorth,
): ImportedFile {
  const fileBudget = new FileBudget();
  const weighed = threads.map(({ name, profile }) => ({ name, profile: profile.withoutSamples(fileBudget) }));
  rowOf.forEach((row, entry) => {
    const profile = weighed[threadOf[entry] as number]?.profile;
    if (row === -1 || profile === undefined) return;
    const { count, time } = worthAt(entry);
    if (count > 0) profile.add(row, profile.times.length * interval, count, time / count);
  });
  const kept = weighed.filter(({ profile }) => profile.times.length > 0);
  if (kept.length === 0) throw new UserError("pprof.empty");
  return {
    ...facts,
    threads: weighedThreads(kept),
    v8Version: "",
    sampleTypes: chosen.sampleTypes,
    duration: duration || Math.max(...kept.map(({ profile }) => lengthOf(profile))),
    problems: [...chosen.problems, ...problems],
  };
}
