import { caveatText } from "../analysis/compare/comparability.ts";
import type { FunctionDifference, LineDifference } from "../analysis/compare/diff.ts";
import { type HeadlineFigure, errorShare } from "../analysis/compare/chance/headline.ts";
import { errorText, ratioText } from "../analysis/compare/summary.ts";
import { isChange } from "../analysis/compare/chance/verdict.ts";
import { correctedCost, type Difference } from "../analysis/compare/significance.ts";
import type { Report } from "../analysis/exporters/markdown.ts";
import { verdictMarks, type DifferenceSvgTexts } from "../analysis/exporters/svg/svg-difference.ts";
import type { ComparedRuns } from "../answers/compare/compared-runs.ts";
import { loadText, pathInApp, type ReportWords } from "./run-report.ts";

const mostRows = 30;

const lookCodes = {
  faster: "report.faster",
  "much-faster": "report.muchFaster",
  slower: "report.slower",
  "much-slower": "report.muchSlower",
  new: "verdict.new",
  vanished: "verdict.vanished",
  load: "verdict.load",
  noise: "verdict.noise",
} as const;

/** What of both sides is compared. */
interface Compared {
  readonly isOfOneRun: boolean;
  readonly facts: Report["facts"];
}

/** Two runs, or a span and the rest of one, on one page: their figures, and the functions and lines that changed significantly. */
export function comparisonReport(compared: ComparedRuns, words: ReportWords, { isOfOneRun, facts }: Compared): Report {
  const { base, next, units, difference, headline, caveats } = compared;
  const { textOf } = words;
  const { busy } = difference;
  const columns = changeColumns(difference).map((code) => textOf(code));
  const figures = (row: Difference): readonly string[] => [
    ...costTexts(row, difference, words),
    changeText(row, words),
    verdictText(row.verdict, words),
  ];
  const changed = <Row extends Difference>(rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ verdict }) => isChange(verdict)).slice(0, mostRows);
  const [before, after] = [base.run.load, next.run.load];
  return {
    title: isOfOneRun ? `${next.run.name}: ${words.phrase({ code: "report.restAndSpan" })}` : `${base.run.name} → ${next.run.name}`,
    facts: [
      ...(isOfOneRun
        ? [[textOf("report.started"), next.run.startedAt] as const]
        : [[textOf("report.before"), base.run.startedAt] as const, [textOf("report.after"), next.run.startedAt] as const]),
      ...facts,
      ...(before === undefined ? [] : [[`${textOf("report.load")}: ${textOf("report.before")}`, loadText(before, words)] as const]),
      ...(after === undefined ? [] : [[`${textOf("report.load")}: ${textOf("report.after")}`, loadText(after, words)] as const]),
      [
        textOf(`report.busyPer.${units.per}`),
        `${words.duration(busy.base)} → ${words.duration(busy.next)}, ${changeText(busy, words)}${judgement(headline.figures.find(({ name }) => name === "busy") ?? {}, words)}`,
      ],
      ...headline.figures
        .filter(({ name }) => name === "requestsPerSecond")
        .map((figure) => [textOf("report.load"), `${ratioText(figure.ratio, words.locale)}${judgement(figure, words)}`] as const),
      ...caveats.map((caveat) => [textOf("report.note"), words.phrase(caveatText(caveat))] as const),
      ...(isCorrected(difference) ? [[textOf("report.note"), textOf("report.correctedHelp")] as const] : []),
    ],
    tables: [
      {
        title: textOf("report.changedFunctions"),
        columns: [textOf("report.function"), ...columns, textOf("report.place")],
        figures: columns.slice(1).map((_, at) => at + 1),
        rows: changed(difference.functions).map((row) => [functionText(row, words), ...figures(row), placeIn(compared, row)]),
        none: textOf("report.noneChanged"),
      },
      {
        title: textOf("report.changedLines"),
        columns: [textOf("report.line"), ...columns, textOf("report.place")],
        figures: columns.slice(1).map((_, at) => at + 1),
        rows: changed(difference.lines).map((row) => [
          row.nextAt === undefined ? row.baseText : row.nextText,
          ...figures(row),
          placeIn(compared, row),
        ]),
        none: textOf("report.noneChanged"),
      },
    ],
  };
}

