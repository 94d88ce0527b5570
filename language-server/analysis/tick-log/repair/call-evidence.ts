import { isStub } from "./builtin-sites.ts";
import { IntColumn } from "../columns.ts";
import { CallCallees, Callees, callsOf } from "./call-callees.ts";
import { NumberMap } from "../number-map.ts";
import { mostCode, packedKey } from "../packed-key.ts";
import type { TickLog } from "../tick-log.ts";
import { isIdle } from "../timeline.ts";
import { vmStates } from "../vm-states.ts";

/** Maximum distance in ticks to look for the running callee. */
const reach = 6;

/** Stands for code that is not in the log. */
const nativeCode = "(native)";

/** What a log's ticks show about who calls whom, and when. */
export class CallEvidence {
  /** Distinct pairs of a stack and a builtin on top of it whose caller's frame may be missing. */
  readonly framelessUnder = new IntColumn();
  readonly framelessBuiltin = new IntColumn();
  readonly #log: TickLog;
  readonly #momentStack: Int32Array;
  readonly #prefix: Int32Array;
  /** Code of each stack's innermost frame. */
  readonly #stackCode: Int32Array;
  /** For each moment the JavaScript code that contains the program counter, or -1. */
  readonly #topCode: Int32Array;
  /** Ticks of each moment, and of each stack with everything above it. */
  readonly #momentTicks: Int32Array;
  readonly #stackTicks: Int32Array;
  readonly #depth: Int32Array;
  /** Lists in arrays, each ending with -1: the stacks directly above a stack, and the moments on it. */
  readonly #firstAbove: Int32Array;
  readonly #nextAbove: Int32Array;
  readonly #firstMoment: Int32Array;
  readonly #nextMoment: Int32Array;
  readonly #functionTicks: Int32Array;
  /** For each stack the call at its innermost frame. */
  readonly #calls: Int32Array;
  /** For each call the ticks in which it is the innermost recorded one. */
  readonly #leafTicks: Int32Array;
  /** By code. */
  readonly #firstSeen: Int32Array;
  readonly #lastSeen: Int32Array;
  readonly #callees: CallCallees;
  /** For each moment the row of its frameless call, or -1. */
  readonly #frameless: Int32Array;
  readonly #framelessRows = new NumberMap();
  readonly #builtinNames: string[] = [nativeCode];
  readonly #builtinNumbers = new Map([[nativeCode, 0]]);
  readonly #found: Callees;
  /** For each piece of code: 0 unknown, 1 yes, 2 no. */
  readonly #stubs: Uint8Array;

