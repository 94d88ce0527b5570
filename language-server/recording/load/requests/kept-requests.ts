import type { Microseconds, Milliseconds } from "../../../analysis/units.ts";
import { monotonicUs } from "./wall-clock.ts";
import { ifRefused } from "../../../platform/refusals.ts";
import { RequestRows } from "./request-rows.ts";
import { writeRequests } from "./requests-file.ts";

/** Between two writes, for each row: a write of the most rows stops the process for some 2 ms. */
const pauseUsPerRow: Microseconds = 50;

/** Requests of a load's measured part, which begins when this is created. They are kept in a file from time to time, and at the end. */
export class KeptRequests {
  readonly rows = new RequestRows();
  readonly #file: string;
  readonly #labels: readonly string[];
  readonly #from = monotonicUs();
  #nextMs: Milliseconds = 0;
  #isWriting = false;
  #writing: Promise<void> = Promise.resolve();

  /** `labels`: of the plan's requests, in their order. */
  constructor(file: string, labels: readonly string[]) {
    this.#file = file;
    this.#labels = labels;
  }

  /** Call often. Does nothing while a write goes on, soon after one, or before the first request is over. */
  keep(): void {
    const now = performance.now();
    if (this.#isWriting || now < this.#nextMs || this.rows.length === 0) return;
    this.#nextMs = now + (this.rows.length * pauseUsPerRow) / 1000;
    this.#writing = this.#write();
  }

  /** Resolves when all are written. */
  async end(): Promise<void> {
    const to = monotonicUs();
    await this.#writing;
    await this.#write(to);
  }

  async #write(to = monotonicUs()): Promise<void> {
    this.#isWriting = true;
    // A full disk or missing folder: the recording itself reports that.
    await writeRequests(this.#file, { from: this.#from, to, requests: this.rows.table(this.#labels) }).catch(ifRefused);
    this.#isWriting = false;
  }
}
