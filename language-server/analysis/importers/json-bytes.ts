import type { DoubleColumn } from "../tick-log/columns.ts";

const quote = 34;
export const comma = 44;
const minus = 45;
export const zero = 48;
export const nine = 57;
const backslash = 92;
export const closeBracket = 93;
export const closeBrace = 125;

const mostDigits = 15;

/** JSON without blanks, whose bytes arrive in pieces. Each method consumes its value only if all of it has arrived; else nothing. */
export class JsonBytes {
  bytes: Uint8Array = new Uint8Array();
  /** The same bytes, to read several at once. */
  view: DataView = new DataView(new ArrayBuffer());
  /** Position of the next byte. */
  at = 0;
  /** Set if the bytes ended within a value. */
  isShort = false;
  #buffer = new Uint8Array();

  /** Adds a copy of a piece, and drops consumed bytes. */
  push(piece: Uint8Array): void {
    const rest = this.bytes.length - this.at;
    if (rest + piece.length > this.#buffer.length) {
      const larger = new Uint8Array((rest + piece.length) * 2);
      larger.set(this.bytes.subarray(this.at));
      this.#buffer = larger;
    } else this.#buffer.copyWithin(0, this.at, this.bytes.length);
    this.#buffer.set(piece, rest);
    this.bytes = this.#buffer.subarray(0, rest + piece.length);
    this.at = 0;
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
  }

  /** The byte at that position, or -1 at the end. */
  peek(ahead = 0): number {
    const byte = this.bytes[this.at + ahead];
    if (byte === undefined) this.isShort = true;
    return byte ?? -1;
  }

  /** Consumes one byte. */
  pass(): true {
    this.at += 1;
    return true;
  }

  /** Consumes exactly these bytes. */
  word({ length, offset, value }: Word): boolean {
    const { view, at } = this;
    if (at + length > view.byteLength) {
      this.isShort = true;
      return false;
    }
    for (let index = 0; index < value.length; index++) if (view.getInt32(at + offset[index]) !== value[index]) return false;
    this.at = at + length;
    return true;
  }

  /** Consumes a whole number of at most 15 digits that is followed by a byte; else returns -1. */
  whole(): number {
    const { bytes, at: start } = this;
    let at = start;
    let value = 0;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte < zero || byte > nine) break;
      value = value * 10 + byte - zero;
    }
    if (at === bytes.length) {
      this.isShort = true;
      return -1;
    }
    if (!isWhole(at - start, bytes[start])) return -1;
    this.at = at;
    return value;
  }

  /**
   * Consumes whole numbers up to and including the closing bracket, appending them to `list`. Numbers before the end of the bytes are
   * consumed in any case.
   */
  wholes(list: DoubleColumn): boolean {
    const { bytes } = this;
    for (;;) {
      const isNegative = bytes[this.at] === minus;
      const start = isNegative ? this.at + 1 : this.at;
      let at = start;
      let value = 0;
      let next = bytes[at] ?? -1;
      for (; next >= zero && next <= nine; next = bytes[++at] ?? -1) value = value * 10 + next - zero;
      this.isShort ||= next === -1;
      if ((next !== comma && next !== closeBracket) || !isWhole(at - start, bytes[start])) return false;
      list.push(isNegative ? -value : value);
      this.at = at + 1;
      if (next === closeBracket) return true;
    }
  }

  /** Consumes a string after its opening quote and returns it with quotes; undefined if it has no end. */
  string(): Uint8Array | undefined {
    const { bytes, at: start } = this;
    let at = start;
    while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    if (at >= bytes.length) {
      this.isShort = true;
      return undefined;
    }
    this.at = at + 1;
    return bytes.subarray(start - 1, this.at);
  }

  /** The bytes before the next comma or brace; undefined if there is none. */
  untilComma(): Uint8Array | undefined {
    const { bytes, at: start } = this;
    let at = start;
    while (at < bytes.length && bytes[at] !== comma && bytes[at] !== closeBrace) at += 1;
    if (at === bytes.length) {
      this.isShort = true;
      return undefined;
    }
    this.at = at;
    return bytes.subarray(start, at);
  }
}

/** Whether JSON and a double can have a whole number of so many digits. */
function isWhole(digits: number, first: number | undefined): boolean {
  return digits === 1 || (digits > 1 && digits <= mostDigits && first !== zero);
}

/** At least four bytes that are compared four at a time. The last four may overlap those before. */
interface Word {
  readonly length: number;
  readonly offset: Int32Array;
  readonly value: Int32Array;
}

export function ascii(text: string): Word {
  const view = new DataView(Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer);
  const offset = Int32Array.from({ length: Math.ceil(text.length / 4) }, (_, index) => Math.min(index * 4, text.length - 4));
  return { length: text.length, offset, value: offset.map((at) => view.getInt32(at)) };
}
