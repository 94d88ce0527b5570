import type { FunctionInterner } from "./cpuprofile-functions.ts";
import { closeBrace, nine, zero, type JsonBytes } from "./json-bytes.ts";

/** Of a call frame's text, from its end: enough for its line and column. */
const hashedLength = 32;
/** Names with more of them than this are left to JSON.parse. */
const mostBraces = 20;

/** Functions of call frames as they stand in the bytes of a `.cpuprofile`. Each different text is parsed once. */
export class CallFrames {
  readonly #functions: FunctionInterner;
  readonly #parse: (utf8: Uint8Array) => unknown;
  /** By a hash of their text. */
  readonly #known = new Map<number, { readonly text: Uint8Array; readonly func: number }[]>();

  /** `parse`: undefined for what is no JSON. */
  constructor(functions: FunctionInterner, parse: (utf8: Uint8Array) => unknown) {
    this.#functions = functions;
    this.#parse = parse;
  }

  /** Passes a call frame whose opening brace was passed; its function, or -1. */
  read(json: JsonBytes): number {
    const { bytes } = json;
    const start = json.at - 1;
    // A name may have a brace as well: the frame ends behind its column, where it is whole.
    for (let end = json.at, braces = 0; braces < mostBraces; braces++) {
      end = bytes.indexOf(closeBrace, end) + 1;
      if (end === 0) {
        json.isShort = true;
        return -1;
      }
      const last = bytes[end - 2] as number;
      const func = last >= zero && last <= nine ? this.#in(bytes, start, end) : -1;
      if (func < 0) continue;
      json.at = end;
      return func;
    }
    return -1;
  }

  #in(bytes: Uint8Array, start: number, end: number): number {
    let hash = end - start;
    for (let at = Math.max(start, end - hashedLength); at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
    const alike = this.#known.get(hash);
    for (const { text, func } of alike ?? []) if (isSame(text, bytes, start, end)) return func;
    const frame = this.#parse(bytes.subarray(start, end));
    if (frame === undefined) return -1;
    const known = { text: bytes.slice(start, end), func: this.#functions.row(frame) };
    if (alike === undefined) this.#known.set(hash, [known]);
    else alike.push(known);
    return known.func;
  }
}

function isSame(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[start + at]) return false;
  return true;
}
