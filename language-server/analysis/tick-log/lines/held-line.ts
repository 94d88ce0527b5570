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
