import type { AnsweredRequest } from "../../analysis/load/request-schedule.ts";
import type { SeenResponse } from "../../analysis/load/first-response.ts";
import type { LoadProgress, LoadReport } from "../../analysis/load/load.ts";
import type { LiveLoop } from "../../analysis/timeline/live-loop.ts";
import type { UserError } from "../../analysis/user-error.ts";
import type { StoredRun } from "../../history/run-store.ts";
import type { RanBuild } from "./build-check.ts";
import type { StartupFigures } from "./startup/startup-recorder.ts";
import type { AppExit, OnOutput } from "../app/app-process.ts";

export interface AppReady {
  readonly pid: number;
  /** Absolute path of the script that it runs, or "". */
  readonly program: string;
  readonly nodeVersion: string;
  /** URLs at which this machine reaches its servers, such as `https://127.0.0.1:3000` or `unix:/run/app.sock`, in the order they were opened. */
  readonly origins: readonly string[];
  /** Whether what is recorded can be seen while it grows. */
  readonly hasLiveHeat: boolean;
}

/** What a recording reports to its client: the debug adapter or a terminal. */
export interface RecordingEvents {
  /** More of the app's output is read when the returned promise settles, so that a flood of output makes the app wait. */
  readonly output: OnOutput;
  /** The app is running; sent again whenever its servers change. */
  readonly ready: (app: AppReady) => void;
  /** Requests that the app has answered since the last such event, whoever sent them: not those of a load. */
  readonly answered?: ((requests: readonly AnsweredRequest[]) => void) | undefined;
  /** No server listens any more, as while a watcher restarts the app. May repeat. */
  readonly serversGone?: (() => void) | undefined;
  /** What runs is known, and whether it is older than its source; before each load again. */
  readonly build?: ((ran: RanBuild) => void) | undefined;
  /** A start of those that are recorded is over; these are the figures so far. */
  readonly startEnded?: ((figures: StartupFigures) => void) | undefined;
  readonly recording: (isRecording: boolean) => void;
  readonly loadProgress: (progress: LoadProgress) => void;
  /** The app's busiest event loop, twice a second while something is recorded. */
  readonly loop?: ((busiest: LiveLoop) => void) | undefined;
  /** The load has not started: responses to its first requests are doubtful. Answered by `proceedLoad` or `cancelLoad`. */
  readonly firstResponses?: ((responses: readonly SeenResponse[]) => void) | undefined;
  readonly loadEnded: (outcome: { readonly report?: LoadReport; readonly error?: UserError }) => void;
  readonly runWritten: (run: StoredRun) => void;
  /**
   * An intermediate state of the recording can be read; the next one replaces it. Undefined if there is nothing to show any more. Without a
   * handler none is written.
   */
  readonly liveRun?: ((run: StoredRun | undefined) => void) | undefined;
  /** Something the user can fix; the session continues unless `ended` follows. */
  readonly problem: (problem: UserError) => void;
  /** The app and all its processes have ended, and its recording is stored. `isAsked`: we ended it. */
  readonly ended: (exit: AppExit, isAsked: boolean) => void;
}
