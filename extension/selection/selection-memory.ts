import * as v from "valibot";
import type * as vscode from "vscode";
import { everything } from "../../language-server/analysis/selection/selection.ts";
import { type KeptSelection, keptSelection } from "../../language-server/analysis/selection/kept-selection.ts";
import { lastRunKey } from "../runs/last-run.ts";
import { noFilter, type StackFilter, stackFilter } from "../../language-server/analysis/selection/stack-filter.ts";

/** `[run, selection]`. */
const selectionKey = "heatline.selection";
const viewsKey = "heatline.views";
/** Of versions in which heat did not follow the filter. */
const formerKey = "heatline.filter";

/** What holds for every run. `hiddenKinds`: kept by an earlier version, for lists, flame graphs and exports only. */
export type KeptViews = Pick<StackFilter, "hiddenKinds" | "mergesRecursion" | "showsNative">;

const views = v.fallback(v.pick(stackFilter, ["hiddenKinds", "mergesRecursion", "showsNative"]), noFilter);

export function keptViews(memory: vscode.Memento): KeptViews {
  return v.parse(views, memory.get<unknown>(viewsKey) ?? memory.get<unknown>(formerKey) ?? noFilter);
}

export async function keepViews(memory: vscode.Memento, { hiddenKinds, mergesRecursion, showsNative }: KeptViews): Promise<void> {
  await memory.update(viewsKey, { hiddenKinds, mergesRecursion, showsNative });
  await memory.update(formerKey, undefined);
}

/** What a new run begins with: everything, drawn as before. Undefined if that is the usual way. */
export function firstSelection(memory: vscode.Memento): KeptSelection | undefined {
  const { mergesRecursion, showsNative } = keptViews(memory);
  if (!mergesRecursion && !showsNative) return undefined;
  return { ...everything, threads: null, filter: { ...noFilter, mergesRecursion, showsNative } };
}

/** Of the run that is remembered. */
export async function keepSelection(memory: vscode.Memento, selection: KeptSelection): Promise<void> {
  const kept = [memory.get(lastRunKey), selection];
  if (JSON.stringify(kept) !== JSON.stringify(memory.get(selectionKey))) await memory.update(selectionKey, kept);
}

/** Undefined if none was kept for this run. */
export function keptSelectionOf(memory: vscode.Memento, run: string): KeptSelection | undefined {
  const kept = v.safeParse(v.tuple([v.literal(run), keptSelection]), memory.get(selectionKey));
  return kept.success ? kept.output[1] : undefined;
}
