import path from "node:path";
import type { FunctionCost, LineCost } from "../../analysis/costs/costs.ts";
import { noiseTicks, samplingError } from "../../analysis/costs/sampling-error.ts";
import { splitLines } from "../../analysis/syntax/line-ends.ts";
import type { Line, Share, Ticks } from "../../analysis/units.ts";
import type { AdviceView } from "../../answers/run-answers.ts";
import { adviceWords } from "../../reports/advice-words.ts";
import { byHeat, type CostRows, isWeighted, ticksOf } from "../../answers/cost-rows.ts";
import { heading } from "./heading.ts";
import type { OpenedTarget } from "../targets/target.ts";
import { cut, padEnd, padStart, widthOf } from "../words/columns.ts";
import { kindText, nameText, reportWordsIn } from "../words/report-words.ts";
import type { Words } from "../words/words.ts";
import { endOf } from "../../analysis/shortened.ts";
import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { Style } from "../terminal.ts";
import { grouped } from "../../analysis/collections.ts";

/** Source lines shown above and below a hot one. */
const context = 2;
const barWidth = 8;
const shareWidth = 7;

/** What of a run is shown. */
interface Shown {
  readonly selected: CostRows;
  readonly advice: readonly AdviceView[];
  /** Which part of the run that is, in words; "" for all. */
  readonly scope?: string;
  /** Of which routes its busy time is, in words; "" if that is not known. */
  readonly routesText?: string;
  /** What a filter took away, in words; "" if nothing. */
  readonly filterText?: string;
  /** False if the user chose kinds. */
  readonly allKinds?: boolean;
  /** The options that leave nothing that was busy; undefined if something is left. */
  readonly emptyBy?: readonly string[] | undefined;
  /** What passes found, each with its title; "" for what was not measured. */
  readonly passSections?: readonly string[];
  /** What was asked for in place of hot code and advice. */
  readonly sections?: readonly string[] | undefined;
}

/** What `heatline report` prints: what was recorded, the hottest functions, the hottest lines in their source, and advice. */
export function textReport(
  target: OpenedTarget,
  { selected, advice, scope = "", routesText = "", filterText = "", allKinds = true, emptyBy, passSections = [], sections }: Shown,
  top: number,
  style: Style,
): string {
  const { busyTicks, busySamples } = target.analysis.costs;
  const { count, say } = style.words;
  const parts = [heading(target, { scope, routesText, filterText }, style)];
  if (sections !== undefined) parts.push(...sections);
  else if (emptyBy !== undefined) parts.push(say({ code: "command.emptySelection", values: { options: emptyBy.join(", ") } }));
  else if (busyTicks === 0) parts.push(say({ code: hasEnded(target) ? "command.endedUnsampled" : "command.idle" }));
  else {
    parts.push(functionTable(target, selected, top, style));
    parts.push(...annotatedSources(target, linesToShow(target, selected, allKinds), top, style));
    if (selected.lines.length === 0) parts.push(say({ code: "command.noLines" }));
    parts.push(
      legend(
        isWeighted(target.analysis) ? "command.sharesOfTime" : "command.sharesOfSamples",
        count(busySamples),
        busySamples,
        selected,
        style,
      ),
    );
  }
  if (sections === undefined) parts.push(...passSections.filter((section) => section !== ""));
  if (sections === undefined && advice.length > 0) parts.push(adviceList(target, advice, style));
  if (target.problems.length > 0) parts.push(problemList(target, style));
  return `${parts.join("\n\n")}\n`;
}

/** Lines of own code, unless there are none or the user chose kinds. */
function linesToShow({ analysis }: OpenedTarget, { lines }: CostRows, allKinds: boolean): readonly LineCost[] {
  const own = lines.filter(({ source }) => analysis.costs.sources[source]?.category === "own");
  return allKinds && own.length > 0 ? own : lines;
}

interface FunctionRow {
  readonly name: string;
  readonly place: string;
  readonly selfTicks: Ticks;
  readonly totalTicks: Ticks;
}

