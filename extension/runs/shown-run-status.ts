import * as vscode from "vscode";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { StatusFace } from "../screen/status-bar.ts";
import type { RunStatus, StatusItem } from "../status-item.ts";
import type { LoadFormState } from "../../webview/load/incoming.ts";
import type { LoadFormModel } from "../load/load-form-model.ts";
import { count, hotLineText } from "./run-text.ts";
import type { ShownRun } from "./shown-run.ts";

/** What is hottest in the shown run, and whose it is where the run has several threads or processes. What it rests on is in the hover. */
export function registerShownRunStatus(
  shownRun: ShownRun,
  loadModel: Pick<LoadFormModel, "state" | "onDidChange">,
  status: StatusItem,
): vscode.Disposable {
  const draw = (): void => {
    const { summary } = shownRun;
    status.showRun(summary && runStatus({ ...summary, isComparable: loadModel.state.isComparable }));
  };
  return vscode.Disposable.from(shownRun.onDidChange(draw), loadModel.onDidChange(draw));
}

type Shown = Pick<RunSummary, "live" | "name" | "recorder" | "recorderNote" | "busySamples" | "threads" | "shownThreads" | "hotLines"> &
  Pick<LoadFormState, "isComparable">;

export function runStatus(run: Shown): RunStatus {
  const { t } = vscode.l10n;
  const about = measuredText(run);
  const details = { text: about, link: { label: t("Details"), command: "heatline.showRunDetails" } } as const;
  const compare = { text: "", link: { label: t("Compare with the run before"), command: "heatline.compareWithPrevious" } } as const;
  const notes = [details, ...(run.isComparable === true ? [compare] : [])];
  const face = faceOf(run);
  if (run.threads.length < 2) return { face, part: undefined, notes };
  const threads = threadsText(run);
  const choose = { text: t("Heat shows: {0}.", threads), link: { label: t("Show Thread…"), command: "heatline.showThread" } } as const;
  return { face, part: run.shownThreads === null ? undefined : threads, notes: [...notes, choose] };
}

/** Undefined if nothing is hot. */
function faceOf({ live, hotLines: [hottest] }: Shown): StatusFace | undefined {
  if (hottest === undefined) return undefined;
  const { place, share } = hotLineText(hottest);
  return {
    icon: live ? "broadcast" : "flame",
    text: `${place} · ${share}`,
    tooltip: vscode.l10n.t("Go to the hottest line, {0}", place),
    command: "heatline.goToHottestLine",
  };
}

function measuredText({ live, name, recorder, recorderNote, busySamples }: Shown): string {
  const { t } = vscode.l10n;
  const how: Readonly<Record<RunSummary["recorder"], string>> = {
    exact: t("lines measured, not inferred"),
    inspector: t("by the inspector: lines of callers are inferred, marked ≈ where not certain"),
    import: t("opened from a file"),
  };
  const what = live
    ? t("Live heat of {0}: {1} busy samples so far.", name, count(busySamples))
    : t("{0}: {1} busy samples, {2}.", name, count(busySamples), how[recorder]);
  return recorderNote === "" ? what : `${what}\n${recorderNote}`;
}

function threadsText({ threads, shownThreads }: Shown): string {
  if (shownThreads === null) return vscode.l10n.t("all {0} threads", threads.length);
  const names = threads.filter(({ id }) => shownThreads.includes(id)).map(({ name }) => name);
  return names.length === 1 ? (names[0] ?? "") : vscode.l10n.t("{0} of {1} threads", names.length, threads.length);
}
