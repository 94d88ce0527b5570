/** Which keys (functions, lines) are on the path from the root during a walk of stacks, with counts; -1 means no key. */
export class PathKeys {
  readonly #times: Int32Array;

  constructor(keys: number) {
    this.#times = new Int32Array(keys);
  }

  /** True if the key was not on the path yet, so that it counts now. */
  enter(key: number): boolean {
    if (key === -1) return false;
    const times = this.#times[key];
    this.#times[key] = times + 1;
    return times === 0;
  }

  leave(key: number): void {
    if (key !== -1) this.#times[key] = this.#times[key] - 1;
  }
}
