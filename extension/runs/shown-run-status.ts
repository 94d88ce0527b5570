import * as vscode from "vscode";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { StatusFace } from "../screen/status-bar.ts";
import type { RunStatus, StatusItem } from "../status-item.ts";
import type { LoadFormState } from "../../webview/load/incoming.ts";
import type { LoadFormModel } from "../load/load-form-model.ts";
import { passRemark, count, hotLineText, words } from "./run-text.ts";
import type { ShownRun } from "./shown-run.ts";

/** What is hottest in the shown run, and of which part if it is not all. What it rests on, and how to see another part, is in the hover. */
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

type Shown = Pick<
  RunSummary,
  | "live"
  | "name"
  | "recorder"
  | "recorderNote"
  | "busySamples"
  | "threads"
  | "selectionText"
  | "isEmpty"
  | "hotLines"
  | "otherHeat"
  | "measures"
  | "routes"
  | "listenedAtMs"
  | "pass"
> &
  Pick<LoadFormState, "isComparable">;

export function runStatus(run: Shown): RunStatus {
  const { t } = vscode.l10n;
  const about = measuredText(run);
  const details = { text: about, link: { label: t("Details"), command: "heatline.showRunDetails" } } as const;
  const compare = { text: "", link: { label: t("Compare with the run before"), command: "heatline.compareWithPrevious" } } as const;
  const notes = [details, ...(run.isComparable === true ? [compare] : [])];
  const text = words(run.pass === undefined ? "" : passRemark(run.pass.kind), run.selectionText);
  const part = text === "" ? undefined : text;
  return {
    face: faceOf(run),
    part,
    isEmpty: run.isEmpty && run.selectionText !== "",
    notes: [...notes, ...selectionNotes(run), heatNote(run)],
  };
}

/** By what the heat is, where that is no time of the CPU, and how to change it. */
function heatNote({ otherHeat }: Shown): RunStatus["notes"][number] {
  return { text: otherHeat?.about ?? "", link: { label: vscode.l10n.t("Heat By…"), command: "heatline.heatBy" } };
}

/** What is selected, and the commands that select something else. */
function selectionNotes({ threads, selectionText, measures, routes, listenedAtMs }: Shown): RunStatus["notes"] {
  const { t } = vscode.l10n;
  const isAll = selectionText === "";
  const selected = t("Heat shows: {0}.", isAll ? t("all {0} threads", threads.length) : selectionText);
  const all = { label: t("Show Everything"), command: "heatline.showEverything" } as const;
  const thread = { label: t("Show Thread…"), command: "heatline.showThread" } as const;
  const route = { label: t("Show Route…"), command: "heatline.showRoute" } as const;
  const startup = { label: t("Show Start-Up"), command: "heatline.showStartup" } as const;
  const measure = { label: t("Measure…"), command: "heatline.showMeasure" } as const;
  return [
    ...(isAll ? [] : [{ text: selected, link: all }]),
    ...(threads.length < 2 ? [] : [{ text: isAll ? selected : "", link: thread }]),
    ...(routes === undefined ? [] : [{ text: "", link: route }]),
    ...(listenedAtMs === undefined ? [] : [{ text: "", link: startup }]),
    ...(measures === undefined ? [] : [{ text: t("Measured: {0}.", measures.shown), link: measure }]),
  ];
}

/** Undefined if nothing is hot. */
function faceOf({ live, isEmpty, selectionText, hotLines: [hottest], otherHeat }: Shown): StatusFace | undefined {
  if (isEmpty && selectionText !== "") {
    return {
      icon: "warning",
      text: vscode.l10n.t("Nothing measured"),
      tooltip: vscode.l10n.t("Nothing was measured here ({0}). Click to show everything.", selectionText),
      command: "heatline.showEverything",
    };
  }
  if (otherHeat !== undefined) return otherFace(otherHeat);
  if (hottest === undefined) return undefined;
  const { place, share } = hotLineText(hottest);
  return {
    icon: live ? "broadcast" : "flame",
    text: `${place} · ${share}`,
    tooltip: vscode.l10n.t("Go to the hottest line, {0}", place),
    command: "heatline.goToHottestLine",
  };
}

function otherFace({ lines: [hottest], goTo: tooltip }: NonNullable<Shown["otherHeat"]>): StatusFace | undefined {
  if (hottest === undefined) return undefined;
  return { icon: "flame", text: `${hottest.label} · ${hottest.text}`, tooltip, command: "heatline.goToHottestLine" };
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
