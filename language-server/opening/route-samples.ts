import { keptOf } from "../analysis/selection/kept-selection.ts";
import type { RunRoutes } from "../analysis/selection/run-routes.ts";
import type { Selection } from "../analysis/selection/selection.ts";
import { threadsNamed } from "../analysis/selection/thread-names.ts";
import type { OpenedRun } from "./opened-run.ts";

type WithRoutes = Pick<OpenedRun, "analysis" | "routesPass" | "threads">;

/** Of the run or of its pass; undefined if they are not known. */
export function knownRoutes({ analysis, routesPass }: Pick<OpenedRun, "analysis" | "routesPass">): RunRoutes | undefined {
  return analysis.routes ?? routesPass?.analysis.routes;
}

/** The run that has the samples of a selection, and what is selected of it: of routes it may be the pass that loaded each alone. */
export function measuredRun<Opened extends WithRoutes>(
  opened: Opened,
  selection: Selection,
): { readonly opened: Opened; readonly selection: Selection } {
  const { routesPass, ...own } = opened;
  if (selection.routes === null || routesPass === undefined) return { opened, selection };
  return { opened: { ...own, ...routesPass } as unknown as Opened, selection: selectionInPass(selection, opened, routesPass) };
}

/** Threads go by name. Spans are of the pass already. */
export function selectionInPass(selection: Selection, { threads: all }: WithRoutes, pass: WithRoutes): Selection {
  const threads = threadsNamed(keptOf(selection, all).threads ?? [], pass.threads).map(({ id }) => id);
  return { ...selection, threads: threads.length === 0 ? null : threads };
}
