import { type Headline, type HeadlineFigure, isTooSmallToJudge } from "../analysis/compare/chance/headline.ts";
import { caveatText } from "../analysis/compare/comparability.ts";
import { isUnlikeKind } from "../analysis/compare/before/unlikeness.ts";
import type { FigureName } from "../analysis/compare/chance/measured-start.ts";
import { type FigureWord, isChange } from "../analysis/compare/chance/verdict.ts";
import type { FunctionDifference, LineDifference } from "../analysis/compare/diff.ts";
import { correctedCost, errorOf, type Difference } from "../analysis/compare/significance.ts";
import type { Milliseconds } from "../analysis/units.ts";
import type { ComparedTargets } from "./targets/compared-targets.ts";
import { selectionFacts } from "../reports/compared-selection.ts";
import { shortPath } from "./report/report-text.ts";
import type { OpenedTarget } from "./targets/target.ts";
import { cut, padEnd, padStart, widthOf } from "./words/columns.ts";
import { nameText, reportWordsIn } from "./words/report-words.ts";
import type { Words } from "./words/words.ts";
import { harmless } from "../analysis/escaping/hidden-characters.ts";
import type { Style } from "./terminal.ts";
import { isCorrected, judgement } from "../reports/comparison-report.ts";

const costWidth = 9;
const nameWidth = 40;
const leastVerdictWidth = 10;
const oldBuilds: readonly string[] = ["oldBuild", "oldBuildBefore"];

/** What `heatline compare` prints: the load figures, CPU time, and the functions and lines that changed. */
export function textComparison(compared: ComparedTargets, top: number, style: Style): string {
  const { difference, caveats } = compared;
  const { say } = style.words;
  const functions = changesOf(difference.functions);
  const lines = changesOf(difference.lines);
  const selected = selectionFacts(compared, compared.selections, reportWordsIn(style.words)).map(
    (fact) => `\n${harmless(fact.join(": "))}`,
  );
  const title = `${style.bold(titleOf(compared, style.words))}${selected.join("")}`;
  const notes =
    caveats.length === 0
      ? []
      : [[style.bold(say({ code: "command.note" })), ...caveats.map((caveat) => `- ${harmless(say(caveatText(caveat)))}`)].join("\n")];
  const columns =
    compared.selections.next.spans === null ? (["before", "after", "change"] as const) : (["rest", "span", "change"] as const);
  const [first, second, last] = columns.map((column) => say({ code: `command.column.${column}` })) as [string, string, string];
  const heads = [first, second, ...(isCorrected(difference) ? [say({ code: "report.corrected" })] : []), last];
  const parts = [
    // That the runs are of different things, or of old code, is said before any figure.
    ...(caveats.some(({ kind }) => isUnlikeKind(kind) || oldBuilds.includes(kind))
      ? [title, ...notes, figures(compared, style)]
      : [`${title}\n${figures(compared, style)}`, ...notes]),
    table(say({ code: "command.functions" }), heads, functions, top, (row) => functionText(row, compared, style), style),
    table(say({ code: "command.lines" }), heads, lines, top, (row) => lineText(row, compared, style), style),
    legend(compared, functions.length, lines.length, style),
  ];
  return `${parts.join("\n\n")}\n`;
}

function changesOf<Row extends Difference>(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ verdict }) => isChange(verdict));
}

