import { hexDigits, textOfUnits, unescaped } from "./log-text.ts";

const comma = 44;

export interface CodeLabel {
  /** For a function `name url:line:column`. */
  readonly label: string;
  /** Address of the function's SharedFunctionInfo; -1 for other code. */
  readonly sharedInfo: number;
  /** V8's mark of the tier; "" if there is none. */
  readonly marker: string;
}

/** Reads the fields of a line in order. An invalid or missing field reads as NaN or "". */
export class LogLine {
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;
  #end = 0;

  /** The line from `start` to `end`, without its line break. */
  open(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get hasMore(): boolean {
    return this.#at < this.#end;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get position(): number {
    return this.#at;
  }

  /** Offset of the next field's first byte. */
  get next(): number {
    return this.#at < this.#end ? (this.#bytes[this.#at] as number) : -1;
  }

  /** Reads `0x…`, below 2^52. */
  address(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    if (bytes[at] !== 48 || bytes[at + 1] !== 120) return this.#bad();
    at += 2;
    const first = at;
    const end = this.#end;
    let high = 0;
    let low = 0;
    // Up to seven digits at a time stay within fast 32-bit arithmetic.
    for (const split = Math.min(end, at + 6); at < split; at++) {
      const digit = hexDigits[bytes[at] as number] as number;
      if (digit < 0) break;
      high = (high << 4) | digit;
    }
    let scale = 1;
    for (const split = Math.min(end, at + 7); at < split; at++) {
      const digit = hexDigits[bytes[at] as number] as number;
      if (digit < 0) break;
      low = (low << 4) | digit;
      scale <<= 4;
    }
    if (at === first || (at < end && bytes[at] !== comma)) return this.#bad();
    this.#at = at + 1;
    return high * scale + low;
  }

  /** Reads an address, or `+0x…` / `-0x…` relative to the previous one. */
  addressFrom(previous: number): number {
    const sign = this.next;
    if (sign !== 43 && sign !== 45) return this.address();
    this.#at += 1;
    if (this.next === 48 && this.#bytes[this.#at + 1] === 120) return sign === 43 ? previous + this.address() : previous - this.address();
    const text = this.text();
    const delta = /^[0-9a-f]{1,13}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
    return sign === 43 ? previous + delta : previous - delta;
  }

  /** Reads a decimal integer. */
  int(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    const negative = bytes[at] === 45;
    if (negative) at += 1;
    const first = at;
    let value = 0;
    for (; at < this.#end; at++) {
      const digit = (bytes[at] as number) - 48;
      if (digit === comma - 48) break;
      if (digit < 0 || digit > 9) return this.#bad();
      value = value * 10 + digit;
    }
    if (at === first || at - first > 15) return this.#bad();
    this.#at = at + 1;
    return negative ? -value : value;
  }

  /** Reads a text without unescaping it. */
  text(): string {
    return textOfUnits(this.field());
  }

  string(): string {
    return textOfUnits(unescaped(this.field()));
  }

  /** The field's bytes, as part of the line's. */
  field(): Uint8Array {
    const start = this.#at;
    this.skip();
    const end = this.#at > this.#end || this.#bytes[this.#at - 1] !== comma ? Math.min(this.#at, this.#end) : this.#at - 1;
    return this.#bytes.subarray(start, Math.max(start, end));
  }

  /**
   * Reads the rest of a line about code: its label, and for a function its address and tier mark. V8 does not escape labels, which may
   * contain commas, so this parses from the end.
   */
  codeLabel(): CodeLabel {
    const from = this.#at;
    const end = this.#end;
    let before = this.#lastComma(from, end);
    // An address is the last field or the one before.
    for (let tried = 0; tried < 2 && before >= 0; tried++) {
      this.#at = before + 1;
      const sharedInfo = this.address();
      if (!Number.isNaN(sharedInfo)) {
        const marker = textOfUnits(this.#bytes.subarray(Math.min(this.#at, end), end));
        return { label: textOfUnits(unescaped(this.#bytes.subarray(from, before))), sharedInfo, marker };
      }
      before = this.#lastComma(from, before);
    }
    return { label: textOfUnits(unescaped(this.#bytes.subarray(Math.min(from, end), end))), sharedInfo: -1, marker: "" };
  }

  #lastComma(from: number, end: number): number {
    const at = end > from ? this.#bytes.lastIndexOf(comma, end - 1) : -1;
    return at < from ? -1 : at;
  }

  skip(): void {
    const at = this.#bytes.indexOf(comma, this.#at);
    this.#at = at < 0 || at >= this.#end ? this.#end + 1 : at + 1;
  }

  #bad(): number {
    this.skip();
    return Number.NaN;
  }
}
