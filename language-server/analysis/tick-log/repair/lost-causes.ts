import { isConstruction } from "./builtin-sites.ts";
import type { CallEvidence } from "./call-evidence.ts";
import { DoubleColumn, IntColumn } from "../columns.ts";
import { expand } from "../frame-expansion.ts";
import type { LostPlaces, SiteReach } from "./lost-places.ts";
import { NumberMap } from "../number-map.ts";
import { mostCode, packedKey } from "../packed-key.ts";
import type { TickLog } from "../tick-log.ts";

/** Of more candidates than this, only the likeliest callees of a call are considered. */
export const mostCandidates = 64;
const unread = -2;

/**
 * Code that may have called a builtin, from what ticks show to be called there and which sources can reach the builtin. Columns, as a busy
 * app has hundreds of thousands of stacks with a lost frame.
 */
export class LostCauses {
  /** For each candidate its code, that code's function, the row of its rate (one per function and builtin), and … */
  readonly code = new IntColumn();
  readonly func = new IntColumn();
  readonly rate = new IntColumn();
  /** … how well its source explains the builtin, 0 to 1. */
  readonly fit = new DoubleColumn();
  /** For each frameless call, where its members begin (likeliest first) and how many there are; `unread` at first. */
  readonly #first: Int32Array;
  readonly #count: Int32Array;
  /** For each member its candidate, and its ticks on this very stack, or on its innermost frame. */
  readonly candidate = new IntColumn();
  readonly ticks = new IntColumn();
  /** For each frameless call, how the recorded frame itself may have reached the builtin, and how well the best candidate explains it. */
  readonly #reach: (SiteReach | undefined)[];
  readonly #fit: Float64Array;
  /** Number of rates. */
  rates = 0;
  readonly #log: TickLog;
  readonly #evidence: CallEvidence;
  readonly #places: LostPlaces;
  /** By builtin and code, and by builtin and function. */
  readonly #candidates = new NumberMap();
  readonly #rates = new NumberMap();
  readonly #found: { candidate: number; ticks: number }[] = [];

  constructor(log: TickLog, evidence: CallEvidence, places: LostPlaces) {
    this.#log = log;
    this.#evidence = evidence;
    this.#places = places;
    this.#first = new Int32Array(evidence.framelessCount);
    this.#count = new Int32Array(evidence.framelessCount).fill(unread);
    this.#reach = Array.from({ length: evidence.framelessCount });
    this.#fit = new Float64Array(evidence.framelessCount);
  }

  /** How many pieces of code may have been lost at a frameless call; 0 if nothing was. */
  countAt(frameless: number): number {
    if (this.#count[frameless] === unread) this.#find(frameless);
    return this.#count[frameless] as number;
  }

  /** Where the members of a frameless call with any begin. */
  firstAt(frameless: number): number {
    return this.#first[frameless] as number;
  }

  /** How the recorded frame itself may have reached the builtin, so that nothing was lost. */
  siteAt(frameless: number): SiteReach {
    return (this.#reach[frameless] ??= this.#siteReach(frameless));
  }

  /** How well the best of the candidates explains the builtin. */
  fitAt(frameless: number): number {
    if (this.#count[frameless] === unread) this.#find(frameless);
    return this.#fit[frameless] as number;
  }

  #find(frameless: number): void {
    const members = this.#membersOf(frameless);
    this.#first[frameless] = this.candidate.length;
    this.#count[frameless] = members.length;
    let best = 0;
    for (const { candidate, ticks } of members) {
      this.candidate.push(candidate);
      this.ticks.push(ticks);
      best = Math.max(best, this.fit.at(candidate));
    }
    this.#fit[frameless] = best;
  }

  #siteReach(frameless: number): SiteReach {
    const evidence = this.#evidence;
    const name = evidence.builtinName(evidence.framelessBuiltin.at(frameless));
    if (this.#places.keepsFrames(name)) return "not";
    return this.#places.siteReach(this.#log.stacks.frame.at(evidence.framelessUnder.at(frameless)), name);
  }

  #membersOf(frameless: number): readonly { candidate: number; ticks: number }[] {
    const { codes, stacks } = this.#log;
    const evidence = this.#evidence;
    const stack = evidence.framelessUnder.at(frameless);
    const builtin = evidence.framelessBuiltin.at(frameless);
    const name = evidence.builtinName(builtin);
    const found = this.#found;
    found.length = 0;
    if (this.#places.keepsFrames(name) || !evidence.hasCallees(stack) || !evidence.isBelievable(stack)) return found;
    const frame = stacks.frame.at(stack);
    const code = stacks.code.at(frame);
    if (codes.isFunction(code) && this.#places.constructs(name) && this.#isConstruction(frame)) return found;
    const callees = evidence.calleesOf(stack);
    for (let row = 0; row < callees.length; row++) {
      const callee = callees.code[row] as number;
      if (codes.kindOf(callee) === "builtin" && codes.names[callee] === name) {
        found.length = 0;
        return found;
      }
      if (codes.isFunction(callee))
        found.push({ candidate: this.#candidateOf(callee, builtin, name), ticks: callees.ticks[row] as number });
    }
    // A builtin that calls back may have called this one itself, from below a frame that V8 does not show.
    const isFromBuiltin = code >= 0 && codes.kindOf(code) === "builtin";
    const fitting = found.filter(({ candidate }) => this.fit.at(candidate) > (isFromBuiltin ? 0.5 : 0));
    const useful = fitting.length > 0 || isFromBuiltin || (found.length > 0 && this.siteAt(frameless) !== "not") ? fitting : found;
    if (useful.length < 2) return useful;
    return useful.sort((a, b) => b.ticks * this.fit.at(b.candidate) - a.ticks * this.fit.at(a.candidate)).slice(0, mostCandidates);
  }

  #isConstruction(frame: number): boolean {
    const { codes, scripts } = this.#log;
    const site = expand(this.#log, frame).at(-1);
    return site !== undefined && isConstruction(scripts.get(codes.functions[site.func]?.script ?? -1)?.source.text ?? "", site.offset);
  }

  #candidateOf(code: number, builtin: number, name: string): number {
    const key = packedKey(builtin, code, mostCode, "pieces of code");
    let candidate = this.#candidates.get(key);
    if (candidate < 0) {
      const func = this.#log.codes.func.at(code);
      candidate = this.code.push(code);
      this.func.push(func);
      this.rate.push(this.#rateOf(func, builtin));
      this.fit.push(this.#places.fit(code, name));
      this.#candidates.set(key, candidate);
    }
    return candidate;
  }

  #rateOf(func: number, builtin: number): number {
    const key = packedKey(builtin, func + 1, mostCode, "functions");
    let rate = this.#rates.get(key);
    if (rate < 0) {
      rate = this.rates++;
      this.#rates.set(key, rate);
    }
    return rate;
  }
}
