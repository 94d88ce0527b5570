import { spansApart } from "../../analysis/selection/spans-apart.ts";
import type { Scope } from "../../analysis/selection/selection.ts";
import type { Block } from "../../analysis/timeline/strip.ts";
import { splitLines } from "../../analysis/syntax/line-ends.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import { missingOf } from "./slowest-requests.ts";
import { runBlocks } from "./run-blocks.ts";
import type { TimedRun } from "./no-cpu.ts";

/** A block with the text of its hottest line as it ran; undefined without a line, or if the text was not kept. */
export interface LineBlock extends Block {
  readonly text?: string | undefined;
}

export interface LongestBlocks {
  /** Longest first. */
  readonly blocks: readonly LineBlock[];
  /** How many others there are. */
  readonly more: number;
  /** Why there can be none. */
  readonly missing: CodedText | undefined;
}

/** The blocks that are at least partly in what is selected of a run, as a whole; `most` of them. */
export function longestBlocks(opened: TimedRun, { threads, spans }: Pick<Scope, "threads" | "spans">, most: number): LongestBlocks {
  const apart = spans === null ? undefined : spansApart(spans);
  const isSelected = ({ from, to }: Block): boolean => apart?.some((span) => from < span.to && to > span.from) ?? true;
  const chosen = opened.analysis.profile.threads.filter(({ id }) => threads?.includes(id) ?? true);
  const all = chosen.flatMap(({ id }) => runBlocks(opened, id)).filter(isSelected);
  const longest = all.toSorted((one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from).slice(0, most);
  const texts = new LineTexts(opened);
  return {
    blocks: longest.map((block) => ({ ...block, text: texts.of(block) })),
    more: all.length - longest.length,
    missing: missingLoops(
      opened,
      chosen.map(({ id }) => id),
    ),
  };
}

/** Why it is unknown what blocked the threads; undefined if it is known of one of them. */
function missingLoops(opened: TimedRun, threads: readonly number[]): CodedText | undefined {
  if (opened.tracks.loops.some(({ thread }) => threads.includes(thread))) return undefined;
  const [why] = missingOf(opened).filter(({ code }) => code !== "timeline.noLoad" && code !== "timeline.noSingleRequests");
  return why ?? { code: "timeline.noLateTurns" };
}

class LineTexts {
  readonly #analysis: TimedRun["analysis"];
  readonly #lines = new Map<string, readonly string[]>();

  constructor({ analysis }: Pick<TimedRun, "analysis">) {
    this.#analysis = analysis;
  }

  of({ hottest }: Block): string | undefined {
    if (hottest === undefined) return undefined;
    const { path, line } = hottest;
    let lines = this.#lines.get(path);
    if (lines === undefined) {
      const text = this.#analysis.textOf(this.#analysis.profile.sources.findIndex((source) => source.path === path));
      this.#lines.set(path, (lines = text === undefined ? [] : splitLines(text)));
    }
    return lines[line - 1]?.trim();
  }
}
