import { IntColumn } from "../columns.ts";
import { NumberMap } from "../number-map.ts";
import { mostCode, packedKey } from "../packed-key.ts";
import type { TickLog } from "../tick-log.ts";

/** Observed callees of one call: distinct pieces of code with their ticks. Reused for each call, as there are as many calls as stacks. */
export class Callees {
  readonly code: number[] = [];
  readonly ticks: number[] = [];
  /** Row of each piece of code, or -1. */
  readonly #row: Int32Array;

  /** `codes`: number of pieces of code. */
  constructor(codes: number) {
    this.#row = new Int32Array(codes).fill(-1);
  }

  get length(): number {
    return this.code.length;
  }

  clear(): void {
    for (const code of this.code) this.#row[code] = -1;
    this.code.length = 0;
    this.ticks.length = 0;
  }

  add(code: number, ticks: number): void {
    const row = this.#row[code] as number;
    if (row >= 0) {
      this.ticks[row] = (this.ticks[row] as number) + ticks;
      return;
    }
    this.#row[code] = this.code.push(code) - 1;
    this.ticks.push(ticks);
  }
}

/**
 * For each stack the number of the call at its innermost frame, and the number of calls. A call is a frame; for a builtin also its caller,
 * since all callers share its code.
 */
export function callsOf(log: TickLog): { readonly ofStack: Int32Array; readonly count: number } {
  const [prefix, frame, code] = [log.stacks.prefix.values, log.stacks.frame.values, log.stacks.code.values];
  const ofStack = new Int32Array(log.stacks.prefix.length);
  const ofBuiltins = new NumberMap();
  let count = log.stacks.code.length;
  for (let stack = 0; stack < ofStack.length; stack++) {
    const own = frame[stack] as number;
    const below = prefix[stack] as number;
    const isShared = below >= 0 && (code[own] as number) >= 0 && !log.codes.isFunction(code[own] as number);
    if (!isShared) {
      ofStack[stack] = own;
      continue;
    }
    const key = packedKey(own, frame[below] as number, mostCode, "calls");
    let call = ofBuiltins.get(key);
    if (call < 0) ofBuiltins.set(key, (call = count++));
    ofStack[stack] = call;
  }
  return { ofStack, count };
}

/** Observed callees of each call, on any stack, with their ticks. */
export class CallCallees {
  /** Ticks of all callees, by call. */
  readonly #all: Int32Array;
  /** By call and callee, a row of `#code` and `#ticks`; a call's rows are a list that ends with -1. */
  readonly #rows = new NumberMap(1 << 14);
  readonly #first: Int32Array;
  readonly #next = new IntColumn();
  readonly #code = new IntColumn();
  readonly #ticks = new IntColumn();

  constructor(calls: number) {
    this.#all = new Int32Array(calls);
    this.#first = new Int32Array(calls).fill(-1);
  }

  add(call: number, callee: number, ticks: number): void {
    this.#all[call] = (this.#all[call] as number) + ticks;
    const key = packedKey(call, callee, mostCode, "pieces of code");
    const row = this.#rows.get(key);
    if (row >= 0) {
      this.#ticks.put(row, this.#ticks.at(row) + ticks);
      return;
    }
    this.#ticks.push(ticks);
    this.#code.push(callee);
    const added = this.#next.push(this.#first[call] as number);
    this.#rows.set(key, added);
    this.#first[call] = added;
  }

  /** Ticks that show any callee of the call. */
  ticksOn(call: number): number {
    return this.#all[call] as number;
  }

  /** Adds the callees of a call to `callees`. */
  addTo(callees: Callees, call: number): void {
    for (let row = this.#first[call] as number; row >= 0; row = this.#next.at(row)) callees.add(this.#code.at(row), this.#ticks.at(row));
  }
}
