/** What is likelier to be waited for, if several things begin: a connection is a part of a request, a timer limits its time. */
export const ranks = { timer: 1, part: 2, whole: 3 } as const;

/** A call whose callback has not come yet. */
export interface PendingCall {
  /** An `await` waits for it, which counts it. */
  isAwaited: boolean;
}

interface Begun {
  readonly what: number;
  readonly rank: number;
  readonly request: number;
  readonly atMs: number;
}

/** What an `await` waited for; `what` is 0 if that is not known. */
export interface Taken {
  readonly what: number;
  /** When a timer that ended the wait was due, in milliseconds as of `performance.now()`; NaN if that is not known, or is its delay later. */
  readonly dueMs: number;
}

interface RanTimer {
  readonly dueMs: number;
  readonly ranMs: number;
  /** For which request it was set. */
  readonly request: number;
}

/** It is not known which. */
const nothing: Taken = { what: 0, dueMs: Number.NaN };
const several: Begun = { what: 0, rank: ranks.whole, request: 0, atMs: 0 };

/** More are not remembered: waits that never end would keep them. */
const mostKept = 10_000;
/** What began before so many others is not looked for any more. */
const mostLoose = 256;
/** An operand that begins more is not reported; code without `await` begins any number. */
const mostBegun = 64;

/**
 * Finds out what an `await` waits for: what began while its operand was evaluated, or alone for the same request before it settled. What
 * began is known by its id (`WhatNames`); 0 is nothing.
 */
export class AwaitedNow {
  /** Something has begun since an operand was about to be evaluated. */
  hasBegun = false;
  readonly #requestOf: () => number;
  readonly #delayOf: (what: number) => number | undefined;
  readonly #kept = new Map<number, Begun>();
  /** Began in code that the operand has called later, or that no `await` waits for. */
  #loose: Begun[] = [];
  #begun: Begun[] = [];
  #calls: PendingCall[] = [];
  /** By the promises that they fulfil. */
  #timers: WeakMap<object, Taken> | undefined;
  /** By when a wait for it began. */
  readonly #awaitedTimers = new Map<number, Taken>();
  /** Its callback has begun last of all callbacks, and what settles now does because of it. */
  #ran: RanTimer | undefined;
  #seesCallbacks = false;

  /** `delayOf`: of a timer, by its id. */
  constructor(requestOf: () => number, delayOf: (what: number) => number | undefined = () => undefined) {
    this.#requestOf = requestOf;
    this.#delayOf = delayOf;
  }

  /** `call` if its end is also counted by itself. */
  begin(what: number, rank: number, atMs: number, call?: PendingCall): void {
    if (this.#begun.length >= mostBegun) this.forget();
    this.hasBegun = true;
    this.#begun.push({ what, rank, request: this.#requestOf(), atMs });
    if (call !== undefined) this.#calls.push(call);
  }

  /** That promise is fulfilled by a timer. */
  setTimer(promise: object, what: number, dueMs: number): void {
    (this.#timers ??= new WeakMap()).set(promise, { what, dueMs });
  }

  /** Call before any callback of the thread; else no timer is known to end a wait. `isOfPromise`: whether it is a promise's. */
  callbackBegins(isOfPromise: () => boolean): void {
    this.#seesCallbacks = true;
    if (this.#ran !== undefined && !isOfPromise()) this.#ran = undefined;
  }

  /** The callback of a timer begins. */
  timerRuns(dueMs: number, ranMs: number): void {
    if (this.#seesCallbacks) this.#ran = { dueMs, ranMs, request: this.#requestOf() };
  }

  /** The operand of an `await` is about to be evaluated. */
  forget(): void {
    this.#loose.push(...this.#begun.filter(({ rank }) => rank > ranks.timer));
    if (this.#loose.length > mostLoose) this.#loose = this.#loose.slice(-mostLoose / 2);
    this.#clear();
  }

  /** Whether `keep` is to be called for an operand. */
  get isKeeping(): boolean {
    return this.hasBegun || this.#timers !== undefined;
  }

  /** The operand is evaluated, and the wait begins, in milliseconds as of `performance.now()`. False if nothing is known of it. */
  keep(startMs: number, operand: unknown): boolean {
    if (!this.hasBegun) return this.#keepTimer(startMs, operand);
    for (const call of this.#calls) call.isAwaited = true;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(startMs, theOne(this.#begun) ?? this.#lastTimer() ?? several);
    this.#clear();
    return true;
  }

  /** Of the wait that began then, which has ended. A wait that contains others ends after them. */
  take(startMs: number, endMs: number): Taken {
    const kept = this.#kept.get(startMs);
    if (kept !== undefined) this.#kept.delete(startMs);
    const what = (kept?.rank === ranks.whole ? kept : (this.#takeLoose(startMs, endMs) ?? kept))?.what ?? 0;
    const timer = this.#timerOf(startMs);
    if (timer === undefined || this.#delayOf(what) !== undefined) return what === 0 ? nothing : { what, dueMs: Number.NaN };
    return what === 0 ? timer : { what, dueMs: timer.dueMs };
  }

  #keepTimer(startMs: number, operand: unknown): boolean {
    const timer = typeof operand === "object" && operand !== null ? this.#timers?.get(operand) : undefined;
    if (timer === undefined) return false;
    if (this.#awaitedTimers.size >= mostKept) this.#awaitedTimers.clear();
    this.#awaitedTimers.set(startMs, timer);
    return true;
  }

  /** That ended a wait which began then: it was for the timer's own promise, or one that its callback has settled for the same request. */
  #timerOf(startMs: number): Taken | undefined {
    const timer = this.#awaitedTimers.get(startMs);
    if (timer !== undefined) {
      this.#awaitedTimers.delete(startMs);
      return timer;
    }
    const ran = this.#ran;
    if (ran === undefined || ran.ranMs < startMs || ran.request !== this.#requestOf()) return undefined;
    return { what: 0, dueMs: ran.dueMs };
  }

  /** Of several timers alone: all of them are over with the one that takes longest. */
  #lastTimer(): Begun | undefined {
    if (this.#begun.some(({ rank }) => rank !== ranks.timer)) return undefined;
    const delayOf = ({ what }: Begun): number => this.#delayOf(what) ?? Number.POSITIVE_INFINITY;
    return this.#begun.reduce((last, each) => (delayOf(each) > delayOf(last) ? each : last));
  }

  #takeLoose(startMs: number, endMs: number): Begun | undefined {
    if (this.hasBegun) this.forget();
    const request = this.#loose.length === 0 ? 0 : this.#requestOf();
    if (request === 0) return undefined;
    const found = theOne(this.#loose.filter((each) => each.request === request && each.atMs >= startMs && each.atMs <= endMs));
    if (found !== undefined) this.#loose.splice(this.#loose.indexOf(found), 1);
    return found;
  }

  #clear(): void {
    this.hasBegun = false;
    this.#begun = [];
    this.#calls = [];
  }
}

/** The first of the highest rank; undefined if there is none, or others of that rank are not the same. */
function theOne(begun: readonly Begun[]): Begun | undefined {
  const rank = Math.max(...begun.map((each) => each.rank));
  const [first, ...others] = begun.filter((each) => each.rank === rank);
  return others.every(({ what }) => what === first?.what) ? first : undefined;
}
