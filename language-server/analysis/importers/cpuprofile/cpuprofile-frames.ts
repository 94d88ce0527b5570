import type { FunctionInterner } from "./cpuprofile-functions.ts";
import { IntColumn } from "../../tick-log/columns.ts";
import { closeBrace, nine, zero, type JsonBytes } from "../json-bytes.ts";

/** Number of bytes hashed from the end of a call frame's text: enough for its line and column. */
const hashedLength = 32;
const wordLength = 4;
/** Where a function's name begins, and the number of bytes hashed from there to guess which frame it is. */
const nameStart = '{"functionName":"'.length;
const guessedLength = 16;
const guesses = 4096;
/** Names with more braces than this are left to JSON.parse. */
const mostBraces = 20;

/** Number of texts with the same hash that are compared one by one: more only occur in malicious files. */
const mostAlike = 16;

/** Functions of call frames in the bytes of a `.cpuprofile`. Parses each distinct text once. */
export class CallFrames {
  readonly #functions: FunctionInterner;
  readonly #parse: (utf8: Uint8Array) => unknown;
  /** Distinct texts, one after the other: each ends where the next one begins. */
  #texts = new Uint8Array(1 << 16);
  #view = new DataView(this.#texts.buffer);
  readonly #end = new IntColumn();
  readonly #func = new IntColumn();
  /** Texts by a hash of their end. */
  readonly #known = new Map<number, number[]>();
  /** The latest text by a hash of its beginning, counted from 1. */
  readonly #guessed = new Int32Array(guesses);

  /** `parse` returns undefined for invalid JSON. */
  constructor(functions: FunctionInterner, parse: (utf8: Uint8Array) => unknown) {
    this.#functions = functions;
    this.#parse = parse;
  }

  /** Reads a call frame after its opening brace; returns its function, or -1. */
  read(json: JsonBytes): number {
    const { bytes, view } = json;
    const start = json.at - 1;
    const name = start + nameStart;
    const guess = name + guessedLength > bytes.length ? 0 : hashOf(view, name, name + guessedLength, 0) & (guesses - 1);
    // The text of a known frame ends where that frame ends, whatever follows.
    const likely = this.#guessed[guess] - 1;
    if (likely !== -1 && this.#isAt(likely, view, start)) {
      json.at = start + this.#lengthOf(likely);
      return this.#func.at(likely);
    }
    // A name may contain a brace: the frame ends after its column, once it is valid JSON.
    for (let end = json.at, braces = 0; braces < mostBraces; braces++) {
      end = bytes.indexOf(closeBrace, end) + 1;
      if (end === 0) {
        json.isShort = true;
        return -1;
      }
      const last = bytes[end - 2];
      const func = last >= zero && last <= nine ? this.#in(json, start, end, guess) : -1;
      if (func < 0) continue;
      json.at = end;
      return func;
    }
    return -1;
  }

  #in({ bytes, view }: JsonBytes, start: number, end: number, guess: number): number {
    const hash = hashOf(view, Math.max(start, end - hashedLength), end, end - start);
    const alike = this.#known.get(hash) ?? [];
    for (const text of alike) {
      if (this.#lengthOf(text) !== end - start || !this.#isAt(text, view, start)) continue;
      this.#guessed[guess] = text + 1;
      return this.#func.at(text);
    }
    const frame = this.#parse(bytes.subarray(start, end));
    if (frame === undefined) return -1;
    const func = this.#functions.row(frame);
    if (alike.length >= mostAlike) return func;
    alike.push(this.#keep(bytes.subarray(start, end), func));
    this.#known.set(hash, alike);
    return func;
  }

  #keep(text: Uint8Array, func: number): number {
    const start = this.#startOf(this.#end.length);
    if (start + text.length > this.#texts.length) {
      const larger = new Uint8Array((start + text.length) * 2);
      larger.set(this.#texts);
      this.#texts = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#texts.set(text, start);
    this.#end.push(start + text.length);
    return this.#func.push(func);
  }

  #startOf(text: number): number {
    return text === 0 ? 0 : this.#end.at(text - 1);
  }

  #lengthOf(text: number): number {
    return this.#end.at(text) - this.#startOf(text);
  }

  #isAt(text: number, view: DataView, start: number): boolean {
    const own = this.#view;
    const from = this.#startOf(text);
    const length = this.#end.at(text) - from;
    if (start + length > view.byteLength) return false;
    let at = 0;
    for (; at + wordLength <= length; at += wordLength) if (own.getInt32(from + at) !== view.getInt32(start + at)) return false;
    for (; at < length; at++) if (own.getUint8(from + at) !== view.getUint8(start + at)) return false;
    return true;
  }
}

/** A hash of the last whole words. */
function hashOf(view: DataView, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let at = end - wordLength; at >= start; at -= wordLength) hash = Math.imul(hash ^ view.getInt32(at), 0x9e3779b1) ^ (hash >>> 15);
  return hash ^ (hash >>> 16);
}