  constructor(log: TickLog) {
    const [moments, stacks, codes] = [log.momentStack.length, log.stacks.prefix.length, log.codes.kind.length];
    this.#log = log;
    this.#momentStack = log.momentStack.values;
    this.#prefix = log.stacks.prefix.values;
    this.#stackCode = codesOf(log.stacks.frame, log.stacks.code.values);
    this.#topCode = codesOf(log.momentTop, log.stacks.code.values);
    for (let moment = 0; moment < moments; moment++) if (!log.codes.isFunction(this.#topCode[moment] as number)) this.#topCode[moment] = -1;
    this.#momentTicks = new Int32Array(moments);
    this.#stackTicks = new Int32Array(stacks);
    this.#depth = new Int32Array(stacks);
    this.#firstAbove = new Int32Array(stacks).fill(-1);
    this.#nextAbove = new Int32Array(stacks).fill(-1);
    this.#firstMoment = new Int32Array(stacks).fill(-1);
    this.#nextMoment = new Int32Array(moments).fill(-1);
    const calls = callsOf(log);
    this.#calls = calls.ofStack;
    this.#leafTicks = new Int32Array(calls.count);
    this.#callees = new CallCallees(calls.count);
    this.#functionTicks = new Int32Array(log.codes.functions.length);
    this.#firstSeen = new Int32Array(codes).fill(-1);
    this.#lastSeen = new Int32Array(codes).fill(-1);
    this.#stubs = new Uint8Array(codes);
    this.#frameless = new Int32Array(moments);
    this.#found = new Callees(codes);
    this.#countTicks();
    this.#countMoments();
    this.#countStacks();
    for (let moment = 0; moment < moments; moment++) this.#frameless[moment] = this.#newFramelessAt(moment);
  }

  #countTicks(): void {
    const [moments, count] = [this.#log.tickMoment.values, this.#log.tickMoment.length];
    for (let tick = 0; tick < count; tick++) {
      const moment = moments[tick] as number;
      const stack = this.#momentStack[moment] as number;
      this.#momentTicks[moment] = (this.#momentTicks[moment] as number) + 1;
      this.#see(this.#topCode[moment] as number, tick);
      if (stack >= 0) this.#see(this.#stackCode[stack] as number, tick);
    }
  }

  #countMoments(): void {
    for (let moment = 0; moment < this.#momentTicks.length; moment++) {
      const stack = this.#momentStack[moment] as number;
      const ticks = this.#momentTicks[moment] as number;
      const top = this.#topCode[moment] as number;
      this.#countFunction(top, ticks);
      if (stack < 0) continue;
      this.#stackTicks[stack] = (this.#stackTicks[stack] as number) + ticks;
      const leaf = this.#calls[stack] as number;
      this.#leafTicks[leaf] = (this.#leafTicks[leaf] as number) + ticks;
      if (this.#isCallee(top, ticks)) this.#callees.add(leaf, top, ticks);
      this.#nextMoment[moment] = this.#firstMoment[stack] as number;
      this.#firstMoment[stack] = moment;
    }
  }

  #countStacks(): void {
    const [prefix, codes] = [this.#prefix, this.#stackCode];
    // A stack always precedes those above it.
    for (let stack = this.#depth.length - 1; stack >= 0; stack--) {
      const below = prefix[stack] as number;
      const ticks = this.#stackTicks[stack] as number;
      const own = codes[stack] as number;
      this.#countFunction(own, ticks);
      if (below < 0) continue;
      this.#stackTicks[below] = (this.#stackTicks[below] as number) + ticks;
      if (this.#isCallee(own, ticks)) this.#callees.add(this.#calls[below] as number, own, ticks);
      this.#nextAbove[stack] = this.#firstAbove[below] as number;
      this.#firstAbove[below] = stack;
    }
    for (let stack = 0; stack < this.#depth.length; stack++)
      this.#depth[stack] = (prefix[stack] as number) < 0 ? 1 : (this.#depth[prefix[stack] as number] as number) + 1;
  }

  momentTicks(moment: number): number {
    return this.#momentTicks[moment] as number;
  }

  /** Offset of the program counter in its code; -1 if it is in none. */
  topOffset(moment: number): number {
    const top = this.#log.momentTop.at(moment);
    return top < 0 || this.#log.stacks.code.at(top) < 0 ? -1 : this.#log.stacks.offset.at(top);
  }

  ticksOfFunction(func: number): number {
    return this.#functionTicks[func] ?? 0;
  }

  /**
   * Code seen to be called by the innermost frame of a stack, with ticks; from other stacks with the same call if this one has too few.
   * Valid until the next call.
   */
  calleesOf(stack: number): Callees {
    const found = this.#found;
    found.clear();
    const add = (callee: number, ticks: number): void => {
      if (this.#isCallee(callee, ticks)) found.add(callee, ticks);
    };
    for (let above = this.#firstAbove[stack] as number; above >= 0; above = this.#nextAbove[above] as number)
      add(this.#stackCode[above] as number, this.#stackTicks[above] as number);
    for (let moment = this.#firstMoment[stack] as number; moment >= 0; moment = this.#nextMoment[moment] as number)
      add(this.#topCode[moment] as number, this.#momentTicks[moment] as number);
    if (found.length === 0) this.#callees.addTo(found, this.#calls[stack] as number);
    return found;
  }

  /** Whether `calleesOf` would return any. */
  hasCallees(stack: number): boolean {
    return this.#callees.ticksOn(this.#calls[stack] as number) > 0;
  }

  /** False if the call often is innermost but hardly any tick shows a callee: those few are sampling artefacts. */
  isBelievable(stack: number): boolean {
    const call = this.#calls[stack] as number;
    return (this.#leafTicks[call] as number) < 200 * this.#callees.ticksOn(call);
  }

  #isCallee(code: number, ticks: number): boolean {
    return code >= 0 && ticks > 0 && !this.#isStubCode(code);
  }

  /**
   * Row of the builtin whose JavaScript caller may be missing at a moment, on top of everything recorded or below builtin code that uses
   * the caller's frame; -1 if there is none.
   */
  framelessAt(moment: number): number {
    return this.#frameless[moment] as number;
  }

  get framelessCount(): number {
    return this.framelessUnder.length;
  }

  builtinName(builtin: number): string {
    return this.#builtinNames[builtin] ?? "";
  }

  /** 1 while the code is known to run, less before it was first seen and after it was last seen. */
  lifetime(code: number, tick: number): number {
    const first = this.#firstSeen[code] as number;
    return first >= 0 && tick >= first - reach && tick <= (this.#lastSeen[code] as number) + reach ? 1 : 0.02;
  }

  /** The code on top of the stack at the nearest tick before or after, while it is on that stack. */
  neighbour(tick: number, stack: number, direction: -1 | 1): { code: number; nearness: number } | undefined {
    const log = this.#log;
    for (let step = 1; step <= reach; step++) {
      const other = tick + step * direction;
      if (other < 0 || other >= log.tickMoment.length) return undefined;
      const moment = log.tickMoment.at(other);
      const state = log.momentState.at(moment);
      // Ticks of the collector have no stack, and are no evidence.
      if (state === vmStates.gc) continue;
      if (isIdle(state)) return undefined;
      const code = this.#childOf(stack, moment);
      if (code === undefined) return undefined;
      if (code >= 0) {
        const apart = Math.abs(log.tickTime.at(other) - log.tickTime.at(tick));
        return { code, nearness: Math.exp(-apart / 5000) / step };
      }
    }
    return undefined;
  }

  /** The code that a moment has on top of a stack; -1 if there is none, undefined if the moment is not on that stack. */
  #childOf(stack: number, moment: number): number | undefined {
    const depth = this.#depth[stack] as number;
    let at = this.#momentStack[moment] as number;
    if (at === stack) return this.#topCode[moment];
    while (at >= 0 && (this.#depth[at] as number) > depth + 1) at = this.#prefix[at] as number;
    if (at < 0 || this.#prefix[at] !== stack) return undefined;
    const child = this.#stackCode[at] as number;
    return this.#isStubCode(child) ? -1 : child;
  }

  #framelessOn(under: number, name: string): number {
    let builtin = this.#builtinNumbers.get(name);
    if (builtin === undefined) {
      builtin = this.#builtinNames.push(name) - 1;
      this.#builtinNumbers.set(name, builtin);
    }
    const key = packedKey(under, builtin, mostCode, "builtins");
    let row = this.#framelessRows.get(key);
    if (row < 0) {
      this.framelessUnder.push(under);
      row = this.framelessBuiltin.push(builtin);
      this.#framelessRows.set(key, row);
    }
    return row;
  }

  #newFramelessAt(moment: number): number {
    const log = this.#log;
    const { prefix, frame, code } = log.stacks;
    const codes = this.#stackCode;
    const state = log.momentState.at(moment);
    const stack = this.#momentStack[moment] as number;
    if (stack < 0 || state === vmStates.gc || isIdle(state)) return -1;
    let leaf = stack;
    let leafCode = codes[leaf] as number;
    if (leafCode < 0 && this.#isInLibrary(frame.at(leaf))) {
      leaf = prefix.at(leaf);
      if (leaf < 0) return -1;
      leafCode = codes[leaf] as number;
    }
    if (this.#isStubCode(leafCode)) {
      const under = prefix.at(leaf);
      return under < 0 || this.#isInLibrary(frame.at(under)) ? -1 : this.#framelessOn(under, log.codes.names[leafCode] ?? "");
    }
    const top = log.momentTop.at(moment);
    if (leaf !== stack || top < 0 || state !== vmStates.js) return -1;
    const topCode = code.at(top);
    if (topCode < 0) return this.#framelessOn(stack, nativeCode);
    return log.codes.kindOf(topCode) === "builtin" ? this.#framelessOn(stack, log.codes.names[topCode] ?? "") : -1;
  }

  /** Whether a frame is C++. From Node 22 on, other code missing from the log is Node's own precompiled JavaScript. */
  #isInLibrary(frame: number): boolean {
    const { code, offset } = this.#log.stacks;
    const address = offset.at(frame);
    return code.at(frame) < 0 && this.#log.libraries.some(({ start, end }) => address >= start && address < end);
  }

  #isStubCode(code: number): boolean {
    if (code < 0) return false;
    if (this.#stubs[code] === 0) {
      const isIt = this.#log.codes.kindOf(code) === "builtin" && isStub(this.#log.codes.names[code] ?? "");
      this.#stubs[code] = isIt ? 1 : 2;
    }
    return this.#stubs[code] === 1;
  }

  #see(code: number, tick: number): void {
    if (code < 0) return;
    if ((this.#firstSeen[code] as number) < 0) this.#firstSeen[code] = tick;
    this.#lastSeen[code] = tick;
  }

  #countFunction(code: number, ticks: number): void {
    const func = code < 0 ? -1 : this.#log.codes.func.at(code);
    if (func >= 0) this.#functionTicks[func] = (this.#functionTicks[func] as number) + ticks;
  }
}

function codesOf(frames: IntColumn, code: Int32Array): Int32Array {
  const codes = frames.toArray();
  for (let row = 0; row < codes.length; row++) {
    const frame = codes[row] as number;
    codes[row] = frame < 0 ? -1 : (code[frame] as number);
  }
  return codes;
}
