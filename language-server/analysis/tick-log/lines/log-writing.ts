import type { Microseconds } from "../../units.ts";
import { vmStates } from "../vm-states.ts";

const newline = 10;
/** No name is longer than this. */
const longest = 1 << 16;

/** A line that may continue on the next one: V8 does not escape line breaks in functions' names. */
export class HeldLine {
  #bytes: Uint8Array | undefined;

  hold(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes.slice(start, end);
  }

  get isHeld(): boolean {
    return this.#bytes !== undefined;
  }

  /** Returns the held line and clears it. */
  release(): Uint8Array {
    const bytes = this.#bytes ?? new Uint8Array();
    this.#bytes = undefined;
    return bytes;
  }

  /** Returns the held line joined with the next one and clears it; undefined if that is too long. */
  joined(next: Uint8Array): Uint8Array | undefined {
    const first = this.release();
    if (first.length + next.length >= longest) return undefined;
    const whole = new Uint8Array(first.length + 1 + next.length);
    whole.set(first);
    whole[first.length] = newline;
    whole.set(next, first.length + 1);
    return whole;
  }
}

const defaultInterval: Microseconds = 1000;

/**
 * Ticks that Node 18 to 24 take while V8 writes the log itself, which no app spends without a profiler. Nearly all of that are the texts of
 * scripts; before Node 24 the ticks' state is that of a compiler, or any; then V8 got one for it.
 */
export class LogWriting {
  /** The last line is the text of a script: V8 writes it while it writes about a function, and the rest of that follows (`code-source-info`). */
  #isAtText = false;
  /** How many ticks at their usual distance may still have others behind them that had to wait for the text. */
  #behind = 0;
  #last: Microseconds = 0;

  /** Of any line that is not a tick. */
  onLine(event: string): void {
    this.#isAtText = event === "script-source";
    if (this.#isAtText) this.#behind = 2;
  }

  /** Whether a tick is one of these. `asked`: the sampling interval; 0 if it is not known. */
  has(time: Microseconds, state: number, asked: Microseconds): boolean {
    const step = time - this.#last;
    this.#last = time;
    if (state === vmStates.logging || this.#isAtText) return true;
    if (this.#behind === 0) return false;
    if (step >= 0 && step < (asked || defaultInterval) / 10) return true;
    this.#behind -= 1;
    return false;
  }
}
