import * as vscode from "vscode";
import type { Selection } from "../../language-server/analysis/selection/selection.ts";
import { isStartup, startupSpan } from "../../language-server/analysis/startup/startup-span.ts";
import type { RunSummary, ThreadSummary } from "../../language-server/protocol/run-summary.ts";
import type { RegisterCommand } from "../commands.ts";
import { durationText, percent } from "../runs/run-text.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";
import type { ShownSelection } from "./shown-selection.ts";

interface ThreadItem extends PickItem {
  readonly part?: Partial<Selection>;
}

/** Selects which threads' costs are shown, or those of the start. */
export function registerThreads(register: RegisterCommand, shownRun: ShownRun, selection: ShownSelection): vscode.Disposable {
  return register("heatline.showThread", () => choose(shownRun, selection));
}

async function choose(shownRun: ShownRun, selection: ShownSelection): Promise<void> {
  const summary = await shownRun.mustBeShown();
  const picked = await pickOne(threadItems(summary), {
    title: vscode.l10n.t("Show the costs of"),
    placeHolder: vscode.l10n.t("A thread or process of {0}", summary.name),
    matchOnDescription: true,
  });
  if (picked?.part !== undefined) await selection.change(picked.part);
}

type Pickable = Pick<RunSummary, "threads" | "selection" | "listenedAtMs">;

/** All threads together first, then the start of the app, each process with several threads, and each thread, busiest first. */
export function threadItems({ threads, selection, listenedAtMs }: Pickable): readonly ThreadItem[] {
  const { threads: shown } = selection;
  const busy = threads.reduce((sum, { busyTicks }) => sum + busyTicks, 0);
  const item = (label: string, some: readonly ThreadSummary[] | null): ThreadItem => {
    const ids = some?.map(({ id }) => id) ?? null;
    const ticks = (some ?? threads).reduce((sum, { busyTicks }) => sum + busyTicks, 0);
    const share = vscode.l10n.t("{0} % of the busy time", percent(busy === 0 ? 0 : ticks / busy));
    const isShown = ids === null ? shown === null : shown !== null && ids.join() === shown.join();
    return {
      ...(isShown ? { icon: "check" } : {}),
      label,
      description: isShown ? `${share} · ${vscode.l10n.t("shown now")}` : share,
      part: { threads: ids },
    };
  };
  const separator = (label: string): ThreadItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const pids = [...new Set(threads.map(({ pid }) => pid))];
  const byProcess = pids.map((pid) => threads.filter((thread) => thread.pid === pid));
  const processes = pids.length < 2 ? [] : byProcess.filter((own) => own.length > 1);
  return [
    item(vscode.l10n.t("All threads and processes"), null),
    ...startupItems({ selection, listenedAtMs }),
    ...(processes.length === 0 ? [] : [separator(vscode.l10n.t("Processes"))]),
    ...processes.map((own) => item(vscode.l10n.t("Process {0} with its {1} threads", own[0]?.pid ?? 0, own.length), own)),
    separator(vscode.l10n.t("Threads")),
    ...threads.toSorted((a, b) => b.busyTicks - a.busyTicks).map((thread) => item(thread.name, [thread])),
  ];
}

/** Nothing where the recording does not have it. */
function startupItems({ selection, listenedAtMs }: Pick<Pickable, "selection" | "listenedAtMs">): readonly ThreadItem[] {
  const span = startupSpan({ listenedAtMs });
  if (span === undefined) return [];
  const isShown = isStartup(selection.spans, { listenedAtMs });
  const length = durationText(span.to / 1000);
  return [
    {
      ...(isShown ? { icon: "check" } : {}),
      label: vscode.l10n.t("Start-up, until the first server listened"),
      description: isShown ? `${length} · ${vscode.l10n.t("shown now")}` : length,
      part: { spans: [span] },
    },
  ];
}
