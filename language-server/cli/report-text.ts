import { inEnglish } from "../texts/english.ts";
import path from "node:path";
import { categories, type Costs, type FunctionCost, type LineCost } from "../analysis/costs/costs.ts";
import { noiseTicks, samplingError } from "../analysis/costs/sampling-error.ts";
import type { LoadReport } from "../analysis/load/load.ts";
import type { Line, Milliseconds, Share, Ticks } from "../analysis/units.ts";
import { byHeat, ticksOf, type Figures } from "./figures.ts";
import { isWeighted, type OpenedTarget } from "./target.ts";
import { count, cut, duration, percent } from "./terminal-figures.ts";
import { kindWords } from "./report-words.ts";
import { harmless, type Style } from "./terminal.ts";

/** Source lines shown above and below a hot one. */
const context = 2;
const barWidth = 8;
/** The width of "with libraries". */
const costWidth = 14;

/** What `heatline report` prints: what was recorded, the hottest functions, and the hottest lines in their source. */
export function textReport(target: OpenedTarget, figures: Figures, isFiltered: boolean, top: number, style: Style): string {
  const { busyTicks, busySamples } = target.analysis.costs;
  const parts = [header(target, style)];
  if (busyTicks === 0) parts.push("The app was idle the whole time: there is nothing to show.");
  else {
    parts.push(functionTable(target, figures, top, style));
    parts.push(...annotatedSources(target, linesToShow(target, figures, isFiltered), top, style));
    if (figures.lines.length === 0) parts.push("No line of the chosen code has a cost.");
    parts.push(
      legend(
        isWeighted(target) ? `busy time, ${count(busySamples)} samples` : `${count(busySamples)} busy samples`,
        busySamples,
        figures,
        style,
      ),
    );
  }
  if (target.problems.length > 0) parts.push(problemList(target, style));
  return `${parts.join("\n\n")}\n`;
}

/** Lines of own code, unless there are none or the user filtered. */
function linesToShow({ analysis }: OpenedTarget, { lines }: Figures, isFiltered: boolean): readonly LineCost[] {
  const own = lines.filter(({ source }) => analysis.costs.sources[source]?.category === "own");
  return isFiltered || own.length === 0 ? lines : own;
}

/** What was recorded, how, and how many samples. */
function header(target: OpenedTarget, style: Style): string {
  const { run, recorder, format, analysis } = target;
  const { ticks, busyTicks, samples, busySamples, interval } = analysis.costs;
  const how = format ?? { exact: "exact recorder", inspector: "inspector recorder", import: "imported" }[recorder];
  const node = run.app.nodeVersion === "" ? "" : `Node ${run.app.nodeVersion.replace(/^v/, "")}`;
  const busy = ticks === 0 ? 0 : busyTicks / ticks;
  const facts = [
    how,
    node,
    `${count(samples)} samples of ${duration(interval / 1000)}${isWeighted(target) ? " on average" : ""}`,
    `${count(busySamples)} busy (${percent(busy)})`,
  ];
  const lines = [style.bold(harmless(run.name)), harmless(facts.filter((fact) => fact !== "").join(" · "))];
  if (run.load !== undefined) lines.push(loadLine(run.load, (busyTicks * interval) / 1000));
  if (busyTicks > 0) lines.push(`made of ${madeOf(analysis.costs)}`);
  if (run.recorderNote !== undefined) lines.push(style.dim(harmless(inEnglish(run.recorderNote))));
  return lines.join("\n");
}

/** `own code 81.0 %, native code 12.3 %`, largest first. */
function madeOf({ composition, busyTicks }: Costs): string {
  return categories
    .filter((category) => composition[category] > 0)
    .toSorted((a, b) => composition[b] - composition[a])
    .map((category) => `${kindWords[category]} ${percent(composition[category] / busyTicks)}`)
    .join(", ");
}

/** The load tool's figures, and the CPU time per request. */
function loadLine({ label, requests, requestsPerSecond, latency }: LoadReport, busyMs: Milliseconds): string {
  const parts = [harmless(label)];
  if (requestsPerSecond !== undefined) parts.push(`${count(Math.round(requestsPerSecond * 10) / 10)} req/s`);
  if (latency.p50Ms !== undefined) parts.push(`p50 ${duration(latency.p50Ms)}`);
  if (latency.p99Ms !== undefined) parts.push(`p99 ${duration(latency.p99Ms)}`);
  if (requests !== undefined && requests > 0) parts.push(`${duration(busyMs / requests)} CPU per request`);
  return parts.join(" · ");
}

interface FunctionRow {
  readonly name: string;
  readonly place: string;
  readonly selfTicks: Ticks;
  readonly totalTicks: Ticks;
}

