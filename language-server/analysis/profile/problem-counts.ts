import type { TextCode, TextValues } from "../../texts/coded-text.ts";
import type { Problem } from "./profile.ts";

/** Counts odd input, so that a thousand broken lines are one problem. */
export class ProblemCounts {
  readonly #problems = new Map<string, Problem>();

  count(code: TextCode, values?: TextValues, times = 1): void {
    const key = JSON.stringify([code, values]);
    const count = (this.#problems.get(key)?.count ?? 0) + times;
    this.#problems.set(key, { code, ...(values === undefined ? {} : { values }), count });
  }

  list(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}
