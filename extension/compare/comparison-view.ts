import * as vscode from "vscode";
import { errorOf } from "../../language-server/analysis/compare/significance.ts";
import { errorShare } from "../../language-server/analysis/compare/chance/headline.ts";
import { changeOf } from "../../language-server/analysis/compare/chance/verdict.ts";
import type { FlameDifference } from "../../language-server/protocol/compare/compare-heat.ts";
import type {
  ComparedCost,
  ComparedFunction,
  ComparedLine,
  ComparedRun,
  Comparison,
} from "../../language-server/protocol/compare/comparison.ts";
import { isOfSpan } from "./comparison-memory.ts";
import type * as view from "../../webview/compare/incoming.ts";

/**
 * Converts the server's comparison into what the panel shows, adding the texts the panel cannot make. Pure. `canRepeat`: whether somebody measures
 * both sides again when asked.
 */
export function comparisonView(comparison: Comparison, canRepeat: boolean): view.ComparisonView {
  const { base, next, busy, per } = comparison;
  return {
    per,
    canBePerRequest: countsRequests(base) && countsRequests(next),
    before: runView(base, busy.base),
    after: runView(next, busy.next),
    figures: comparison.headline.figures.map(({ name, ratio, interval, word }) => ({
      name,
      ratio,
      ...(interval === undefined ? {} : { error: errorShare(interval, ratio) }),
      ...(word === undefined ? {} : { word }),
    })),
    starts: comparison.headline.starts,
    canRepeat: canRepeat && comparison.isRepeatWorthwhile && !isOfSpan(comparison),
    canCompareSpan: comparison.warnings.some(({ kind }) => kind === "spans"),
    isOfSpan: isOfSpan(comparison),
    isOfThreads: comparison.warnings.some(({ kind }) => kind === "threads"),
    selectionFacts: comparison.selectionFacts,
    warnings: comparison.warnings.map(({ text }) => text),
    functions: comparison.functions.map(functionRow),
    lines: comparison.lines.map(lineRow),
  };
}

/** Identifies a comparison, so that messages about an older one can be dropped. */
export function comparisonKey({ base, next, per, busy }: Comparison): string {
  return `${base.id} ${next.id} ${per} ${busy.base} ${busy.next}`;
}

/** The first node is the root, which has no frame of its own: it gets one after all others. */
export function flameView(flame: FlameDifference, { per, busy }: Pick<Comparison, "per" | "busy">): view.DifferenceFlameView {
  const root = flame.frames.length;
  return {
    per,
    frames: [
      ...flame.frames.map(({ name, file, line }) => ({ name, place: placeText(file, line) })),
      { name: vscode.l10n.t("all busy time"), place: "" },
    ],
    frame: flame.frame.map((frame) => (frame === -1 ? root : frame)),
    parent: flame.parent,
    beforeMs: flame.base,
    afterMs: flame.next,
    verdict: flame.frame.map((frame, node) => (frame === -1 ? busy.verdict : verdictOf(flame, node))),
  };
}

/** Based on cost, as in the table: the share of busy time may have grown even if the cost fell. */
function verdictOf(flame: FlameDifference, node: number): view.Verdict {
  const [before = 0, after = 0] = [flame.base[node], flame.next[node]];
  return flame.noise[node] === 1 || before === after ? "noise" : changeOf(before, after, after - before);
}

function countsRequests({ load }: ComparedRun): boolean {
  return (load?.requests ?? 0) > 0;
}

function runView(run: ComparedRun, busyMs: number): view.ComparedRun {
  const { load } = run;
  return {
    name: run.name,
    startedAt: run.startedAt,
    commit: run.commit,
    busyMs,
    cpuMs: run.cpuMs,
    load:
      load === undefined ? undefined : { requestsPerSecond: load.requestsPerSecond, p50Ms: load.latency.p50Ms, p99Ms: load.latency.p99Ms },
  };
}

function functionRow(row: ComparedFunction): view.ComparedRow {
  return {
    name: row.baseName === undefined ? row.name : vscode.l10n.t("{0} (was {1})", row.name, row.baseName),
    place: row.baseLabel === undefined ? row.label : vscode.l10n.t("{0} (was {1})", row.label, row.baseLabel),
    ...costRow(row),
    edited: row.edited,
    hasCode: row.location !== undefined,
  };
}

function lineRow(row: ComparedLine): view.ComparedRow {
  const text = row.text === "" ? row.functionName : row.text;
  return {
    name: row.baseText === undefined ? text : vscode.l10n.t("{0} (was {1})", text, row.baseText),
    place: row.label,
    ...costRow(row),
    edited: row.baseText !== undefined,
    hasCode: row.location !== undefined,
  };
}

function costRow({ base, next, delta, low, high, verdict }: ComparedCost): Omit<view.ComparedRow, "name" | "place" | "edited" | "hasCode"> {
  return {
    beforeMs: base === 0 ? undefined : base,
    afterMs: next === 0 ? undefined : next,
    changeMs: delta,
    errorMs: errorOf({ delta, low, high }),
    verdict,
  };
}

function placeText(file: string | undefined, line: number | undefined): string {
  if (file === undefined) return "";
  const name = file.slice(file.lastIndexOf("/") + 1);
  return line === undefined ? name : `${name}:${line}`;
}
