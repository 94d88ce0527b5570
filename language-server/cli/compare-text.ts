import { cpuPerUnit } from "../analysis/compare/compare-units.ts";
import type { FunctionDifference, LineDifference } from "../analysis/compare/diff.ts";
import { errorOf, type Difference } from "../analysis/compare/significance.ts";
import type { Milliseconds } from "../analysis/units.ts";
import type { ComparedTargets } from "./compared-targets.ts";
import { shortPath } from "./report-text.ts";
import type { OpenedTarget } from "./target.ts";
import { count, cut, duration } from "./terminal-figures.ts";
import { harmless, type Style } from "./terminal.ts";

const costWidth = 9;
const nameWidth = 40;

/** What `heatline compare` prints: the load figures, CPU time, and the functions and lines that changed. */
export function textComparison(compared: ComparedTargets, top: number, style: Style): string {
  const { difference, warnings } = compared;
  const functions = changesOf(difference.functions);
  const lines = changesOf(difference.lines);
  const parts = [
    header(compared, style),
    ...(warnings.length === 0 ? [] : [[style.bold("Note"), ...warnings.map(({ text }) => `- ${harmless(text)}`)].join("\n")]),
    table("Functions", functions, top, (row) => functionText(row, compared, style), style),
    table("Lines", lines, top, (row) => lineText(row, compared, style), style),
    legend(compared, functions.length, lines.length, style),
  ];
  return `${parts.join("\n\n")}\n`;
}

function changesOf<Row extends Difference>(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ verdict }) => verdict !== "noise");
}

function header({ base, next, units, loadRatio, difference: { busy } }: ComparedTargets, style: Style): string {
  const lines = [style.bold(`${runName(base)} → ${runName(next)}`)];
  const [before, after] = [base.run.load, next.run.load];
  const label = after?.label ?? before?.label;
  const facts = [
    ...(label === undefined ? [] : [harmless(label)]),
    ...(loadRatio === null ? [] : [`${rate(before?.requestsPerSecond)} → ${rate(after?.requestsPerSecond)} req/s, ${ratio(loadRatio)}`]),
    ...(before?.latency.p99Ms === undefined || after?.latency.p99Ms === undefined
      ? []
      : [`p99 ${duration(before.latency.p99Ms)} → ${duration(after.latency.p99Ms)}`]),
  ];
  if (facts.length > 0) lines.push(facts.join(" · "));
  const change = `${signed(busy.delta)} ± ${duration(errorOf(busy))} (${relative(busy)}), ${verdictText(busy)}`;
  lines.push(coloured(`Busy time per ${units.per} ${duration(busy.base)} → ${duration(busy.next)}, ${change}`, busy, style));
  const [all, allNow] = [cpuPerUnit(base.run, units.base), cpuPerUnit(next.run, units.next)];
  if (all !== undefined && allNow !== undefined) lines.push(`CPU of all threads per ${units.per} ${duration(all)} → ${duration(allNow)}`);
  return lines.join("\n");
}

/** With the time, if known, as two runs of an app share a name. */
function runName({ run, format }: OpenedTarget): string {
  return format === undefined ? `${harmless(run.name)} (${harmless(run.startedAt.replace("T", " ").slice(0, 19))})` : harmless(run.name);
}

function table<Row extends Difference>(
  title: string,
  changes: readonly Row[],
  top: number,
  textOf: (row: Row) => string,
  style: Style,
): string {
  if (changes.length === 0) return `${style.bold(title)}\nNone changed significantly.`;
  const head = style.dim(["before", "after", "change"].map((word) => word.padStart(costWidth)).join(" "));
  const rows = changes.slice(0, top).map((row) => {
    const figures = [amount(row.base), amount(row.next), signed(row.delta)].map((text) => text.padStart(costWidth)).join(" ");
    return `${coloured(`${figures} ${relative(row).padStart(7)}  ${verdictText(row).padEnd(10)}`, row, style)}  ${textOf(row)}`;
  });
  const rest = changes.length > top ? [style.dim(`… and ${count(changes.length - top)} more: --top ${changes.length}`)] : [];
  return [style.bold(title), head, ...rows, ...rest].join("\n");
}

function functionText(row: FunctionDifference, compared: ComparedTargets, style: Style): string {
  const name = row.baseName === row.name ? row.name : `${row.name} (was ${row.baseName})`;
  return `${cut(harmless(name), nameWidth)}  ${style.dim(placeText(row, compared))}`;
}

/** For an edited line its text now and, below, its text before. */
function lineText(row: LineDifference, compared: ComparedTargets, style: Style): string {
  const text = row.nextAt === undefined ? row.baseText : row.nextText;
  const isEdited = row.baseAt !== undefined && row.nextAt !== undefined && row.baseText !== row.nextText;
  const was = isEdited ? style.dim(` (was ${harmless(row.baseText)})`) : "";
  return `${style.dim(placeText(row, compared))}  ${harmless(text)}${was}`;
}

/** Where it is now; for removed code, where it was. */
function placeText({ baseAt, nextAt }: Pick<LineDifference, "baseAt" | "nextAt">, { base, next }: ComparedTargets): string {
  const [place, target] = nextAt === undefined ? [baseAt, base] : [nextAt, next];
  return place === undefined ? "" : harmless(`${shortPath(target.pathNow(place.path))}:${place.line}`);
}

function legend({ units, difference }: ComparedTargets, functions: number, lines: number, style: Style): string {
  const rest = `${count(difference.functions.length - functions)} functions and ${count(difference.lines.length - lines)} lines`;
  return style.dim(
    `Busy time per ${units.per}: your own code with the libraries that it called, other code by itself.\nLeft out as noise: ${rest}.`,
  );
}

function verdictText({ verdict }: Difference): string {
  return { faster: "▼ faster", slower: "▲ slower", new: "+ new", vanished: "× gone", noise: "no significant change" }[verdict];
}

/** Blue for faster, red for slower; the word says so too. */
function coloured(text: string, { verdict }: Difference, style: Style): string {
  if (verdict === "noise") return text;
  return style.heat(text, verdict === "faster" || verdict === "vanished" ? 0 : 1);
}

function amount(ms: Milliseconds): string {
  return ms === 0 ? "–" : duration(ms);
}

function signed(ms: Milliseconds): string {
  return ms === 0 ? "0" : `${ms < 0 ? "−" : "+"}${duration(Math.abs(ms))}`;
}

/** `−98 %`; a multiple from tenfold on; nothing if there was no cost before. */
function relative({ base, delta }: Difference): string {
  if (base === 0) return "";
  const growth = delta / base;
  if (growth >= 9) return ratio(1 + growth);
  return `${growth < 0 ? "−" : "+"}${Math.abs(growth * 100).toFixed(Math.abs(growth) < 0.0995 ? 1 : 0)} %`;
}

function ratio(factor: number): string {
  const size = Number(Math.max(factor, 1 / factor).toPrecision(3));
  return `${factor < 1 ? "÷" : "×"}${count(size)}`;
}

/** Whole numbers above a hundred, one decimal below. */
function rate(perSecond = 0): string {
  return count(perSecond >= 100 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10);
}
