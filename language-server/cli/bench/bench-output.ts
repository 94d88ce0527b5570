import { writeFile } from "node:fs/promises";
import { version } from "../../../package.json";
import type { BenchResult } from "../../answers/bench/bench-result.ts";
import { harmlessJson } from "../../analysis/escaping/terminal-text.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { isRefusal } from "../../platform/refusals.ts";
import { CheckoutError } from "../../recording/checkouts/checkout-error.ts";
import { benchMarkdown } from "../../reports/bench/bench-markdown.ts";
import { benchSarif } from "../../reports/bench/bench-sarif.ts";
import type { Terminal } from "../command.ts";
import { styleFor } from "../terminal.ts";
import type { BenchOrder } from "./bench-order.ts";
import { benchText } from "./bench-text.ts";

const usualTop = 15;

/** Rejects with a CheckoutError if the file for other tools cannot be written; what is printed is printed before. */
export async function writeResult(
  result: BenchResult,
  { format, sarifFile, english }: BenchOrder,
  { out, env, words }: Terminal,
): Promise<void> {
  out.write(textOf(result, format, { out, env, words }));
  if (sarifFile === undefined) return;
  try {
    await writeFile(sarifFile, benchSarif(result, english, version));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const values = { file: sarifFile, reason: reasonOf(error) };
    throw new CheckoutError({ code: "command.bench.sarifUnwritten", values }, [], { cause: error });
  }
}

function textOf(result: BenchResult, format: BenchOrder["format"], { out, env, words }: Pick<Terminal, "out" | "env" | "words">): string {
  if (format === "json") return `${harmlessJson(result)}\n`;
  if (format === "markdown") return benchMarkdown(result, words);
  return benchText(result, usualTop, styleFor(out, env, words));
}
