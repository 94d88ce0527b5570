import * as vscode from "vscode";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { RunStatus, StatusItem } from "../status-item.ts";
import { count } from "./run-text.ts";
import type { ShownRun } from "./shown-run.ts";

/** What the shown figures rest on, and whose they are where the run has several threads or processes. */
export function registerShownRunStatus(shownRun: ShownRun, status: StatusItem): vscode.Disposable {
  return shownRun.onDidChange((summary) => status.showRun(summary && runStatus(summary)));
}

type Shown = Pick<RunSummary, "live" | "name" | "recorder" | "recorderNote" | "busySamples" | "threads" | "shownThreads">;

export function runStatus(run: Shown): RunStatus {
  const { t } = vscode.l10n;
  const about = measuredText(run);
  const details = { text: about, link: { label: t("Details"), command: "heatline.showRunDetails" } } as const;
  const face = { ...faceOf(run), tooltip: "", command: "heatline.showRunDetails" } as const;
  if (run.threads.length < 2) return { face, part: undefined, notes: [details] };
  const threads = threadsText(run);
  const choose = { text: t("Heat shows: {0}.", threads), link: { label: t("Show Thread…"), command: "heatline.showThread" } } as const;
  return { face, part: run.shownThreads === null ? undefined : threads, notes: [details, choose] };
}

function faceOf({ live, recorder, busySamples }: Shown): { readonly icon: string; readonly text: string } {
  const samples = vscode.l10n.t("{0} samples", count(busySamples));
  if (live) return { icon: "broadcast", text: `${vscode.l10n.t("live")} · ${samples}` };
  return recorder === "inspector" ? { icon: "info", text: `${vscode.l10n.t("inspector")} · ${samples}` } : { icon: "pulse", text: samples };
}

function measuredText({ live, name, recorder, recorderNote, busySamples }: Shown): string {
  const { t } = vscode.l10n;
  const how: Readonly<Record<RunSummary["recorder"], string>> = {
    exact: t("every line as V8 logged it"),
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
