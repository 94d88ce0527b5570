import { tableHead, tableRow } from "../../analysis/exporters/markdown.ts";
import type { BenchedLine, BenchedPlace, BenchResult, BenchSide } from "../../answers/bench/bench-result.ts";
import type { CommandText } from "../../texts/command-text.ts";
import { shownMachine, codeCell, columns, type CommentWords, moreOf, placeName, textCell } from "../comment/cells.ts";
import { type CommentSection, commentMarkdown } from "../comment/comment.ts";
import { benchVerdict, costTexts, functionText, isChanged, roundsText, sideText, verdictWord } from "./bench-words.ts";

const mostLines = 10;
const mostFunctions = 100;
/** The dearest of those that did not change. */
const mostUnchanged = 10;

/** The first line of a bench's comment. */
const marker = "<!-- heatline: bench -->";

/** A bench as a comment on a pull request: the verdict, then what changed, then all that it rests on. At most 60,000 bytes. */
export function benchMarkdown(result: BenchResult, words: CommentWords): string {
  const { base, head, measured, over, lines, functions, unusedChanges } = result;
  const { say } = words;
  const changedLines = unusedChanges === null ? lines.filter(isChanged) : [];
  const compared = [
    `${codeCell(sideText(base))} → ${codeCell(sideText(head))}`,
    textCell(roundsText(result, words)),
    ...(measured === "" ? [] : [codeCell(measured)]),
  ];
  return commentMarkdown({
    marker,
    verdict: textCell(benchVerdict(result, words)),
    lead: [compared.join(" · ")],
    sections: [
      ...(over.length === 0 ? [] : [overSection(result, words)]),
      linesSection(changedLines, words),
      functionsSection(functions, words),
      {
        title: say({ code: "comment.details" }),
        isFolded: true,
        head: [],
        rows: detailRows(result, words),
        more: moreOf(words),
      },
    ],
  });
}

function placeCell(at: BenchedPlace | null, { say }: CommentWords): string {
  if (at === null) return "";
  return `${codeCell(placeName(at))}${at.inBaseOnly ? ` ${textCell(say({ code: "comment.inBaseOnly" }))}` : ""}`;
}

function overSection({ over }: BenchResult, words: CommentWords): CommentSection {
  return {
    title: words.say({ code: "comment.over" }),
    isFolded: false,
    head: tableHead(
      columns(words, "comment.what", "report.place", "comment.budget", "report.before", "report.after", "report.change"),
      [2, 3, 4, 5],
    ),
    rows: over.map(({ what, at, budget, cost }) =>
      tableRow([codeCell(what), placeCell(at, words), textCell(budget), ...costTexts(cost, words).map(textCell)]),
    ),
    more: moreOf(words),
  };
}

function linesSection(lines: readonly BenchedLine[], words: CommentWords): CommentSection {
  const { say } = words;
  return {
    title: say({ code: "report.changedLines" }),
    isFolded: false,
    head: tableHead(
      columns(words, "report.line", "report.place", "report.before", "report.after", "report.change", "report.verdict"),
      [2, 3, 4],
    ),
    rows: lines
      .slice(0, mostLines)
      .map((line) =>
        tableRow([
          codeCell(line.text),
          placeCell(line.at, words),
          ...costTexts(line, words).map(textCell),
          textCell(say(verdictWord(line))),
        ]),
      ),
    others: Math.max(0, lines.length - mostLines),
    none: textCell(say({ code: "report.noneChanged" })),
    more: moreOf(words),
  };
}

/** Those that changed, then the dearest. */
function functionsSection(functions: BenchResult["functions"], words: CommentWords): CommentSection {
  const { say, count } = words;
  const changed = functions.filter(isChanged);
  const shown = [...changed.slice(0, mostFunctions), ...functions.filter((row) => !isChanged(row)).slice(0, mostUnchanged)];
  return {
    title: `${say({ code: "comment.functions" })} (${say({ code: "comment.changed", values: { count: changed.length, shown: count(changed.length) } })})`,
    isFolded: true,
    head: tableHead(
      columns(words, "report.function", "report.place", "report.before", "report.after", "report.change", "report.verdict"),
      [2, 3, 4],
    ),
    rows: shown.map((row) =>
      tableRow([
        codeCell(functionText(row, words)),
        placeCell(row.at, words),
        ...costTexts(row, words).map(textCell),
        textCell(`${say(verdictWord(row))}${row.edited ? `, ${say({ code: "comment.edited" })}` : ""}`),
      ]),
    ),
    others: Math.max(0, changed.length - mostFunctions),
    none: textCell(say({ code: "report.noFunctions" })),
    more: moreOf(words),
  };
}

/** Warnings first. */
function detailRows(result: BenchResult, words: CommentWords): readonly string[] {
  const { base, head, measured, leftOut, unusedChanges, warnings } = result;
  const { say } = words;
  const factsOf = ({ name, commit, node }: BenchSide): string =>
    [...new Set([name, commit, node === "" ? "" : `Node.js ${node}`])].filter((text) => text !== "").join(" · ");
  const fact = (code: CommandText["code"], value: string): readonly string[] =>
    value === "" ? [] : [`- **${textCell(say({ code }))}**: ${codeCell(value)}`];
  return [
    ...warnings.map((warning) => `- ${textCell(warning)}`),
    ...fact("report.before", factsOf(base)),
    ...fact("report.after", factsOf(head)),
    ...fact("comment.measured", measured),
    ...fact("comment.machine", shownMachine(result.machine, words)),
    `- ${textCell(roundsText(result, words))}`,
    ...leftOut.map(({ round, reason }) => `- ${textCell(say({ code: "comment.leftOutRound", values: { round, reason } }))}`),
    ...(unusedChanges ?? []).map((file) => `- ${textCell(say({ code: "comment.unusedFile" }))} ${codeCell(file)}`),
  ];
}
