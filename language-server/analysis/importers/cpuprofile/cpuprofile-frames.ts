import type { FunctionInterner } from "./cpuprofile-functions.ts";
import { closeBrace, nine, zero, type JsonBytes } from "../json-bytes.ts";

/** Number of bytes hashed from the end of a call frame's text: enough for its line and column. */
const hashedLength = 32;
const wordLength = 4;
/** Names with more braces than this are left to JSON.parse. */
const mostBraces = 20;

/** Number of texts with the same hash that are compared one by one: more only occur in malicious files. */
const mostAlike = 16;

/** Functions of call frames in the bytes of a `.cpuprofile`. Parses each distinct text once. */
export class CallFrames {
  readonly #functions: FunctionInterner;
  readonly #parse: (utf8: Uint8Array) => unknown;
  /** By a hash of their text. */
  readonly #known = new Map<number, { readonly text: DataView; readonly func: number }[]>();

  /** `parse` returns undefined for invalid JSON. */
  constructor(functions: FunctionInterner, parse: (utf8: Uint8Array) => unknown) {
    this.#functions = functions;
    this.#parse = parse;
  }

  /** Reads a call frame after its opening brace; returns its function, or -1. */
  read(json: JsonBytes): number {
    const { bytes } = json;
    const start = json.at - 1;
    // A name may contain a brace: the frame ends after its column, once it is valid JSON.
    for (let end = json.at, braces = 0; braces < mostBraces; braces++) {
      end = bytes.indexOf(closeBrace, end) + 1;
      if (end === 0) {
        json.isShort = true;
        return -1;
      }
      const last = bytes[end - 2] as number;
      const func = last >= zero && last <= nine ? this.#in(json, start, end) : -1;
      if (func < 0) continue;
      json.at = end;
      return func;
    }
    return -1;
  }

  #in({ bytes, view }: JsonBytes, start: number, end: number): number {
    let hash = end - start;
    for (let at = end - wordLength; at >= Math.max(start, end - hashedLength); at -= wordLength)
      hash = Math.imul(hash ^ view.getInt32(at), 0x9e3779b1) ^ (hash >>> 15);
    const alike = this.#known.get(hash);
    for (const { text, func } of alike ?? []) if (isSame(text, view, start, end)) return func;
    const frame = this.#parse(bytes.subarray(start, end));
    if (frame === undefined) return -1;
    if (alike !== undefined && alike.length >= mostAlike) return this.#functions.row(frame);
    const known = { text: new DataView(bytes.slice(start, end).buffer), func: this.#functions.row(frame) };
    if (alike === undefined) this.#known.set(hash, [known]);
    else alike.push(known);
    return known.func;
  }
}

function isSame(known: DataView, view: DataView, start: number, end: number): boolean {
  const length = end - start;
  if (known.byteLength !== length) return false;
  let at = 0;
  for (; at + wordLength <= length; at += wordLength) if (known.getInt32(at) !== view.getInt32(start + at)) return false;
  for (; at < length; at++) if (known.getUint8(at) !== view.getUint8(start + at)) return false;
  return true;
}
