import type { Selection } from "../../analysis/selection/selection.ts";
import type { SourceProfile } from "../../analysis/sources/source-profile.ts";
import { proposedRate } from "../../analysis/timeline/tail/proposed-rate.ts";
import { type Tail, type TailLine, tailOf } from "../../analysis/timeline/tail/tail.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import type { Block } from "../../analysis/timeline/strip.ts";
import type { Failures } from "../../analysis/timeline/tail/slow-requests.ts";
import { isAllFailed, type LoadReport } from "../../analysis/load/load.ts";
import { runBlocks } from "./run-blocks.ts";
import { appNoCpu, type TimedRun } from "./no-cpu.ts";

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
  const { lines, ...tail } = tailOf({
    requests,
    profile,
    noCpu: appNoCpu(opened, profile.threads),
    blocks: serverBlocks(opened, profile),
    load,
    spans,
  });
  return {
    ...tail,
    ...(tail.failures.length === 0 && spans === null ? reportedFailures(run.load) : {}),
    lines: lines.map(({ source, ...line }) => ({ path: profile.sources[source]?.path ?? "", ...line })),
    missing: requests === undefined ? missingOf(opened)[0] : undefined,
    rate: tail.succeeded === 0 ? undefined : proposedRate(run.load),
  };
}

function profileOf(profile: SourceProfile, threads: Selection["threads"]): SourceProfile {
  return threads === null ? profile : { ...profile, threads: profile.threads.filter(({ id }) => threads.includes(id)) };
}

/** Of the main thread of each process: workers and their blocks are not what requests wait for. */
function serverBlocks(opened: TimedRun, { threads }: SourceProfile): readonly Block[] {
  const pidOf = (thread: number): number | undefined => opened.run.threads.find(({ id }) => id === thread)?.pid;
  const isMain = (thread: number): boolean => opened.run.threads.find(({ pid }) => pid === pidOf(thread))?.id === thread;
  return threads.filter(({ id }) => isMain(id)).flatMap(({ id }) => runBlocks(opened, id));
}

/** Where no request got as far as to be one that is reported by itself, as at a closed port, the load's own figures say why. */
function reportedFailures(load: LoadReport | undefined): Pick<Tail, "failures"> | undefined {
  if (load === undefined || !isAllFailed(load)) return undefined;
  const failures: Failures[] = [
    { outcome: "error", status: 0, requests: load.errors ?? 0 },
    { outcome: "timeout", status: 0, requests: load.timeouts ?? 0 },
    ...Object.entries(load.statusCounts ?? {}).map(([status, requests]): Failures => ({
      outcome: "answer",
      status: Number(status),
      requests,
    })),
  ];
  return { failures: failures.filter(({ outcome, status, requests }) => requests > 0 && (outcome !== "answer" || status >= 400)) };
}

/** What a run lacks for its time strip to show more, and what to do about it. */
export function missingOf({ run, tracks, format }: Pick<TimedRun, "run" | "tracks" | "format">): readonly CodedText[] {
  if (format !== undefined) return [{ code: "timeline.fileOnly" }];
  if (run.startup !== undefined) return [{ code: "timeline.startupRun" }];
  if (run.test !== undefined) return [{ code: "timeline.testRun" }];
  if (run.tracks === undefined) return [{ code: "timeline.olderRun" }];
  const { load } = run;
  const missing: CodedText[] = [];
  if (load === undefined) missing.push({ code: "timeline.noLoad" });
  else if (tracks.requests === undefined) missing.push(tracks.damage ?? { code: "timeline.noSingleRequests", values: { tool: load.tool } });
  if (tracks.loops.length === 0) missing.push({ code: "timeline.noLateTurns" });
  return missing;
}
