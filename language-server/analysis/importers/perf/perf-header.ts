import type { Microseconds } from "../../units.ts";

const eventLine = /^# event : name = (.+?),(?: ,)? (?:id|type) = .*\bsample_freq(?: \})? = (\d+)(.*)$/;
const commandLine = /^# cmdline : \S*perf\S* record\b(.*)$/;
const asked = / (?:-[A-Za-z]*F ?|--freq[= ])(\d+)\b/;

/** The header that `perf script --header` prints, as comments. */
export class PerfHeader {
  readonly #intervals = new Map<string, Microseconds>();
  #asked: Microseconds | undefined;

  /** Reads a comment. */
  add(line: string): void {
    const [, event, frequency, rest = ""] = eventLine.exec(line) ?? [];
    // A fixed period stands in the same place.
    if (event !== undefined && / freq = 1\b/.test(rest)) this.#intervals.set(event, intervalOf(frequency));
    const [, options] = commandLine.exec(line) ?? [];
    if (options !== undefined) this.#asked = intervalOf(asked.exec(options)?.[1]);
  }

  /** The time between two samples of an event, or undefined: perf was told a period, or there is no header. */
  interval(event: string): Microseconds | undefined {
    const known = this.#intervals.get(event) ?? (this.#intervals.size === 0 ? this.#asked : undefined);
    return known !== undefined && known > 0 ? known : undefined;
  }
}

/** 0 for a frequency that is missing or impossible. */
function intervalOf(frequency: string | undefined): Microseconds {
  const hertz = Number(frequency ?? 0);
  return hertz >= 1 && hertz <= 1e6 ? 1e6 / hertz : 0;
}
