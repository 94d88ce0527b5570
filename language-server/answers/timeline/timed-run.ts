import type { OpenedRun } from "../../opening/opened-run.ts";
import type { RunView } from "../run-answers.ts";

/** What answers about a run's time need of it. */
export interface TimedRun extends Pick<OpenedRun, "analysis" | "threads" | "tracks" | "hasTimes" | "format" | "recorder"> {
  readonly run: RunView["run"];
}
