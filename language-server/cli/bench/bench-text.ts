import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { BenchedCost, BenchedPlace, BenchResult } from "../../answers/bench/bench-result.ts";
import { placeName, shownMachine } from "../../reports/comment/cells.ts";
import { benchVerdict, costTexts, functionText, isChanged, roundsText, sideText, verdictWord } from "../../reports/bench/bench-words.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { Style } from "../terminal.ts";
import { cut, padEnd, padStart, widthOf } from "../words/columns.ts";

const widestCell = 60;

/** What `heatline bench` prints: the verdict, what is over its budget, and the functions and lines that changed or were edited, `top` of each. */
export function benchText(result: BenchResult, top: number, style: Style): string {
  const { base, head, measured, app, over, functions, lines, unusedChanges, warnings, leftOut } = result;
  const { words } = style;
  const { say } = words;
  const [before, after, change] = costTexts(app, words);
  const facts = [measured, shownMachine(result.machine, words), roundsText(result, words)].filter((text) => text !== "");
  const isAlert = over.length > 0 || (app.verdict === "slower" && unusedChanges === null);
  const verdict = benchVerdict(result, words);
  const notes = [
    ...warnings,
    ...leftOut.map(({ round, reason }) => say({ code: "comment.leftOutRound", values: { round, reason } })),
    ...(unusedChanges ?? []).map((file) => `${say({ code: "comment.unusedFile" })} ${file}`),
  ];
  return `${[
    [
      style.bold(harmless(`${sideText(base)} → ${sideText(head)}`)),
      style.dim(harmless(facts.join(" · "))),
      isAlert ? style.heat(harmless(verdict), 1) : style.bold(harmless(verdict)),
      `${before} → ${after}, ${change}`,
    ].join("\n"),
    ...(over.length === 0
      ? []
      : [
          table(
            say({ code: "comment.over" }),
            over.map(({ what, at, budget, cost }) => ({
              cost,
              texts: [`${say({ code: "comment.budget" })} ${budget}`, what, placeText(at, style)],
            })),
            over.length,
            style,
          ),
        ]),
    table(
      say({ code: "command.functions" }),
      functions
        .filter((row) => isChanged(row) || row.edited)
        .map((row) => ({ cost: row, texts: [verdictOf(row, style), functionText(row, words), placeText(row.at, style)] })),
      top,
      style,
    ),
    table(
      say({ code: "command.lines" }),
      lines.filter(isChanged).map((row) => ({ cost: row, texts: [verdictOf(row, style), placeText(row.at, style), row.text] })),
      top,
      style,
    ),
    ...(notes.length === 0 ? [] : [[style.bold(say({ code: "command.note" })), ...notes.map((note) => `- ${harmless(note)}`)].join("\n")]),
  ].join("\n\n")}\n`;
}

interface Row {
  readonly cost: BenchedCost;
  readonly texts: readonly string[];
}

function table(title: string, rows: readonly Row[], top: number, style: Style): string {
  const { say, count } = style.words;
  if (rows.length === 0) return `${style.bold(title)}\n${say({ code: "command.noneChanged" })}`;
  const heads = (["report.before", "report.after", "report.change"] as const).map((code) => say({ code }));
  const shown = rows.slice(0, top).map(({ cost, texts }) => ({
    cost,
    figures: costTexts(cost, style.words),
    texts: texts.map((text) => cut(harmless(text), widestCell)),
  }));
  const figureWidths = heads.map((head, column) => Math.max(widthOf(head), ...shown.map(({ figures }) => widthOf(figures[column] ?? ""))));
  const columns = Math.max(...shown.map(({ texts }) => texts.length));
  const textWidths = Array.from({ length: columns }, (_, column) => Math.max(...shown.map(({ texts }) => widthOf(texts[column] ?? ""))));
  const aligned = (cells: readonly string[]): string => cells.map((cell, column) => padStart(cell, figureWidths[column] ?? 0)).join("  ");
  const lines = shown.map(({ cost, figures, texts }) => {
    const rest = texts.map((text, column) => padEnd(text, textWidths[column] ?? 0)).join("  ");
    return `${coloured(aligned(figures), cost, style)}  ${rest}`.trimEnd();
  });
  const more = rows.length - shown.length;
  const left = more === 0 ? [] : [style.dim(say({ code: "report.blocks.more", values: { shown: count(more) } }))];
  return [style.bold(title), style.dim(aligned(heads)), ...lines, ...left].join("\n");
}

/** Blue for better, red for worse; the word says so too. */
function coloured(text: string, cost: BenchedCost, style: Style): string {
  const { verdict } = cost;
  if (!isChanged(cost)) return text;
  return style.heat(text, verdict === "slower" || verdict === "new" ? 1 : 0);
}

function verdictOf(cost: BenchedCost, { words: { say } }: Style): string {
  return say(verdictWord(cost));
}

function placeText(at: BenchedPlace | null, { words: { say } }: Style): string {
  const code: CommandText["code"] = "comment.inBaseOnly";
  return at === null ? "" : `${placeName(at)}${at.inBaseOnly ? ` ${say({ code })}` : ""}`;
}
