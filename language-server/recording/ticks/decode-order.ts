import type { LogWindow } from "../../analysis/tick-log/tick-log-decoder.ts";
import type { OwnCpu } from "../in-app/messages.ts";
import type { Microseconds } from "../../analysis/units.ts";

/** A thread that the inspector reached. */
export interface AnchoredThread {
  readonly pid: number;
  readonly name: string;
  /** What the names of its anchor scripts begin with. */
  readonly anchor: string;
  /** When the thread started, if we saw that: nothing before is the app's. Infinity while it waits for us. */
  readonly firstLine?: Microseconds | undefined;
  /** When it ended, if it has. */
  readonly lastLine?: Microseconds | undefined;
  /** When it called its `exit` listeners, or, if it has said so, when the last of them had run: then comes Node's own end. */
  readonly exitsAt?: Microseconds | undefined;
  /** What it counted within the window. */
  readonly spent: Pick<LogWindow, "idle" | "cpu">;
  /** Its own CPU time within the window; undefined where its samples need not be compared with it, too. */
  readonly own?: OwnCpu | undefined;
}

/** A stretch of the machine's monotonic clock, and what is needed to find it in the logs. */
export interface DecodeOrder {
  readonly from: Microseconds;
  readonly to: Microseconds;
  readonly threads: readonly AnchoredThread[];
  /** What the monotonic clock showed in the app when a script of that name ran. */
  readonly anchors: ReadonlyMap<string, Microseconds>;
}
