import { ExplainedThread } from "../../analysis/marks/explained-thread.ts";
import type { Marks } from "../../analysis/marks/marks.ts";
import type { Line } from "../../analysis/units.ts";
import { madeOnce } from "../../analysis/collections.ts";
import { threadNoCpu, type TimedRun } from "../timeline/no-cpu.ts";

/** An opened run whose threads marked requests and waits. */
export interface WaitsPass extends TimedRun {
  readonly marks: Marks;
}

const explained = new WeakMap<Marks, readonly ExplainedThread[]>();

/** Computed once for a run. */
export function explainedThreads(pass: WaitsPass): readonly ExplainedThread[] {
  const { marks, analysis } = pass;
  return madeOnce(explained, marks, () =>
    marks.threads.map((thread) => new ExplainedThread(thread, analysis.profile, threadNoCpu(pass, thread.thread))),
  );
}

/** A line of a source as it ran. */
export interface SitePlace {
  readonly path: string;
  readonly line: Line;
  readonly isOwn: boolean;
}

const places = new WeakMap<ExplainedThread, readonly (SitePlace | undefined)[]>();

/** By the thread's sites; undefined for one whose source is not known. Computed once. */
export function placesOf({ analysis }: WaitsPass, thread: ExplainedThread): readonly (SitePlace | undefined)[] {
  return madeOnce(places, thread, () =>
    thread.marks.waits.sites.map(({ url, line, column }) => {
      const place = analysis.placeOf(url, line, column);
      const source = place && analysis.profile.sources[place.source];
      return source && place && { path: source.path, line: place.line, isOwn: source.category === "own" };
    }),
  );
}

/** What a wait (row) was for: a statement, a host and path, a timer's delay; else what the code awaits. */
export function awaitedText({ marks: { waits } }: ExplainedThread, row: number): string {
  return waits.awaited[waits.what[row] as number]?.text ?? waits.sites[waits.site[row] as number]?.text ?? "";
}
