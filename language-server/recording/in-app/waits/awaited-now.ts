/** More are not remembered: waits that never end would keep them. */
const mostKept = 10_000;

/** What the running code has begun to wait for, until it waits: the next `await` takes it. Ids of names; 0 is none. */
export class AwaitedNow {
  current = 0;
  readonly #kept = new Map<number, number>();

  /** For the wait that began then, in milliseconds as of `performance.now()`. */
  keep(startMs: number): void {
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(startMs, this.current);
    this.current = 0;
  }

  /** Of the wait that began then, which has ended. */
  take(startMs: number): number {
    const what = this.#kept.get(startMs);
    if (what === undefined) return 0;
    this.#kept.delete(startMs);
    return what;
  }
}