type ChangedRows = Readonly<Record<"functions" | "lines", readonly Difference[]>>;

/** Whether a change that is shown is corrected for what all other code costs more or less, so that before and after alone do not add up to it. */
export function isCorrected({ functions, lines }: ChangedRows): boolean {
  return [...functions, ...lines].some((row) => isChange(row.verdict) && correctedCost(row) !== undefined);
}

export function changeColumns(rows: ChangedRows) {
  const corrected = isCorrected(rows) ? (["report.corrected"] as const) : [];
  return ["report.before", "report.after", ...corrected, "report.change", "report.verdict"] as const;
}

/** As many as `changeColumns` has before the change. */
export function costTexts(row: Difference, rows: ChangedRows, { duration }: Pick<ReportWords, "duration">): readonly string[] {
  return [row.base, row.next, ...(isCorrected(rows) ? [correctedCost(row) ?? row.next] : [])].map((cost) => duration(cost));
}

/** Where it is now; for removed code, where it was. Relative to the app's folder if it is inside. */
export function placeIn(
  { base, next }: Pick<ComparedRuns, "base" | "next">,
  { baseAt, nextAt }: Pick<LineDifference, "baseAt" | "nextAt">,
): string {
  const [at, { run }] = nextAt === undefined ? [baseAt, base] : [nextAt, next];
  return at === undefined ? "" : `${pathInApp(run, at.path)}:${at.line}`;
}

/** `, better (±8 %)`; nothing of a figure without a word. */
export function judgement(
  { word, interval, ratio = 1 }: Partial<HeadlineFigure>,
  { phrase, locale }: Pick<ReportWords, "phrase" | "locale">,
): string {
  if (word === undefined || interval === undefined) return "";
  const code = word === "noChange" ? "verdict.noise" : (`verdict.${word}` as const);
  return `, ${phrase({ code })} (${errorText(errorShare(interval, ratio), locale)})`;
}

/** Texts of the red and blue flame graph. */
export function differenceTexts(compared: ComparedRuns, words: ReportWords, title: string, selected: Report["facts"]): DifferenceSvgTexts {
  const { textOf } = words;
  const { busy } = compared.difference;
  return {
    title,
    facts: [
      ...selected.map((fact) => fact.join(": ")),
      `${textOf(`report.busyPer.${compared.units.per}`)}: ${words.duration(busy.base)} → ${words.duration(busy.next)}, ${changeText(busy, words)}`,
    ].join(" · "),
    look: (look) => textOf(lookCodes[look]),
    name: words.functionName,
    cost: (before, after, verdict) =>
      `${words.duration(before)} → ${words.duration(after)}, ${changeText({ base: before, next: after, delta: after - before }, words)}, ${textOf(lookCodes[verdict])}`,
    deeper: textOf("report.deeper"),
  };
}

export function functionText({ name, baseName }: FunctionDifference, { textOf, functionName }: ReportWords): string {
  return name === baseName ? functionName(name) : textOf("report.was", { now: functionName(name), before: functionName(baseName) });
}

/** `−1.9 ms (−98.0 %)`. */
function changeText({ base, delta }: Pick<Difference, "base" | "next" | "delta">, { duration, share }: ReportWords): string {
  if (delta === 0) return duration(0);
  const sign = delta < 0 ? "−" : "+";
  const relative = base === 0 ? "" : ` (${sign}${share(Math.abs(delta) / base)})`;
  return `${sign}${duration(Math.abs(delta))}${relative}`;
}

export function verdictText(verdict: Difference["verdict"], { textOf }: ReportWords): string {
  return `${verdictMarks[verdict]}${textOf(lookCodes[verdict])}`;
}
