import { stat } from "node:fs/promises";
import { type StackImports, TickLogDecoder } from "../../analysis/tick-log/tick-log-decoder.ts";
import type { Bytes, Microseconds, Milliseconds } from "../../analysis/units.ts";
import { openWhenFree } from "../../platform/busy-files.ts";
import { ifMissing } from "../../platform/refusals.ts";
import { logOf } from "./sampler-slices.ts";
import { monotonicUs } from "./thread-clock.ts";
import { readImports } from "../../history/imports/read-imports.ts";
import { nativeText } from "../../history/native/native-text.ts";

const pieceSize = 1 << 20;

/** The log of one isolate, read incrementally while the app writes it. */
export class ExactLog {
  readonly file: string;
  /** Undefined if the log came through a pipe. */
  readonly pid: number | undefined;
  readonly decoder = new TickLogDecoder(nativeText);
  #imports: StackImports | undefined;
  #read: Bytes = 0;
  #reading: Promise<void> = Promise.resolve();

  private constructor(file: string, pid: number | undefined) {
    this.file = file;
    this.pid = pid;
  }

  /** Undefined if the file has neither V8's name of an isolate's log nor that of a log from a pipe. */
  static at(file: string): ExactLog | undefined {
    const log = logOf(file);
    return log && new ExactLog(file, log.pid);
  }

  /** Undefined if it has no ES modules. */
  get imports(): StackImports | undefined {
    if (this.decoder.hasModules) this.#imports ??= readImports();
    return this.#imports;
  }

  /** Number of bytes read so far. */
  get bytes(): Bytes {
    return this.#read;
  }

  /** Reads up to the current end of the file. */
  readOn(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readOn());
    return this.#reading;
  }

  /**
   * The machine's monotonic clock (`process.hrtime`, in microseconds) when the log's own clock was 0. V8 starts that clock when it creates
   * the file; for logs without an anchor this is the fallback, correct to a few milliseconds. Undefined if that file was deleted.
   */
  async clockStart(anchors: ReadonlyMap<string, Microseconds>): Promise<Microseconds | undefined> {
    let start = Number.POSITIVE_INFINITY;
    for (const [name, logged] of this.decoder.anchors) {
      const shown = anchors.get(name);
      // A script is compiled before it reads the clock, so the smallest delay is the most exact.
      if (shown !== undefined) start = Math.min(start, shown - logged);
    }
    if (Number.isFinite(start)) return start;
    const facts = await stat(this.file).catch(ifMissing);
    return facts && monotonicAt(facts.birthtimeMs > 0 ? facts.birthtimeMs : facts.mtimeMs);
  }

  /** When V8 last wrote to it, by the monotonic clock, to a few milliseconds. Undefined if it was deleted. */
  async lastWritten(): Promise<Microseconds | undefined> {
    const facts = await stat(this.file).catch(ifMissing);
    return facts && monotonicAt(facts.mtimeMs);
  }

  async #readOn(): Promise<void> {
    const opened = await openWhenFree(this.file).catch(ifMissing);
    // It was deleted: what was read is kept.
    if (opened === undefined) return;
    await using handle = opened;
    const { size } = await handle.stat();
    const piece = new Uint8Array(Math.min(pieceSize, Math.max(1, size - this.#read)));
    while (this.#read < size) {
      const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, size - this.#read), this.#read);
      if (bytesRead === 0) return;
      this.#read += bytesRead;
      this.decoder.push(piece.subarray(0, bytesRead));
    }
  }
}

function monotonicAt(epochMs: Milliseconds): Microseconds {
  return monotonicUs() - (Date.now() - epochMs) * 1000;
}
