import type { SourceThread } from "../../analysis/sources/source-profile.ts";
import { noCpuSpans } from "../../analysis/timeline/no-cpu.ts";
import type { Spans } from "../../analysis/timeline/spans.ts";
import type { LateTurns } from "../../analysis/timeline/tracks.ts";
import type { Ticks } from "../../analysis/units.ts";
import { recordedTime } from "../../opening/recorded-time.ts";
import type { OpenedRun } from "../../opening/opened-run.ts";
import type { RunView } from "../run-answers.ts";

/** What answers about a run's time need of it. */
export interface TimedRun extends Pick<OpenedRun, "analysis" | "threads" | "tracks" | "hasTimes" | "format" | "recorder"> {
  readonly run: RunView["run"];
}

const none: Spans = { from: new Float64Array(), to: new Float64Array() };
const recorded = new WeakMap<LateTurns, LateTurns>();

/** The late turns of a thread (by its id) as far as they were recorded; undefined if its event loop was not watched. One object for a run. */
export function lateTurns(opened: Pick<TimedRun, "run" | "threads" | "tracks">, thread: number): LateTurns | undefined {
  const late = opened.tracks.loops.find((loop) => loop.thread === thread)?.late;
  if (late === undefined) return undefined;
  let cut = recorded.get(late);
  if (cut === undefined) recorded.set(late, (cut = cutAt(late, recordedTime(opened).length)));
  return cut;
}

/** When a thread of the run (by its id) had no processor. Nothing is known of samples that say how long they last. */
export function threadNoCpu(opened: TimedRun, id: number): Spans {
  const { profile } = opened.analysis;
  const thread = profile.threads.find((each) => each.id === id);
  if (thread === undefined || (opened.format !== undefined && opened.recorder !== "exact")) return none;
  return noCpuSpans(profile, thread, lateTurns(opened, id));
}

/** When an app had no processor: the busiest of its threads. Of several that work at once, one would nearly always wait. */
export function appNoCpu(opened: TimedRun, threads: readonly Pick<SourceThread, "id">[]): Spans {
  const busyOf = ({ id }: Pick<SourceThread, "id">): Ticks => opened.run.threads.find((thread) => thread.id === id)?.busyTicks ?? 0;
  const [busiest] = threads.toSorted((one, other) => busyOf(other) - busyOf(one));
  return busiest === undefined ? none : threadNoCpu(opened, busiest.id);
}

function cutAt({ from, to }: LateTurns, end: number): LateTurns {
  const rows = Array.from(from.keys()).filter((row) => (from[row] as number) < end && (to[row] as number) > 0);
  return {
    from: Float64Array.from(rows, (row) => Math.max(0, from[row] as number)),
    to: Float64Array.from(rows, (row) => Math.min(end, to[row] as number)),
  };
}
