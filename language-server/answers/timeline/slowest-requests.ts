import type { Selection } from "../../analysis/selection/selection.ts";
import type { SourceProfile } from "../../analysis/sources/source-profile.ts";
import { proposedRate } from "../../analysis/timeline/tail/proposed-rate.ts";
import { type Tail, type TailLine, tailOf } from "../../analysis/timeline/tail/tail.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import { missingOf } from "./missing.ts";
import { appNoCpu } from "./no-cpu.ts";
import type { TimedRun } from "./timed-run.ts";

/** The slowest requests with places as they ran. */
export interface SlowestAnswer extends Omit<Tail, "lines"> {
  readonly lines: readonly (Omit<TailLine, "source"> & { readonly path: string })[];
  /** Why there are no requests, and what to do; undefined if there are. */
  readonly missing: CodedText | undefined;
  /** In requests per second, for a load that had none; undefined: none to propose. */
  readonly rate: number | undefined;
}

/** Of the selected threads and spans; a filter hides no evidence. Null if the run has none of the threads. */
export function slowestRequests(opened: TimedRun, { threads, spans }: Pick<Selection, "threads" | "spans">): SlowestAnswer | null {
  const { analysis, tracks, run } = opened;
  const { requests, load } = tracks;
  const profile = profileOf(analysis.profile, threads);
  if (profile.threads.length === 0) return null;
  const { lines, ...tail } = tailOf({ requests, profile, noCpu: appNoCpu(opened, profile.threads), load, spans });
  return {
    ...tail,
    lines: lines.map(({ source, ...line }) => ({ path: profile.sources[source]?.path ?? "", ...line })),
    missing: requests === undefined ? missingOf(opened)[0] : undefined,
    rate: requests === undefined ? undefined : proposedRate(run.load),
  };
}

function profileOf(profile: SourceProfile, threads: Selection["threads"]): SourceProfile {
  return threads === null ? profile : { ...profile, threads: profile.threads.filter(({ id }) => threads.includes(id)) };
}
