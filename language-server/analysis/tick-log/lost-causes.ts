import { isConstruction } from "./builtin-sites.ts";
import type { CallEvidence, Frameless } from "./call-evidence.ts";
import { expand, scriptKinds } from "./frame-expansion.ts";
import type { LostPlaces } from "./lost-places.ts";
import type { TickLog } from "./tick-log.ts";

/** Beyond this many, only the likeliest callees of a call are weighed. */
export const mostCandidates = 64;
/** A single candidate is owed nothing. */
const debtless = new Float64Array(1);
const withoutCandidates: readonly [Candidate, number][] = [];

/** The ticks of one stack in one builtin. */
export interface LostGroup {
  readonly stack: number;
  readonly builtin: string;
  readonly candidates: readonly Candidate[];
  /** `rate` of each candidate, side by side. */
  readonly rates: Int32Array;
  /** Ticks of each candidate's code on this very stack, or on its innermost frame. */
  readonly ticks: Float64Array;
  readonly allTicks: number;
  /** What each candidate is owed of the ticks dealt so far. */
  readonly owed: Float64Array;
}

/** A piece of code that may have called a builtin. */
export interface Candidate {
  readonly code: number;
  readonly func: number;
  /** How well the code's source explains the builtin, 0 to 1. */
  readonly fit: number;
  /** Row of the rates: one for each function under each builtin. */
  readonly rate: number;
}

/** Finds what may have called a builtin on a stack. */
export class LostCauses {
  readonly #log: TickLog;
  readonly #evidence: CallEvidence;
  readonly #places: LostPlaces;
  /** By builtin and code. */
  readonly #candidates = new Map<string, Map<number, Candidate>>();
  /** By builtin and function. */
  readonly #rates = new Map<string, Map<number, number>>();
  #rateCount = 0;

  constructor(log: TickLog, evidence: CallEvidence, places: LostPlaces) {
    this.#log = log;
    this.#evidence = evidence;
    this.#places = places;
  }

  /** Undefined where nothing was lost. */
  groupOf({ under: stack, builtin }: Frameless): LostGroup | undefined {
    const found = this.#find(stack, builtin);
    if (found.length === 0) return undefined;
    const candidates = found.map(([candidate]) => candidate);
    const ticks = Float64Array.from(found, ([, own]) => own);
    return {
      stack,
      builtin,
      candidates,
      rates: Int32Array.from(candidates, ({ rate }) => rate),
      ticks,
      allTicks: ticks.reduce((sum, own) => sum + own, 0),
      owed: candidates.length > 1 ? new Float64Array(candidates.length) : debtless,
    };
  }

  /** The likeliest first, with the ticks of each. */
  #find(stack: number, builtin: string): readonly (readonly [Candidate, number])[] {
    const { codes, scripts, stacks } = this.#log;
    if (this.#places.keepsFrames(builtin) || !this.#evidence.hasCallees(stack) || !this.#evidence.isBelievable(stack))
      return withoutCandidates;
    const frame = stacks.frame.at(stack);
    const code = stacks.code.at(frame);
    if (code >= 0 && scriptKinds.has(codes.kindOf(code))) {
      const site = expand(this.#log, frame).at(-1);
      const text = scripts.get(codes.functions[site?.func ?? -1]?.script ?? -1)?.text ?? "";
      if (site !== undefined && isConstruction(builtin, text, site.offset)) return withoutCandidates;
    }
    const found: [Candidate, number][] = [];
    for (const [callee, ticks] of this.#evidence.calleesOf(stack)) {
      const kind = codes.kindOf(callee);
      if (kind === "builtin" && codes.names[callee] === builtin) return withoutCandidates;
      if (scriptKinds.has(kind)) found.push([this.#candidate(callee, builtin), ticks]);
    }
    // A builtin that calls back may well have called this one itself, from below a frame that V8 does not show.
    const isFromBuiltin = code >= 0 && codes.kindOf(code) === "builtin";
    const fitting = found.filter(([{ fit }]) => fit > (isFromBuiltin ? 0.5 : 0));
    const useful = fitting.length > 0 || isFromBuiltin ? fitting : found;
    return useful.sort(([a, ticksOfA], [b, ticksOfB]) => ticksOfB * b.fit - ticksOfA * a.fit).slice(0, mostCandidates);
  }

  #candidate(code: number, builtin: string): Candidate {
    let known = this.#candidates.get(builtin);
    if (known === undefined) this.#candidates.set(builtin, (known = new Map()));
    let candidate = known.get(code);
    if (candidate === undefined) {
      const func = this.#log.codes.func.at(code);
      candidate = { code, func, fit: this.#places.fit(code, builtin), rate: this.#rateOf(func, builtin) };
      known.set(code, candidate);
    }
    return candidate;
  }

  #rateOf(func: number, builtin: string): number {
    let known = this.#rates.get(builtin);
    if (known === undefined) this.#rates.set(builtin, (known = new Map()));
    const rate = known.get(func) ?? this.#rateCount++;
    known.set(func, rate);
    return rate;
  }
}
