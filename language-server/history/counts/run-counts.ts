import * as v from "valibot";
import { figuresInRange, mostCountedFunctions, type CountedFunction, type ThreadCounts } from "../../analysis/counts/counts.ts";
import type { Bytes } from "../../analysis/units.ts";
import { damagedTable, jsonIn } from "../imports/run-imports.ts";
import type { Run } from "../run.ts";
import { count } from "../schema/run-failure.ts";

/** Of a thread of the run, by its id. */
export interface RunThreadCounts extends ThreadCounts {
  readonly thread: number;
}

export const countsFile = "counts.json" as const;

/** Functions of 200,000 take a quarter. */
const mostBytes: Bytes = 64 * 1024 * 1024;
const longestName = 1000;

/** A schema of each of their numbers would take longer than all else that opens a run. */
const counted = v.custom<CountedFunction>((value) => {
  if (typeof value !== "object" || value === null) return false;
  const { name, ranges } = value as Partial<Record<keyof CountedFunction, unknown>>;
  return (
    typeof name === "string" &&
    name.length <= longestName &&
    Array.isArray(ranges) &&
    ranges.length > 0 &&
    ranges.length % figuresInRange === 0 &&
    ranges.every((each) => Number.isSafeInteger(each) && each >= 0)
  );
});

/** Untrusted when read back. */
const countsSchema = v.pipe(
  v.object({
    threads: v.array(
      v.object({ thread: count, requests: count, scripts: v.array(v.object({ script: count, functions: v.array(counted) })) }),
    ),
  }),
  v.check(({ threads }) => functionsIn(threads) <= mostCountedFunctions),
);

export function encodeCounts(threads: readonly RunThreadCounts[]): string {
  return JSON.stringify({ threads });
}

/** Undefined if the run has none. Rejects with a UserError if they are missing, damaged or of another run's threads. */
export async function readCounts(
  folder: string,
  { counts: file, threads }: Pick<Run, "counts" | "threads">,
): Promise<readonly RunThreadCounts[] | undefined> {
  if (file === undefined) return undefined;
  const read = v.safeParse(countsSchema, await jsonIn(folder, file, mostBytes));
  const isOurs = read.success && read.output.threads.every(({ thread }) => threads.some(({ id }) => id === thread));
  if (!isOurs) throw damagedTable(folder, file, "counts");
  return read.output.threads;
}

function functionsIn(threads: readonly ThreadCounts[]): number {
  return threads.reduce((sum, { scripts }) => sum + scripts.reduce((all, { functions }) => all + functions.length, 0), 0);
}
