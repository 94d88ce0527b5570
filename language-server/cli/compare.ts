import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { version } from "../../package.json";
import type { CompareUnit } from "../analysis/compare/compare-units.ts";
import type { Difference } from "../analysis/compare/significance.ts";
import type { Share } from "../analysis/units.ts";
import { type Command, numberOption, type Terminal, UsageError, wholeOption } from "./command.ts";
import { refusedAs } from "../history/runs-folder.ts";
import { checkoutRoot } from "../opening/moved-sources.ts";
import { comparisonMarkdown } from "../reports/comment/comparison-markdown.ts";
import { comparisonSarif } from "../reports/sarif/comparison-sarif.ts";
import { jsonComparison } from "../reports/json-comparison.ts";
import { textComparison } from "./compare-text.ts";
import { comparedSelection, selectionFrom, selectionOptions } from "./selection/filter-options.ts";
import { hasSpan } from "./selection/scope-options.ts";
import { compareNewest, compareSpan, compareTargets } from "./targets/compared-targets.ts";
import type { CommandText } from "../texts/command-text.ts";
import { reportWordsIn } from "./words/report-words.ts";
import { englishWords, type Words } from "./words/words.ts";
import { harmlessJson } from "../analysis/escaping/hidden-characters.ts";
import { styleFor } from "./terminal.ts";

const usualTop = 15;
const aboveLimit = 3;

const formats = ["text", "markdown", "json"] as const;
type Format = (typeof formats)[number];

const options = {
  json: { type: "boolean" },
  format: { type: "string", completes: formats },
  sarif: { type: "string", completes: "path" },
  per: { type: "string", completes: ["request", "second"] },
  top: { type: "string" },
  "fail-above": { type: "string" },
  "plain-http": { type: "boolean" },
  ...selectionOptions,
} as const;

export const compareCommand: Command = {
  name: "compare",
  summary: { code: "command.compare.about" },
  help: { code: "command.compare.help", values: { top: usualTop, above: aboveLimit } },
  options,
  operands: "path",
  run: compare,
};

async function compare(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out, err, env, words } = terminal;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options,
  });
  const [before, after, ...others] = positionals;
  if (before === undefined) throw new UsageError({ code: "command.twoRuns" });
  if (others.length > 0) throw new UsageError({ code: "command.tooManyRuns", values: { value: others[0] ?? "" } });
  const per = unitFrom(values.per);
  const top = wholeOption("top", values.top, 1, 1_000_000);
  const limit = numberOption("fail-above", values["fail-above"], 0, 1_000_000);
  const format = formatFrom(values);
  const spoken = format === "json" ? englishWords : words;
  const terms = { ...terminal, words: spoken, plainHttp: values["plain-http"] };
  const part = comparedSelection(values);
  const compared = await (after !== undefined
    ? compareTargets(before, after, per, part, terms)
    : hasSpan(values)
      ? compareSpan(before, { selectionOf: selectionFrom(values) }, terms)
      : compareNewest(before, per, part, terms));
  const growth = sureGrowth(compared.difference.busy);
  const over = (said: Words): CommandText | undefined =>
    limit === undefined || growth <= limit / 100 ? undefined : overLimit(growth, limit, compared.units.per, said);
  if (format === "json") out.write(`${harmlessJson(jsonComparison(compared, top ?? Number.POSITIVE_INFINITY, compared.selections))}\n`);
  else if (format === "markdown") out.write(comparisonMarkdown(compared, compared.selections, reportWordsIn(words), over(words)));
  else out.write(textComparison(compared, top ?? usualTop, styleFor(out, env, words)));
  if (values.sarif !== undefined) {
    const inEnglish = { words: reportWordsIn(englishWords), over: over(englishWords) };
    const log = comparisonSarif(compared, { ...inEnglish, version, root: checkoutRoot(process.cwd()) });
    await writeFile(values.sarif, log).catch(refusedAs("run.notExported", { file: values.sarif }));
  }
  const excess = over(words);
  if (excess === undefined) return 0;
  err.write(`heatline: ${words.say(excess)}\n`);
  return aboveLimit;
}

/** `--json` is an older name of one. */
function formatFrom({ json = false, format = json ? "json" : "text" }: { readonly json?: boolean; readonly format?: string }): Format {
  const found = formats.find((each) => each === format);
  if (found === undefined) throw new UsageError({ code: "command.badCompareFormat", values: { value: format } });
  if (json && found !== "json") throw new UsageError({ code: "command.jsonAndFormat", values: { format } });
  return found;
}

/** 0 unless the increase is significant. */
function sureGrowth({ verdict, base, delta }: Difference): Share {
  if (verdict === "new") return Number.POSITIVE_INFINITY;
  return verdict === "slower" ? delta / base : 0;
}

function overLimit(growth: Share, limit: number, per: CompareUnit, { plain }: Words): CommandText {
  if (!Number.isFinite(growth)) return { code: `command.grewFromZero.${per}`, values: { limit: plain(limit) } };
  return { code: `command.grew.${per}`, values: { growth: plain(Number((growth * 100).toPrecision(3))), limit: plain(limit) } };
}

function unitFrom(text: string | undefined): CompareUnit {
  if (text === undefined || text === "request") return "request";
  if (text === "second") return "second";
  throw new UsageError({ code: "command.badPer", values: { value: text } });
}
