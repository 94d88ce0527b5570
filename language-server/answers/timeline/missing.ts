import type { CodedText } from "../../texts/coded-text.ts";
import type { TimedRun } from "./timed-run.ts";

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
