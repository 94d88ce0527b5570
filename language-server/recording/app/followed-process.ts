import type { AppHooks } from "../in-app/messages.ts";
import type { AppProcessTarget, AppThreadTarget } from "../recorder.ts";

/** A living Node process of the app, reached by the channel or by its inspector. */
export interface FollowedProcess extends AppProcessTarget, AsyncDisposable {
  /** Started by us, so we may handle its signals. */
  readonly isOurs: boolean;
  readonly main: AppThreadTarget;
  readonly isOpen: boolean;
  /** Calls a hook in the main thread. */
  call<Name extends keyof AppHooks>(name: Name, ...args: Parameters<AppHooks[Name]>): Promise<ReturnType<AppHooks[Name]>>;
  /** The value of a user's expression, as text for a console. Rejects with the text of what it threw. */
  describe(expression: string): Promise<string>;
}

/** Events of a running process. Promises that handlers return are awaited where stated. */
export interface ProcessEvents<Message> {
  /** A worker was created; one that waits for us runs its first line when the promise settles. */
  readonly worker: (thread: AppThreadTarget) => Promise<void>;
  /** A thread is about to end by itself; one that waits for us ends when the promise settles. */
  readonly leaving: (thread: AppThreadTarget) => Promise<void>;
  /** A thread ended, for any reason, or its connection did. */
  readonly gone: (thread: AppThreadTarget) => void;
  readonly hook: (message: Message, thread: AppThreadTarget) => void;
  /** The connection is closed, because the process ended or otherwise. */
  readonly closed: () => void;
}
