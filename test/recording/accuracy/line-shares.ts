import { certainties, type Profile } from "../../../language-server/analysis/profile/profile.ts";

/** One sample's JavaScript frames in scripts with a URL, innermost first. */
export interface SampleFrame {
  readonly url: string;
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** True if the frame was restored. */
  readonly repaired: boolean;
}

export function* samplesOf(profile: Profile): Generator<readonly SampleFrame[]> {
  const { stacks, functions, scripts, samples } = profile;
  const known = new Map<number, readonly SampleFrame[]>();
  for (const stack of samples.stack) {
    let frames = known.get(stack);
    if (frames === undefined) {
      const found: SampleFrame[] = [];
      for (let at = stack; at >= 0; at = stacks.prefix[at] as number) {
        const func = stacks.func[at] as number;
        const url = scripts.url[functions.script[func] as number];
        if (url === undefined || url === "") continue;
        const certainty = certainties[stacks.certainty[at] as number];
        found.push({
          url,
          name: functions.name[func] as string,
          line: stacks.line[at] as number,
          column: stacks.column[at] as number,
          repaired: certainty === "repaired" || certainty === "inferred",
        });
      }
      frames = found;
      known.set(stack, frames);
    }
    yield frames;
  }
}

/**
 * Σ |measured − true| / Σ true over every key on either side, with each side as shares of its total: 0 is perfect, and a line's whole
 * amount on a wrong line counts twice.
 */
export function shareError(
  truth: ReadonlyMap<string, number>,
  truthWhole: number,
  measured: ReadonlyMap<string, number>,
  measuredWhole: number,
): number {
  let off = 0;
  let all = 0;
  for (const key of new Set([...truth.keys(), ...measured.keys()])) {
    const share = (truth.get(key) ?? 0) / truthWhole;
    off += Math.abs(share - (measured.get(key) ?? 0) / measuredWhole);
    all += share;
  }
  return off / all;
}

/**
 * The number of independent ticks that say as much as these; `hits` has what each tick hit, in order. While a busy machine runs something
 * else, all ticks hit the place where the thread waits.
 */
export function independentTicks(hits: readonly string[]): number {
  let [squares, run] = [0, 0];
  hits.forEach((hit, at) => {
    run += 1;
    if (hit === hits[at + 1]) return;
    squares += run * run;
    run = 0;
  });
  return hits.length ** 2 / squares;
}

/** The `shareError` expected by chance alone if each tick hits the keys by their true shares. */
export function chanceError(truth: ReadonlyMap<string, number>, truthWhole: number, ticks: number): number {
  let off = 0;
  let all = 0;
  for (const cost of truth.values()) {
    const share = cost / truthWhole;
    off += Math.sqrt((2 * share * Math.max(0, 1 - share)) / (Math.PI * ticks));
    all += share;
  }
  return off / all;
}

export function count(counts: Map<string, number>, keys: Iterable<string>): void {
  for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
}
