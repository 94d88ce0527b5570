import type { ChildProcess } from "node:child_process";
import { OutputTail } from "../../../analysis/output-error/output-tail.ts";
import type { Milliseconds, Seconds } from "../../../analysis/units.ts";
import { UserError } from "../../../analysis/user-error.ts";
import { afterAwake } from "../../../platform/scheduling.ts";
import { type CodedText, withoutStop } from "../../../texts/coded-text.ts";
import type { LoadContext } from "../load-tool.ts";
import type { ChildCommand, ChildMessage, Done } from "./child-protocol.ts";

/** How much longer than planned a phase may take; after that the process is considered stuck. */
const graceMs: Milliseconds = 10_000;
/** The same after it was cancelled. */
const cancelMs: Milliseconds = 3000;

/** The parent's end of the process that sends the load: asks it for one thing after another. An abort of `signal` has it send no more. */
export class SendingProcess {
  readonly #child: ChildProcess;
  readonly #signal: AbortSignal;
  readonly #exited: Promise<void>;
  readonly #stderr = new OutputTail();
  /** When the process ends by itself: rejects with the reason, or resolves if it was stuck after it had been cancelled. */
  readonly ended: Promise<undefined>;
  #answer: { readonly resolve: (done: Done) => void; readonly reject: (error: Error) => void } | undefined;
  #dropDeadline: (() => void) | undefined;
  #isLate = false;

  constructor(child: ChildProcess, signal: AbortSignal, onProgress: LoadContext["onProgress"]) {
    this.#child = child;
    this.#signal = signal;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => this.#stderr.add(text));
    child.on("message", (message: ChildMessage) => {
      if (message.kind === "progress") return onProgress(message.progress, message.soFar);
      if (!signal.aborted) this.#dropDeadline?.();
      if (message.kind === "done") this.#answer?.resolve(message);
      else this.#answer?.reject(new UserError(message.why.code, message.why.values));
    });
    const exit = new Promise<{ readonly code: number | null; readonly killedBy: NodeJS.Signals | null }>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (code, killedBy) => resolve({ code, killedBy }));
    });
    this.#exited = exit.then(
      () => undefined,
      () => undefined,
    );
    this.ended = exit.then(({ code, killedBy }) => {
      if (this.#isLate && signal.aborted) return undefined;
      throw this.#failure(code, killedBy);
    });
    signal.addEventListener("abort", this.#cancel);
    if (signal.aborted) this.#cancel();
  }

  /** Rejects with a UserError if it cannot. Of what it sends it is known how long that takes. One at a time. */
  ask(command: ChildCommand, seconds?: Seconds): Promise<Done> {
    if (seconds !== undefined && !this.#signal.aborted) this.#endIn(seconds * 1000 + graceMs);
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#report(command);
    });
  }

  /** The process ends, by itself or not; if it was cancelled, before this resolves. */
  async close(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    if (this.#signal.aborted) await this.#exited;
    this.#dropDeadline?.();
    this.#signal.removeEventListener("abort", this.#cancel);
  }

  readonly #cancel = (): void => {
    this.#report({ kind: "cancel" });
    this.#endIn(cancelMs);
  };

  #report(command: ChildCommand): void {
    if (this.#child.connected) this.#child.send(command);
  }

  #endIn(ms: Milliseconds): void {
    this.#dropDeadline?.();
    this.#dropDeadline = afterAwake(ms, () => {
      this.#isLate = true;
      this.#child.kill("SIGKILL");
    });
  }

  #failure(code: number | null, killedBy: NodeJS.Signals | null): UserError {
    if (this.#isLate) return new UserError("load.stuck");
    if (killedBy !== null) {
      const why: CodedText = { code: "load.toolSignalled", values: { tool: "autocannon", signal: killedBy } };
      return new UserError("load.toolFailed", { why });
    }
    const { reason, lacksMemory } = this.#stderr;
    if (lacksMemory) return new UserError("load.lacksMemory", { reason: withoutStop(reason.replace(/^\w*Error: /, "")) });
    const exitCode = code ?? "?";
    return reason === ""
      ? new UserError("load.autocannonEnded", { exitCode })
      : new UserError("load.autocannonEndedBecause", { exitCode, reason: withoutStop(reason) });
  }
}