function figures({ base, next, units, headline, difference: { busy } }: ComparedTargets, style: Style): string {
  const { words } = style;
  const { duration, say } = words;
  const lines: string[] = [];
  const judgementOf = (figure: HeadlineFigure | undefined): string => judgement(figure ?? {}, { ...words, phrase: say });
  const figureOf = (name: FigureName): HeadlineFigure | undefined => headline.figures.find((figure) => figure.name === name);
  const [load, p99, cpu] = [figureOf("requestsPerSecond"), figureOf("p99"), figureOf("cpu")];
  const label = next.run.load?.label ?? base.run.load?.label;
  const facts = [
    ...(label === undefined ? [] : [harmless(label)]),
    ...(load === undefined ? [] : [`${loadChange(load, words)}${judgementOf(load)}`]),
    ...(p99 === undefined ? [] : [`p99 ${duration(p99.before)} → ${duration(p99.after)}${judgementOf(p99)}`]),
  ];
  if (facts.length > 0) lines.push(coloured(facts.join(" · "), load?.word, style));
  const judged = figureOf("busy");
  // A judged figure has an interval of its own, which also knows of chance between starts: two of them might contradict each other.
  const error = judged?.interval === undefined ? ` ± ${duration(errorOf(busy))}` : "";
  const change = `${signed(busy.delta, words)}${error} (${relative(busy, words)})${judgementOf(judged)}`;
  const values = { before: duration(busy.base), after: duration(busy.next), change };
  lines.push(coloured(say({ code: `command.busyTime.${units.per}`, values }), judged?.word, style));
  if (cpu !== undefined) {
    const text = say({ code: `command.cpuTime.${units.per}`, values: { before: duration(cpu.before), after: duration(cpu.after) } });
    lines.push(coloured(`${text}${judgementOf(cpu)}`, cpu.word, style));
  }
  const notes = [...(isTooSmallToJudge(headline) ? [say({ code: "command.tooSmall" })] : []), ...startsText(headline, words)];
  if (notes.length > 0) lines.push(style.dim(notes.join(" ")));
  return lines.join("\n");
}

/** What the intervals rest on. */
function startsText({ starts, word }: Headline, { say, count }: Words): readonly string[] {
  if (word === undefined) return [];
  return [
    starts === 0 ? say({ code: "command.startsAssumed" }) : say({ code: "command.startsMeasured", values: { starts: count(starts) } }),
  ];
}

/** Of one run, its span is what comes after the rest. */
function titleOf({ base, next, selections }: ComparedTargets, { say }: Words): string {
  if (selections.next.spans === null) return `${runName(base)} → ${runName(next)}`;
  return `${runName(next)}: ${say({ code: "report.restAndSpan" })}`;
}

/** With the time, if known, as two runs of an app share a name. */
function runName({ run, format }: OpenedTarget): string {
  return format === undefined ? `${harmless(run.name)} (${harmless(run.startedAt.replace("T", " ").slice(0, 19))})` : harmless(run.name);
}

function table<Row extends Difference>(
  title: string,
  heads: readonly string[],
  changes: readonly Row[],
  top: number,
  textOf: (row: Row) => string,
  style: Style,
): string {
  const { words } = style;
  const { count, say } = words;
  if (changes.length === 0) return `${style.bold(title)}\n${say({ code: "command.noneChanged" })}`;
  const widths = heads.map((word) => Math.max(costWidth, widthOf(word)));
  const head = style.dim(heads.map((word, at) => padStart(word, widths[at] ?? costWidth)).join(" "));
  const verdictWidth = Math.max(leastVerdictWidth, ...changes.map((row) => widthOf(verdictText(row, words))));
  const rows = changes.slice(0, top).map((row) => {
    const corrected = heads.length > 3 ? [amount(correctedCost(row) ?? row.next, words)] : [];
    const figures = [amount(row.base, words), amount(row.next, words), ...corrected, signed(row.delta, words)]
      .map((text, at) => padStart(text, widths[at] ?? costWidth))
      .join(" ");
    return `${coloured(`${figures} ${padStart(relative(row, words), 7)}  ${padEnd(verdictText(row, words), verdictWidth)}`, row.verdict, style)}  ${textOf(row)}`;
  });
  const rest =
    changes.length > top
      ? [style.dim(say({ code: "command.moreRows", values: { more: count(changes.length - top), all: changes.length } }))]
      : [];
  return [style.bold(title), head, ...rows, ...rest].join("\n");
}

