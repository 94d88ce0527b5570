import { performance } from "node:perf_hooks";
import { isMainThread } from "../channel/main-thread.ts";
import { markKinds } from "../marks/mark-rows.ts";
import type { MarkWriter } from "../marks/mark-writer.ts";
import { monotonicUs } from "../thread-clock.ts";
import { asyncContext } from "./async-context.ts";

// Before the app's tests can replace them by a clock that stands still.
const now = performance.now.bind(performance);
const { nodeTiming } = performance;
const zeroUs = monotonicUs() - now() * 1000;

/** The machine's monotonic clock in microseconds, as `monotonicUs` shows it, for half of what that costs. */
export function markUs(): number {
  return toMarkUs(now());
}

/** The same of a time that `performance.now` showed. */
export function toMarkUs(nowMs: number): number {
  return zeroUs + nowMs * 1000;
}

/** What the async context of a request carries. */
export interface Numbered {
  readonly number: number;
}

/**
 * Marks each change of the request whose code a thread runs. That is where a callback begins (`before`): what runs after one, up to the next,
 * is its request's still, and the loop's idle time is told apart by its own count. Microtasks begin nothing, so promises are hooked, too.
 */
export class Turns {
  readonly #marks: MarkWriter;
  /** How many callbacks and continuations have begun since the first request; it starts again after 2³¹. */
  readonly steps = { count: 0 };
  /** Called where a callback or a continuation begins, from the first request on; `isOfPromise`: whether it is a promise's. */
  onStep: ((isOfPromise: () => boolean) => void) | undefined;
  #last = 0;
  #lastIdle = -1;

  /** Where another request's code may have begun. */
  readonly #context = asyncContext<Numbered>((value) => {
    this.steps.count = (this.steps.count + 1) | 0;
    this.onStep?.(this.#context.isOfPromise);
    const request = value?.number ?? 0;
    if (request !== this.#last) this.#write(request);
  });

  constructor(marks: MarkWriter) {
    this.#marks = marks;
  }

  start(): void {
    this.#write(0);
  }

  /** From here on the calling code, and what comes of it, belongs to that request, which has just begun. */
  enter(request: Numbered, atUs: number): object | undefined {
    const entered = this.#context.enter(request);
    // None was counted before the first request.
    this.steps.count = (this.steps.count + 1) | 0;
    this.#write(request.number, atUs);
    return entered;
  }

  /** What that has returned, which read the request, is done with it. */
  leave(entered: object | undefined, request: Numbered): void {
    this.#context.leave(entered, request);
  }

  request(): Numbered | undefined {
    return this.#context.get();
  }

  /** 0: none. */
  readonly current = (): number => this.#context.get()?.number ?? 0;

  /** Call when something has settled: marks the turn also if the loop was idle since the last one, so that it is known for how long. */
  settle(): void {
    const request = this.#context.get()?.number ?? 0;
    if (request !== this.#last || nodeTiming.idleTime !== this.#lastIdle) this.#write(request);
  }

  /** The same request goes on: the last row has an end. */
  markAgain(): void {
    this.#write(this.#last);
  }

  #write(request: number, atUs = markUs()): void {
    this.#last = request;
    if (!isMainThread) return;
    this.#lastIdle = nodeTiming.idleTime;
    this.#marks.add(atUs, markKinds.turn, request, this.#lastIdle * 1000, 0);
  }
}
