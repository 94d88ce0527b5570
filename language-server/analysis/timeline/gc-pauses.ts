import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Microseconds } from "../units.ts";
import type { Stretch } from "./chain-runs.ts";
import { longestGcStep, rowsOfKind, usualStep } from "./no-cpu.ts";

/** When a thread did nothing but collect garbage. */
export class GcPauses {
  readonly #samples: SourceThread["samples"];
  readonly #isGc: Uint8Array;
  readonly #step: Microseconds;

  constructor(profile: Pick<SourceProfile, "functions">, thread: SourceThread) {
    this.#samples = thread.samples;
    this.#isGc = rowsOfKind(profile.functions.kind, thread, "gc");
    this.#step = usualStep(profile, thread);
  }

  /** In order, apart. */
  within({ start, end, from, to }: Stretch): readonly Stretch[] {
    const { time } = this.#samples;
    const pauses: Stretch[] = [];
    for (let sample = start; sample < end; sample++) {
      if (!this.#isOf(sample)) continue;
      const first = sample;
      while (sample + 1 < end && this.#isOf(sample + 1) && this.#stepTo(sample + 1) <= longestGcStep) sample++;
      const last = time[sample];
      const next = sample + 1 < end ? time[sample + 1] : to;
      const isLast = sample + 1 === end && to - last <= longestGcStep;
      const before = first > start ? time[first - 1] : from;
      pauses.push({
        start: first,
        end: sample + 1,
        from: Math.max(before, time[first] - this.#step / 2),
        to: isLast ? to : Math.min(next, last + this.#step),
      });
    }
    return pauses;
  }

  #isOf(sample: number): boolean {
    const row = this.#samples.stack[sample];
    return row !== -1 && this.#isGc[row] === 1;
  }

  #stepTo(sample: number): Microseconds {
    return this.#samples.time[sample] - this.#samples.time[sample - 1];
  }
}
