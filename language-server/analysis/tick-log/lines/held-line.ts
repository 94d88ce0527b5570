const newline = 10;
/** Longer names than that are no names. */
const longest = 1 << 16;

/** A line that may go on in the next one: V8 writes a function's name as it is, line breaks included. */
export class HeldLine {
  #bytes: Uint8Array | undefined;

  hold(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes.slice(start, end);
  }

  get isHeld(): boolean {
    return this.#bytes !== undefined;
  }

  /** What is held; nothing is afterwards. */
  release(): Uint8Array {
    const bytes = this.#bytes ?? new Uint8Array();
    this.#bytes = undefined;
    return bytes;
  }

  /** What is held and the next line as one; undefined where that is too long. Nothing is held afterwards. */
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
