import * as v from "valibot";
import type * as vscode from "vscode";
import type { CompareUnit } from "../../language-server/analysis/compare/compare-units.ts";
import type { Comparison } from "../../language-server/protocol/compare/comparison.ts";
import type { RunPair } from "./compare-picks.ts";

const memoryKey = "heatline.comparison";

const folder = v.pipe(v.string(), v.minLength(1));
const kept = v.object({
  request: v.object({
    newFolder: folder,
    baseFolder: folder,
    per: v.picklist(["request", "second"]),
    by: v.picklist(["withLibraries", "self", "total"]),
    more: v.exactOptional(v.object({ next: v.pipe(v.array(folder), v.maxLength(20)) })),
  }),
  inCode: v.boolean(),
});

/** A comparison to request from the server. Without folders it compares the shown run with its baseline. */
export interface ComparisonRequest extends Partial<RunPair> {
  readonly per?: Exclude<CompareUnit, "run" | "start">;
  readonly by?: Comparison["by"];
  /** The selected span of the shown run with the rest of it, in place of two runs. */
  readonly with?: "rest";
  /** Folders of further runs of the same code. */
  readonly more?: { readonly next: string[] };
}

/** The comparison last shown in the panel, stored for the next session. */
export interface KeptComparison {
  readonly request: ComparisonRequest;
  /** Whether its changes were shown in the code. */
  readonly inCode: boolean;
}

/** Undefined if nothing valid is stored. */
export function keptComparison(memory: vscode.Memento): KeptComparison | undefined {
  const found = v.safeParse(kept, memory.get(memoryKey));
  return found.success ? found.output : undefined;
}

export async function keepComparison(memory: vscode.Memento, comparison: KeptComparison): Promise<void> {
  await memory.update(memoryKey, comparison);
}

/** The request that produces the same comparison again: in the unit that was asked for, which not every part of a run can be had in. */
export function requestOf(comparison: Comparison, { per = "request", more }: ComparisonRequest): ComparisonRequest {
  const { next, base, by } = comparison;
  if (isOfSpan(comparison)) return { with: "rest", by };
  const further = more === undefined ? {} : { more };
  return { newFolder: next.folder, baseFolder: base.folder, per, by, ...further };
}

/** Whether it is a span of time with the rest of its run. */
export function isOfSpan({ base, next }: Pick<Comparison, "base" | "next">): boolean {
  return base.folder === next.folder;
}