function functionText(row: FunctionDifference, compared: ComparedTargets, style: Style): string {
  const { words } = style;
  const [now, before] = [nameText(row.name, words), nameText(row.baseName, words)];
  const name = before === now ? now : `${now} ${words.say({ code: "command.was", values: { before } })}`;
  return `${cut(harmless(name), nameWidth)}  ${style.dim(placeText(row, compared))}`;
}

/** For an edited line its text now and, below, its text before. */
function lineText(row: LineDifference, compared: ComparedTargets, style: Style): string {
  const text = row.nextAt === undefined ? row.baseText : row.nextText;
  const isEdited = row.baseAt !== undefined && row.nextAt !== undefined && row.baseText !== row.nextText;
  const was = isEdited ? style.dim(` ${style.words.say({ code: "command.was", values: { before: harmless(row.baseText) } })}`) : "";
  return `${style.dim(placeText(row, compared))}  ${harmless(text)}${was}`;
}

/** Where it is now; for removed code, where it was. */
function placeText({ baseAt, nextAt }: Pick<LineDifference, "baseAt" | "nextAt">, { base, next }: ComparedTargets): string {
  const [place, target] = nextAt === undefined ? [baseAt, base] : [nextAt, next];
  return place === undefined ? "" : harmless(`${shortPath(target.pathNow(place.path))}:${place.line}`);
}

function legend({ units, difference }: ComparedTargets, functions: number, lines: number, style: Style): string {
  const { count, say } = style.words;
  const [functionsLeft, linesLeft] = [difference.functions.length - functions, difference.lines.length - lines];
  const values = {
    functions: { code: "command.leftOut.functions", values: { shown: count(functionsLeft), count: functionsLeft } },
    lines: { code: "command.leftOut.lines", values: { shown: count(linesLeft), count: linesLeft } },
  } as const;
  const help = isCorrected(difference) ? [say({ code: "report.correctedHelp" })] : [];
  return style.dim([say({ code: `command.perUnit.${units.per}` }), ...help, say({ code: "command.leftOut", values })].join("\n"));
}

const marks = { faster: "▼", slower: "▲", new: "+", vanished: "×" };

function verdictText({ verdict }: Difference, { say }: Words): string {
  if (!isChange(verdict)) return say({ code: `verdict.${verdict}` });
  return `${marks[verdict]} ${say({ code: `command.verdict.${verdict}` })}`;
}

/** Blue for better, red for worse; the word says so too. */
function coloured(text: string, word: Difference["verdict"] | FigureWord | undefined, style: Style): string {
  if (word === "faster" || word === "vanished" || word === "better") return style.heat(text, 0);
  return word === "slower" || word === "new" || word === "worse" ? style.heat(text, 1) : text;
}

function amount(ms: Milliseconds, { duration }: Words): string {
  return ms === 0 ? "–" : duration(ms);
}

function signed(ms: Milliseconds, { duration }: Words): string {
  return ms === 0 ? "0" : `${ms < 0 ? "−" : "+"}${duration(Math.abs(ms))}`;
}

/** `−98 %`; a multiple from tenfold on; nothing if there was no cost before. */
function relative({ base, delta }: Difference, words: Words): string {
  if (base === 0) return "";
  const growth = delta / base;
  return growth >= 9 ? ratio(1 + growth, words) : words.growth(growth);
}

function loadChange({ before, after, ratio: change }: HeadlineFigure, words: Words): string {
  const requests = `${rate(before, words)} → ${rate(after, words)}`;
  return `${words.say({ code: "report.perSecond", values: { requests } })}, ${ratio(change, words)}`;
}

function ratio(factor: number, { count }: Words): string {
  const size = Number(Math.max(factor, 1 / factor).toPrecision(3));
  return `${factor < 1 ? "÷" : "×"}${count(size)}`;
}

/** Whole numbers above a hundred, one decimal below. */
function rate(perSecond: number, { count }: Words): string {
  return count(perSecond >= 100 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10);
}
