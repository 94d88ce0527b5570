import { digits, type Figures, growthText } from "../../analysis/figures.ts";
import { errorOf } from "../../analysis/compare/significance.ts";
import { markdownFileText as escaped } from "../../analysis/escaping/markdown-text.ts";
import { shortened } from "../../analysis/shortened.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { Locale } from "../../texts/locale.ts";
import { machineText, type RunMachine } from "../../analysis/compare/comparability.ts";

/** How the reader of a comment wants texts and figures written. */
export interface CommentWords extends Figures {
  readonly locale: Locale;
  /** On one line. */
  readonly say: (text: CommandText) => string;
}

/** Longest name, path or source line in a comment. */
const longest = 160;

/** A name from code, a path or a source line: as code, in which GitHub makes no mentions, links or emoji. */
export function codeCell(text: string): string {
  return text === "" ? "" : `<code>${escaped(shortened(text, longest))}</code>`;
}

/** A sentence, with the names in it. */
export function textCell(text: string): string {
  return escaped(shortened(text, 1000));
}

export function columns({ say }: CommentWords, ...codes: readonly CommandText["code"][]): readonly string[] {
  return codes.map((code) => textCell(say({ code })));
}

/** What is said of rows that are left out. */
export function moreOf({ say, count }: CommentWords): (left: number) => string {
  return (left) => textCell(say({ code: "report.blocks.more", values: { shown: count(left) } }));
}

/** `lib/price.js:12`. */
export function placeName({ file, line }: { readonly file: string; readonly line: number }): string {
  return line > 0 ? `${file}:${line}` : file;
}

/** A cost before, the difference to it, and the difference's 95 % interval. */
export interface CostChange {
  readonly before: Milliseconds;
  readonly change: Milliseconds;
  readonly low: Milliseconds;
  readonly high: Milliseconds;
}

/** `+1.2 ms ± 0.3 ms (+12 %)`. */
export function changeText(
  { before, change, low, high }: CostChange,
  { duration, locale }: Pick<CommentWords, "duration" | "locale">,
): string {
  const sign = change < 0 ? "−" : "+";
  const size = change === 0 ? duration(0) : `${sign}${duration(Math.abs(change))}`;
  const relative = before === 0 || change === 0 ? "" : ` (${growthText(change / before, locale)})`;
  return `${size} ± ${duration(errorOf({ delta: change, low, high }))}${relative}`;
}

/** After ÷ before, with its 95 % interval. */
export interface ChangedRatio {
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** `Slower. Busy time per request: ×1.12 (95 % interval: ×1.08 to ×1.16).` `word`: the verdict. */
export function verdictText(word: CommandText, per: CommandText, { ratio, low, high }: ChangedRatio, words: CommentWords): string {
  if (ratio === null || low === null || high === null) return words.say({ code: "comment.unjudged", values: { word, per } });
  const places = high - low < 0.1 ? 3 : 2;
  const text = (value: number): string => digits(value, value >= 9.95 ? 1 : places, words.locale);
  return words.say({ code: "comment.judged", values: { word, per, ratio: text(ratio), low: text(low), high: text(high) } });
}

/** `AMD EPYC 7B13, 4 cores`; "" if nothing is known. */
export function shownMachine(machine: RunMachine | undefined, { say }: Pick<CommentWords, "say">): string {
  const text = machineText(machine ?? {});
  return typeof text === "string" ? text : say(text);
}
