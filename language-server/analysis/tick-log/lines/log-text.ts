/** Creates a string from UTF-16 units, or from units below 256 in a byte each. */
export type TextOf = (units: Uint8Array | Uint16Array) => string;

const longestCall = 8192;

/** Works on every platform; a platform's own function is faster. */
export const textOfUnits: TextOf = (units) => {
  let text = "";
  for (let from = 0; from < units.length; from += longestCall)
    text += String.fromCharCode.apply(null, units.subarray(from, from + longestCall) as unknown as number[]);
  return text;
};

const backslash = 92;
const lineFeed = 10;
const [letterN, letterU, letterX] = [110, 117, 120];
const [slash, star] = [47, 42];
/** `#` and `@`: after a slash or a star they start comments that name source maps. */
const commentMarks = [35, 64];

/** Buffer for unescaping: fresh memory would cost a page fault for each 4 KB of every source. */
let scratch = new Uint8Array(1 << 12);
const longestScratch = 1 << 22;

/**
 * Unescapes a text of V8's log (`\x2C`, `\u20ac`, `\n`, `\\`); invalid escapes are kept. See v8/src/logging/log-utils.cc. The result is
 * valid until the next call.
 */
export function unescaped(bytes: Uint8Array): Uint8Array | Uint16Array {
  if (!bytes.includes(backslash)) return bytes;
  const narrow = bytes.length > longestScratch ? new Uint8Array(bytes.length) : scratchOf(bytes.length);
  const length = unescapeInto(narrow, bytes, 255);
  if (length >= 0) return narrow.subarray(0, length);
  const wide = new Uint16Array(bytes.length);
  return wide.subarray(0, unescapeInto(wide, bytes, 65_535));
}

function scratchOf(length: number): Uint8Array {
  if (scratch.length < length) scratch = new Uint8Array(Math.max(length, 2 * scratch.length));
  return scratch;
}

/** Returns the number of units, or -1 as soon as one is above `most`. */
function unescapeInto(units: Uint8Array | Uint16Array, bytes: Uint8Array, most: number): number {
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    let unit = bytes[at] as number;
    if (unit === backslash) {
      const next = bytes[at + 1];
      if (next === letterN || next === backslash) {
        at += 1;
        if (next === letterN) unit = lineFeed;
      } else if (next === letterX || next === letterU) {
        const digits = next === letterX ? 2 : 4;
        const coded = hexAt(bytes, at + 2, digits);
        if (coded > most) return -1;
        if (coded >= 0) {
          unit = coded;
          at += digits + 1;
        }
      }
    }
    units[length++] = unit;
  }
  return length;
}

export const hexDigits = new Int8Array(256).fill(-1);
for (let digit = 0; digit < 16; digit++) {
  hexDigits[digit.toString(16).charCodeAt(0)] = digit;
  hexDigits[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

/** -1 unless all are digits. */
function hexAt(bytes: Uint8Array, start: number, digits: number): number {
  let value = 0;
  for (let at = start; at < start + digits; at++) {
    const digit = hexDigits[bytes[at] ?? 0] as number;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** A text of the log that is decoded on demand: most of an app's sources have no costs. */
export class LoggedText {
  readonly #textOf: TextOf;
  #bytes: Uint8Array | undefined;
  #text = "";

  /** `bytes` are stored without copying. */
  constructor(bytes: Uint8Array, textOf: TextOf) {
    this.#bytes = bytes;
    this.#textOf = textOf;
  }

  get isEmpty(): boolean {
    return this.#bytes === undefined ? this.#text === "" : this.#bytes.length === 0;
  }

  /** False if the text certainly has no comment that names a source map, to avoid decoding it. */
  get mayNameMap(): boolean {
    const bytes = this.#bytes;
    if (bytes === undefined) return this.#text.includes("sourceMappingURL=");
    return commentMarks.some((mark) => {
      for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1))
        if (bytes[at - 1] === slash || bytes[at - 1] === star) return true;
      return false;
    });
  }

  /** Whether the text has a word of ASCII letters, without decoding it. */
  mentions(word: string): boolean {
    const bytes = this.#bytes;
    if (bytes === undefined) return this.#text.includes(word);
    const first = word.charCodeAt(0);
    for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
      let length = 1;
      while (length < word.length && bytes[at + length] === word.charCodeAt(length)) length += 1;
      if (length === word.length) return true;
    }
    return false;
  }

  get text(): string {
    if (this.#bytes !== undefined) this.#text = this.#textOf(unescaped(this.#bytes));
    this.#bytes = undefined;
    return this.#text;
  }
}

/** Names of functions are logged as UTF-8 bytes with one escape each, other strings as UTF-16: decodes the former. */
export function utf8Mended(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replace(/[%\x80-\xff]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`));
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
