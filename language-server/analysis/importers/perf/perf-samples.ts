import { eachLine } from "../stack-text.ts";
import { bareSample, perfFrame, perfSample, type PerfSample } from "./perf-lines.ts";
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

  /** The time between two samples of an event, or undefined: perf was given a period, or there is no header. */
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

export interface StackSample extends PerfSample {
  /** Callers first. */
  readonly frames: readonly string[];
}

/** perf prints no longer lines, except in its header. */
const longestLine = 2000;
const headless: PerfSample = { command: "", thread: undefined, time: undefined, period: undefined, event: "", leaf: undefined };

/** Reads heads and the stacks below them, up to a blank line or the next head; passes comments to `header`. Other lines are ignored. */
export class PerfSampleReader {
  readonly samples: StackSample[] = [];
  /** The number of frames for which perf found no name. */
  unnamed = 0;
  readonly #header: PerfHeader;
  #current: PerfSample | undefined;
  #frames: string[] = [];

  constructor(header: PerfHeader) {
    this.#header = header;
  }

  read(text: string): void {
    for (const line of eachLine(text)) {
      if (line.startsWith("#")) this.#header.add(line);
      else if (line.length <= longestLine) this.#add(line);
    }
    this.#end();
  }

  #add(line: string): void {
    const isIndented = line.startsWith("\t") || line.startsWith(" ");
    if (isIndented && this.#addBelowHead(line)) return;
    this.#end();
    if (line.trim() === "") return;
    this.#current = perfSample(line) ?? (isIndented ? undefined : bareSample(line));
    if (this.#current === undefined) this.#addFrame(line, headless);
  }

  /** Whether the line belongs to the sample that was begun: a frame, or what perf prints about one. */
  #addBelowHead(line: string): boolean {
    const head = this.#current;
    if (head === undefined) return false;
    if (head.leaf === undefined) return this.#addFrame(line, head) || line.trim() !== "";
    // Without call stacks each line is a head, right-aligned.
    return perfSample(line) === undefined && this.#addFrame(line, head);
  }

  #addFrame(line: string, head: PerfSample): boolean {
    const frame = perfFrame(line);
    if (frame === undefined) return false;
    this.#current = head;
    this.#push(frame);
    return true;
  }

  #push(frame: string): void {
    if (frame === "[unknown]") this.unnamed++;
    this.#frames.push(frame);
  }

  #end(): void {
    const head = this.#current;
    this.#current = undefined;
    if (head === undefined) return;
    if (this.#frames.length === 0 && head.leaf !== undefined) this.#push(head.leaf);
    if (this.#frames.length > 0) this.samples.push({ ...head, frames: this.#frames.reverse() });
    this.#frames = [];
  }
}
