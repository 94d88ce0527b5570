import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { startVariable, type WatchdogMessage } from "./watchdog-protocol.ts";

/** How often one that was killed is replaced: whoever kills the fifth wants none. */
const mostProcesses = 5;

/**
 * Our end of the watchdog: it kills the registered processes when we die, however that happens. If somebody kills it, another one takes
 * over what it watched.
 */
export class Watchdog implements AsyncDisposable {
  readonly #script: string;
  readonly #watched = new Map<string, WatchdogMessage>();
  #process: ChildProcess;
  #exited: Promise<unknown>;
  #count = 0;
  #isDisposed = false;

  /** `script` is the bundled watchdog.js; it runs on our own executable. */
  constructor(script: string) {
    this.#script = script;
    [this.#process, this.#exited] = this.#start();
  }

  /**
   * Runs `start`, which starts a process with the given variable in its environment, and watches that process. It is killed even if we die
   * before its pid is known (only on Linux, where environments can be read).
   */
  watchStart<P extends { readonly pid?: number | undefined }>(start: (mark: Readonly<Record<string, string>>) => P): P {
    const mark = randomUUID();
    this.#post({ what: "mark", value: mark, isOver: false });
    try {
      const started = start({ [startVariable]: mark });
      if (started.pid !== undefined) this.watch(started.pid);
      return started;
    } finally {
      this.#post({ what: "mark", value: mark, isOver: true });
    }
  }

  watch(pid: number): void {
    this.#post({ what: "pid", value: String(pid), isOver: false });
  }

  forget(pid: number): void {
    this.#post({ what: "pid", value: String(pid), isOver: true });
  }

  removeAtEnd(path: string): void {
    this.#post({ what: "folder", value: path, isOver: false });
  }

  /** Makes it clean up everything still watched, and exit. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#process.stdin?.end();
    await this.#exited;
  }

  #start(): [ChildProcess, Promise<unknown>] {
    this.#count += 1;
    const started = spawn(process.execPath, [this.#script], { detached: true, stdio: ["pipe", "ignore", "inherit"], windowsHide: true });
    // The exit says what there is to say.
    started.stdin?.on("error", () => undefined);
    started.on("exit", () => this.#replace());
    return [started, once(started, "exit")];
  }

  #replace(): void {
    if (this.#isDisposed) return;
    if (!existsSync(this.#script)) return console.error(`${this.#script} is missing: nothing ends the app if this process is killed.`);
    if (this.#count === mostProcesses) return console.error("The watchdog was killed too often: there is none now.");
    [this.#process, this.#exited] = this.#start();
    for (const message of this.#watched.values()) this.#send(message);
  }

  #post(message: WatchdogMessage): void {
    const { what, value, isOver } = message;
    if (isOver) this.#watched.delete(`${what} ${value}`);
    else this.#watched.set(`${what} ${value}`, message);
    this.#send(message);
  }

  #send(message: WatchdogMessage): void {
    this.#process.stdin?.write(`${JSON.stringify(message)}\n`);
  }
}