/** Code without a file is listed with the rest, so that the self times add up to all busy ticks. */
function functionTable({ analysis, pathNow }: OpenedTarget, { functions, others }: Figures, top: number, style: Style): string {
  const { busyTicks, sources } = analysis.costs;
  const placed = functions.map((cost: FunctionCost): [FunctionCost, string] => [
    cost,
    `${shortPath(pathNow(sources[cost.source]?.path ?? ""))}:${cost.line}`,
  ]);
  const placeless = others.map((cost): [typeof cost, string] => [cost, kindWords[cost.category]]);
  const hottest = [...placed, ...placeless]
    .toSorted(([a], [b]) => b.selfTicks - a.selfTicks || b.totalTicks - a.totalTicks)
    .slice(0, top)
    .map(([cost, place]): FunctionRow => ({ name: cost.name, place, selfTicks: cost.selfTicks, totalTicks: cost.totalTicks }));
  if (hottest.length === 0) return `${style.bold("Hot functions")}\nNothing of the chosen kinds has a cost.`;
  const nameWidth = Math.min(40, Math.max(...hottest.map(({ name }) => harmless(name).length)));
  const rows = hottest.map((cost) => {
    const figuresText = `${column(cost.selfTicks, busyTicks)} ${column(cost.totalTicks, busyTicks)}`;
    const share = cost.selfTicks / busyTicks;
    return `${style.heat(`${bar(share)} ${figuresText}`, share)}  ${cut(harmless(cost.name), nameWidth).padEnd(nameWidth)}  ${style.dim(harmless(cost.place))}`;
  });
  const head = `${" ".repeat(barWidth)}    self   total`;
  return [style.bold("Hot functions"), style.dim(head), ...rows].join("\n");
}

/** The hottest lines by file, hottest file first, with the lines around them. */
function annotatedSources(target: OpenedTarget, lines: readonly LineCost[], top: number, style: Style): readonly string[] {
  const { busyTicks, sources } = target.analysis.costs;
  const hottest = lines.toSorted(byHeat(sources)).slice(0, top);
  const byFile = new Map<number, LineCost[]>();
  for (const line of hottest) {
    const known = byFile.get(line.source);
    if (known === undefined) byFile.set(line.source, [line]);
    else known.push(line);
  }
  return [...byFile].map(([source, hot]) => {
    const file = target.pathNow(sources[source]?.path ?? "");
    const text = target.analysis.textOf(source)?.split(/\r\n|[\n\r\u2028\u2029]/);
    const costs = new Map(lines.filter((line) => line.source === source).map((line) => [line.line, line]));
    const shown = linesAround(hot, text?.length ?? 0);
    const numberWidth = String(Math.max(...shown)).length;
    const rows = shown.flatMap((line, index) => {
      const gap = index > 0 && (shown[index - 1] as Line) < line - 1 ? [style.dim(`${" ".repeat(barWidth + costWidth + 11)} ⋮`)] : [];
      const source_ = text === undefined ? "(the source was not kept)" : harmless(text[line - 1] ?? "");
      return [...gap, sourceLine(line, costs.get(line), source_)];
    });
    const head = style.dim(
      `${" ".repeat(barWidth)} ${(sources[source]?.category === "own" ? "with libraries" : "self").padStart(costWidth)}   total`,
    );
    return [style.bold(harmless(shortPath(file))), head, ...rows].join("\n");

    function sourceLine(line: Line, cost: LineCost | undefined, code: string): string {
      const number = String(line).padStart(numberWidth);
      const room = style.width - barWidth - numberWidth - costWidth - 16;
      if (cost === undefined) return `${" ".repeat(barWidth + costWidth + 11)} ${style.dim(`${number} │ ${cut(code, room)}`)}`;
      const ticks = ticksOf(cost, sources);
      const share = ticks / busyTicks;
      const mark = cost.inferredTicks > 0 ? " ≈" : "  ";
      const numbers = `${bar(share)} ${column(ticks, busyTicks).padStart(costWidth)} ${column(cost.totalTicks, busyTicks)}${mark}`;
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

function legend(what: string, busySamples: number, { lines }: Figures, style: Style): string {
  const error = samplingError(busySamples / 2, busySamples);
  const texts = [
    `Shares of the ${what}, ± ${(error * 100).toFixed(1)} points at most (95 %).`,
    "With libraries: the line itself and all that it called in libraries, Node.js and native code.",
  ];
  if (lines.some(({ inferredTicks }) => inferredTicks > 0)) texts.push("≈: inferred in part, not measured.");
  return style.dim(texts.join(" "));
}

function problemList({ problems }: OpenedTarget, style: Style): string {
  const rows = problems.map((each) => `- ${harmless(inEnglish(each))}${each.count > 1 ? ` (${count(each.count)} times)` : ""}`);
  return [style.bold("Note"), ...rows].join("\n");
}

/** `  45.0 %`, seven characters wide. */
function column(ticks: Ticks, busyTicks: Ticks): string {
  return percent(ticks / busyTicks).padStart(7);
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