/** Code without a file is listed with the rest, so that the self times add up to all busy ticks. */
function functionTable({ analysis, pathNow }: OpenedTarget, { functions, others }: CostRows, top: number, style: Style): string {
  const { busyTicks, sources } = analysis.costs;
  const { say } = style.words;
  const title = say({ code: "command.hotFunctions" });
  const placed = functions.map((cost: FunctionCost): [FunctionCost, string] => [
    cost,
    `${cost.inferred ? "≈ " : ""}${shortPath(pathNow(sources[cost.source]?.path ?? ""))}${cost.line > 0 ? `:${cost.line}` : ""}`,
  ]);
  const placeless = others.map((cost): [typeof cost, string] => [cost, kindText(cost.category, style.words)]);
  const hottest = [...placed, ...placeless]
    .toSorted(([a], [b]) => b.selfTicks - a.selfTicks || b.totalTicks - a.totalTicks)
    .slice(0, top)
    .map(([cost, place]): FunctionRow => ({
      name: nameText(cost.name, style.words),
      place,
      selfTicks: cost.selfTicks,
      totalTicks: cost.totalTicks,
    }));
  if (hottest.length === 0) return `${style.bold(title)}\n${say({ code: "command.nothingOfKinds" })}`;
  const nameWidth = Math.min(40, Math.max(...hottest.map(({ name }) => widthOf(harmless(name)))));
  const rows = hottest.map((cost) => {
    const figuresText = `${column(cost.selfTicks / busyTicks, style.words)} ${column(cost.totalTicks / busyTicks, style.words)}`;
    const share = cost.selfTicks / busyTicks;
    return `${style.heat(`${bar(share)} ${figuresText}`, share)}  ${padEnd(cut(harmless(cost.name), nameWidth), nameWidth)}  ${style.dim(harmless(cost.place))}`;
  });
  const heads = [say({ code: "report.self" }), say({ code: "report.total" })].map((word) => padStart(word, shareWidth));
  const head = `${" ".repeat(barWidth)} ${heads.join(" ")}`;
  return [style.bold(title), style.dim(head), ...rows].join("\n");
}

/** The hottest lines by file, hottest file first, with the lines around them. */
function annotatedSources(target: OpenedTarget, lines: readonly LineCost[], top: number, style: Style): readonly string[] {
  const { busyTicks, sources } = target.analysis.costs;
  const { say } = style.words;
  const costWidth = Math.max(shareWidth, widthOf(say({ code: "report.withLibraries" })));
  const hottest = lines.toSorted(byHeat(sources)).slice(0, top);
  return [...grouped(hottest, ({ source }) => source)].map(([source, hot]) => {
    const file = target.pathNow(sources[source]?.path ?? "");
    const ran = target.analysis.textOf(source);
    const text = ran === undefined ? undefined : splitLines(ran);
    const costs = new Map(lines.filter((line) => line.source === source).map((line) => [line.line, line]));
    const shown = linesAround(hot, text?.length ?? 0);
    const numberWidth = String(Math.max(...shown)).length;
    const rows = shown.flatMap((line, index) => {
      const gap = index > 0 && (shown[index - 1] as Line) < line - 1 ? [style.dim(`${" ".repeat(barWidth + costWidth + 11)} ⋮`)] : [];
      const source_ = text === undefined ? say({ code: "command.noSource" }) : harmless(text[line - 1] ?? "");
      return [...gap, sourceLine(line, costs.get(line), source_)];
    });
    const heat = say({ code: sources[source]?.category === "own" ? "report.withLibraries" : "report.self" });
    const head = style.dim(`${" ".repeat(barWidth)} ${padStart(heat, costWidth)} ${padStart(say({ code: "report.total" }), shareWidth)}`);
    return [style.bold(harmless(shortPath(file))), head, ...rows].join("\n");

    function sourceLine(line: Line, cost: LineCost | undefined, code: string): string {
      const number = String(line).padStart(numberWidth);
      const room = style.width - barWidth - numberWidth - costWidth - 16;
      if (cost === undefined) return `${" ".repeat(barWidth + costWidth + 11)} ${style.dim(`${number} │ ${cut(code, room)}`)}`;
      const ticks = ticksOf(cost, sources);
      const share = ticks / busyTicks;
      const mark = cost.inferredTicks > 0 ? " ≈" : "  ";
      const numbers = `${bar(share)} ${column(share, style.words).padStart(costWidth)} ${column(cost.totalTicks / busyTicks, style.words)}${mark}`;
      const isNoise = cost.totalSamples < noiseTicks;
      return `${isNoise ? style.dim(numbers) : style.heat(numbers, share)} ${number} │ ${cut(code, room)}`;
    }
  });
}

