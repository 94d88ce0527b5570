import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { startVariable, type WatchdogMessage } from "./watchdog-protocol.ts";

/** Our end of the watchdog: it kills the registered processes when we die, however that happens. */
export class Watchdog implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;

  /** `script` is the bundled watchdog.js; it runs on our own executable. */
  constructor(script: string) {
    this.#process = spawn(process.execPath, [script], { detached: true, stdio: ["pipe", "ignore", "inherit"], windowsHide: true });
    this.#exited = once(this.#process, "exit");
    this.#process.stdin?.on("error", (error) => {
      console.error(`The watchdog is gone: ${error.message}`);
    });
  }

  /**
   * Runs `start`, which starts a process with the given variable in its environment, and watches that process. It is killed even if we die
   * before its pid is known (only on Linux, where environments can be read).
   */
  watchStart<P extends { readonly pid?: number | undefined }>(start: (mark: Readonly<Record<string, string>>) => P): P {
    const mark = randomUUID();
    this.#send({ kind: "expect", mark });
    try {
      const started = start({ [startVariable]: mark });
      if (started.pid !== undefined) this.watch(started.pid);
      return started;
    } finally {
      this.#send({ kind: "arrived", mark });
    }
  }

  watch(pid: number): void {
    this.#send({ kind: "watch", pid });
  }

  forget(pid: number): void {
    this.#send({ kind: "forget", pid });
  }

  removeAtEnd(path: string): void {
    this.#send({ kind: "folder", path });
  }

  /** Makes it clean up everything still watched, and exit. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin?.end();
    await this.#exited;
  }

  #send(message: WatchdogMessage): void {
    this.#process.stdin?.write(`${JSON.stringify(message)}\n`);
  }
}
