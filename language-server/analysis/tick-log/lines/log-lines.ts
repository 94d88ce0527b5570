/** Longer lines are skipped: V8 writes a script's source as one line. */
const longestLine = 256 * 1024 * 1024;
const newline = 10;

/** Splits a stream of bytes into lines, copying only those that cross chunks. */
export class LogLines {
  readonly #take: (bytes: Uint8Array, start: number, end: number) => void;
  #carried: Uint8Array[] = [];
  #carriedLength = 0;
  #dropping = false;
  /** Number of skipped lines that were too long. */
  tooLong = 0;

  constructor(take: (bytes: Uint8Array, start: number, end: number) => void) {
    this.#take = take;
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    if (this.#carriedLength > 0 || this.#dropping) {
      const end = bytes.indexOf(newline);
      if (end < 0) {
        this.#carry(bytes.slice());
        return;
      }
      if (!this.#dropping) {
        this.#carry(bytes.slice(0, end));
        this.#flush();
      }
      this.#dropping = false;
      this.#carried = [];
      this.#carriedLength = 0;
      at = end + 1;
    }
    for (;;) {
      const end = bytes.indexOf(newline, at);
      if (end < 0) break;
      this.#take(bytes, at, end > at && bytes[end - 1] === 13 ? end - 1 : end);
      at = end + 1;
    }
    if (at < bytes.length) this.#carry(bytes.slice(at));
  }

  /** Number of bytes after the last line break: an incomplete line. */
  get unfinished(): number {
    return this.#carriedLength;
  }

  #carry(bytes: Uint8Array): void {
    if (this.#dropping) return;
    this.#carried.push(bytes);
    this.#carriedLength += bytes.length;
    if (this.#carriedLength <= longestLine) return;
    this.tooLong += 1;
    this.#dropping = true;
    this.#carried = [];
    this.#carriedLength = 0;
  }

  #flush(): void {
    const whole = new Uint8Array(this.#carriedLength);
    let at = 0;
    for (const part of this.#carried) {
      whole.set(part, at);
      at += part.length;
    }
    this.#take(whole, 0, whole.length > 0 && whole[whole.length - 1] === 13 ? whole.length - 1 : whole.length);
  }
}
