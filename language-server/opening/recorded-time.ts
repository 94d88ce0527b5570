import type { TimeSpan } from "../analysis/selection/selection.ts";
import type { Microseconds } from "../analysis/units.ts";
import type { Run } from "../history/run.ts";
import { UserError } from "../analysis/user-error.ts";
import type { OpenedRun } from "./opened-run.ts";

/** How long a run was recorded, and when its last sample was. */
export interface RecordedTime {
  readonly name: string;
  readonly length: Microseconds;
  readonly last: Microseconds;
}

export function recordedTime({
  run,
  threads,
}: Pick<OpenedRun, "threads"> & { readonly run: Pick<Run, "name" | "durationMs"> }): RecordedTime {
  const last = Math.max(...threads.map(({ profile }) => profile.samples.time.at(-1) ?? 0));
  return { name: run.name, length: Math.max(run.durationMs * 1000, last), last };
}

/** An end after the recording's is after the last sample. Throws a UserError for a span that begins after the recording. */
export function recordedSpan({ from, to }: TimeSpan, { name, length, last }: RecordedTime): TimeSpan {
  if (from >= length) {
    const seconds = (time: Microseconds): number => Number((time / 1e6).toFixed(3));
    throw new UserError("selection.outside", { name, length: seconds(length), from: seconds(from) });
  }
  return { from, to: to < length ? to : Math.max(length, last + 1) };
}