/** Each hot line with its neighbours, once, in order; only the hot ones if the source is missing. */
function linesAround(hot: readonly LineCost[], length: number): readonly Line[] {
  const shown = new Set<Line>();
  for (const { line } of hot) {
    shown.add(line);
    for (let at = Math.max(1, line - context); at <= Math.min(length, line + context); at++) shown.add(at);
  }
  return [...shown].toSorted((a, b) => a - b);
}

function legend(
  code: "command.sharesOfTime" | "command.sharesOfSamples",
  shown: string,
  busySamples: number,
  { lines, functions }: CostRows,
  style: Style,
): string {
  const { points, say } = style.words;
  const error = samplingError(busySamples / 2, busySamples);
  const texts = [say({ code, values: { shown, error: points(error) } }), say({ code: "command.withLibraries" })];
  if (lines.some(({ inferredTicks }) => inferredTicks > 0) || functions.some(({ inferred }) => inferred))
    texts.push(say({ code: "command.inferred" }));
  return style.dim(texts.join(" "));
}

/** Each with its line, the evidence, what to do, and where to read on. */
function adviceList({ pathNow }: OpenedTarget, found: readonly AdviceView[], style: Style): string {
  const placeOf = ({ path: file, line }: NonNullable<AdviceView["place"]>): string => `${shortPath(pathNow(file))}:${line}`;
  const items = found.map((advice) => {
    const { hint, explanation, remedy } = adviceWords(advice, reportWordsIn(style.words), placeOf);
    const place = advice.place === undefined ? "" : `${style.dim(harmless(placeOf(advice.place)))}  `;
    const text = [explanation, remedy, advice.documentation].map((part) => `\n  ${harmless(part)}`).join("");
    return `${place}${advice.inferred ? "≈ " : ""}${harmless(hint)}${text}`;
  });
  return [style.bold(style.words.say({ code: "command.advice" })), ...items].join("\n");
}

/** What is not known, or not sure: a line for each problem. */
export function problemList({ problems }: Pick<OpenedTarget, "problems">, style: Style): string {
  const { count, say } = style.words;
  const rows = problems.map((each) => {
    const times = each.count > 1 ? ` ${say({ code: "command.times", values: { shown: count(each.count) } })}` : "";
    return `- ${harmless(say(each))}${times}`;
  });
  return [style.bold(say({ code: "command.note" })), ...rows].join("\n");
}

/** `  45.0 %`, seven characters wide. */
function column(share: Share, words: Words): string {
  return words.share(share).padStart(shareWidth);
}

/** Whether it failed, or ended, before anything of it was sampled. */
function hasEnded({ run, analysis }: Pick<OpenedTarget, "run" | "analysis">): boolean {
  return run.end === "crashed" || (run.end === "exited" && analysis.costs.samples === 0);
}

const eighths = " ▏▎▍▌▋▊▉█";

/** Shows the share by length and colour. */
function bar(share: Share): string {
  const steps = Math.min(barWidth * 8, Math.max(share > 0 ? 1 : 0, Math.round(share * barWidth * 8)));
  const full = Math.floor(steps / 8);
  const rest = steps % 8 === 0 ? "" : (eighths[steps % 8] as string);
  return `${"█".repeat(full)}${rest}`.padEnd(barWidth);
}

/** Relative to the working folder if it is inside. */
export function shortPath(file: string): string {
  if (!path.isAbsolute(file)) return file;
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") || path.isAbsolute(relative) ? file : relative;
}

/** For a column: of a long path its end, where the file's name is. */
export function pathEnd(file: string): string {
  const short = shortPath(file);
  return short.length > longestPath ? `…${endOf(short, longestPath - 1)}` : short;
}

const longestPath = 38;
