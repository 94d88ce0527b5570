import type { Problem } from "./profile.ts";

/** Gathers odd input by message, so that each is shown once with how often it occurred. */
export class ProblemCounts {
  readonly #counts = new Map<string, number>();

  count(message: string, times = 1): void {
    this.#counts.set(message, (this.#counts.get(message) ?? 0) + times);
  }

  list(): readonly Problem[] {
    return [...this.#counts].map(([message, count]) => ({ message, count }));
  }
}
