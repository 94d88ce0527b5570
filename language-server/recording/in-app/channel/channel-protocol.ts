import type { AppHooks, HookMessage } from "../messages.ts";
import type { ProcessReport } from "../reports.ts";

/** The file in the session's folder by which the app's processes find the recorder. */
export const channelFile = "channel.json";

/** The content of that file. */
export interface ChannelAddress {
  /** A Unix socket, or a named pipe on Windows. */
  readonly path: string;
  /** Whoever does not know it is no process of this session: on Windows every user can list pipes. */
  readonly token: string;
  readonly recorder: number;
  /** Whether the app's output goes through the recorder, which can then take the inspector's lines out of it. */
  readonly passesOutput: boolean;
}

/** A thread that the recorder reaches by the channel. */
export interface ChannelThreadFacts {
  /** Unique in the session; the name of the file with its messages, without `.jsonl`. */
  readonly id: string;
  /** 0 for the main thread. */
  readonly threadId: number;
  /** Its id in the system, where Linux reports it. */
  readonly tid: number | undefined;
  /** Whether its clock counts the CPU time of the thread alone. */
  readonly countsThread: boolean;
  /** What the machine's monotonic clock showed, in microseconds, when the script of that name ran. */
  readonly anchors: Readonly<Record<string, number>>;
}

/** A thread's messages to the recorder, one a line in a file of its own; if that cannot be written to, by the connection. */
export type ChannelMessage =
  | { readonly kind: "process"; readonly report: ProcessReport; readonly thread: ChannelThreadFacts }
  | { readonly kind: "worker"; readonly pid: number; readonly thread: ChannelThreadFacts }
  | HookMessage;

/** The first line of a connection. */
export interface Hello {
  readonly token: string;
  readonly id: string;
}

/** What the recorder asks a thread, in a line of ASCII: to call a hook, or its own inspector session. */
export type Question =
  | { readonly id: number; readonly hook: keyof AppHooks; readonly args: readonly unknown[] }
  | { readonly id: number; readonly method: string; readonly params: object };

export type Answer =
  | { readonly id: number; readonly value: unknown; readonly atUs: number }
  /** `error`: what was thrown, as text. */
  | { readonly id: number; readonly error: string };
