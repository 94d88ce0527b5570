import type { AnsweredRequest } from "../../analysis/load/request-schedule.ts";
import type { Microseconds } from "../../analysis/units.ts";
import type { LoopReport, MeterReading, ThreadClock } from "../in-app/messages.ts";
import type { AppThreadTarget } from "../recorder.ts";
import type { FollowedProcess } from "./followed-process.ts";

/** Events of the app's Node processes. The process or thread waits for promises that a handler returns. */
export interface AppTreeEvents {
  readonly attach: (process: FollowedProcess, thread: AppThreadTarget) => Promise<void>;
  /** The thread runs its first line at that time of the machine's monotonic clock; `clock` and `meters` are what it and its process have counted by then. */
  readonly running: (thread: AppThreadTarget, atUs: Microseconds, clock: ThreadClock, meters: MeterReading | undefined) => void;
  readonly leaving: (process: FollowedProcess, thread: AppThreadTarget) => Promise<void>;
  /** A thread ended, for any reason. */
  readonly gone: (thread: AppThreadTarget) => void;
  /** The thread opened a port or a socket at that time of the machine's monotonic clock. */
  readonly listening: (thread: AppThreadTarget, atUs: Microseconds) => void;
  /** A process is running, or opened or closed a port. */
  readonly changed: () => void;
  /** What a thread's event loop did since its last such report. */
  readonly loop: (thread: AppThreadTarget, report: LoopReport) => void;
  /** Requests that a process has answered since its last such report. */
  readonly answered: (requests: readonly AnsweredRequest[]) => void;
  /** A process exits, with its last meter reading. `code` and `atUs` are undefined if a signal ends it. */
  readonly exiting: (process: FollowedProcess, code: number | undefined, meters: MeterReading, atUs: Microseconds | undefined) => void;
  readonly workerExiting: (thread: AppThreadTarget, clock: ThreadClock, atUs: Microseconds) => void;
  /** The thread has run its last line: it has called `process.exit`, and what listened to that. */
  readonly ended: (thread: AppThreadTarget, atUs: Microseconds) => void;
  /** The app received a signal that it does not handle; it takes effect when the promise settles. */
  readonly signal: (signal: NodeJS.Signals) => Promise<void>;
  /** The app wants to close its inspector; it closes when the promise settles. */
  readonly closingInspector: (process: FollowedProcess) => Promise<void>;
  /** A process did not end after its exit, and was killed. */
  readonly stuck: (pid: number) => void;
  /** The connection broke although the process did not announce its exit. */
  readonly lost: (process: FollowedProcess) => void;
}
