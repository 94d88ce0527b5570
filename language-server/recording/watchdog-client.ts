import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { WatchdogMessage } from "./watchdog-protocol.ts";

/** Our end of the watchdog: processes told to it die with us, however we die. */
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

  watch(pid: number): void {
    this.#send({ kind: "watch", pid });
  }

  forget(pid: number): void {
    this.#send({ kind: "forget", pid });
  }

  removeAtEnd(path: string): void {
    this.#send({ kind: "folder", path });
  }

  /** Makes it clean up now what is still watched, and end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin?.end();
    await this.#exited;
  }

  #send(message: WatchdogMessage): void {
    this.#process.stdin?.write(`${JSON.stringify(message)}\n`);
  }
}
