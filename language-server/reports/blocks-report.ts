import { momentText } from "../analysis/figures.ts";
import type { Report } from "../analysis/exporters/markdown.ts";
import type { BlockKind } from "../analysis/timeline/strip.ts";
import type { Line, Milliseconds, Seconds, Ticks } from "../analysis/units.ts";
import type { LineBlock, LongestBlocks } from "../answers/timeline/longest-blocks.ts";
import { inEnglish } from "../texts/english.ts";
import type { CodedText } from "../texts/coded-text.ts";
import type { ReportWords } from "./run-report.ts";

type Threads = readonly { readonly id: number; readonly name: string }[];
type ReportTable = Report["tables"][number];

/**
 * Blocks as a table: since the start of the recording, how long, what it was, its line, function and source. `threads`: those of the run; with
 * several there is a column for them.
 */
export function blocksTable(
  { blocks }: Pick<LongestBlocks, "blocks">,
  threads: Threads,
  words: ReportWords,
  pathOf: (path: string) => string,
): ReportTable {
  const { textOf, locale } = words;
  const nameOf = (id: number): readonly string[] => (threads.length > 1 ? [threads.find((thread) => thread.id === id)?.name ?? ""] : []);
  return {
    title: textOf("report.blocks"),
    columns: [
      textOf("report.blocks.at"),
      textOf("report.blocks.time"),
      textOf("report.blocks.what"),
      ...(threads.length > 1 ? [textOf("report.blocks.thread")] : []),
      textOf("report.line"),
      textOf("report.function"),
      textOf("report.blocks.source"),
    ],
    figures: [0, 1],
    rows: blocks.map((block) => [
      momentText(block.from, locale),
      words.duration((block.to - block.from) / 1000),
      whatText(block, words),
      ...nameOf(block.thread),
      block.hottest === undefined ? "" : `${block.kind === "gc" ? "≈ " : ""}${pathOf(block.hottest.path)}:${block.hottest.line}`,
      block.hottest === undefined ? "" : words.functionName(block.hottest.name),
      block.text ?? "",
    ]),
    none: textOf("report.blocks.none"),
  };
}

/** Less of a block without CPU is not worth a word. */
const leastShare = 0.1;

function whatText({ kind, from, to, withoutCpu = 0 }: LineBlock, { textOf, duration }: ReportWords): string {
  const what = textOf(`report.blocks.${kind}`);
  const isWorth = kind !== "noCpu" && withoutCpu >= leastShare * (to - from);
  return isWorth ? textOf("report.blocks.withoutCpu", { what, time: duration(withoutCpu / 1000) }) : what;
}

/** What `heatline report --blocks --json` adds. */
export interface JsonBlocks {
  /**
   * Longest first. `file`, `line`, `function` and `text` are null without a line of own code; of the kind `gc` they say where the collection began.
   * `withoutCpuMs` is part of `lengthMs`.
   */
  readonly blocks: readonly {
    readonly thread: string;
    readonly kind: BlockKind;
    readonly fromSeconds: Seconds;
    readonly lengthMs: Milliseconds;
    readonly withoutCpuMs: Milliseconds;
    readonly file: string | null;
    readonly line: Line | null;
    readonly function: string | null;
    readonly text: string | null;
    /** Ticks on the line. */
    readonly ticks: Ticks;
  }[];
  /** How many others there are. */
  readonly more: number;
  /** Why nothing is known; null if blocks are known. */
  readonly missing: (CodedText & { readonly message: string }) | null;
}

export function jsonBlocks({ blocks, more, missing }: LongestBlocks, threads: Threads, pathNow: (path: string) => string): JsonBlocks {
  return {
    blocks: blocks.map(({ thread, kind, from, to, withoutCpu = 0, hottest, text }) => ({
      thread: threads.find(({ id }) => id === thread)?.name ?? "",
      kind,
      fromSeconds: from / 1e6,
      lengthMs: (to - from) / 1000,
      withoutCpuMs: withoutCpu / 1000,
      file: hottest === undefined ? null : pathNow(hottest.path),
      line: hottest?.line ?? null,
      function: hottest?.name ?? null,
      text: text ?? null,
      ticks: hottest?.ticks ?? 0,
    })),
    more,
    missing: missing === undefined ? null : { message: inEnglish(missing), ...missing },
  };
}
