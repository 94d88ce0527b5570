import * as vscode from "vscode";
import type { AskedPass } from "../../language-server/analysis/passes/asked-passes.ts";
import type { LoadReport } from "../../language-server/analysis/load/load.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import type { AdapterEvents } from "../debug-adapter/messages.ts";
import type { Subject } from "../again/measurement.ts";
import { count, decimal } from "../runs/run-text.ts";

/** What a pass finds out, and what it does to the app. */
export function passAbout(kind: AskedPass): string {
  const { t } = vscode.l10n;
  return {
    waits: t("What each await waited for, and what held it up. Rewrites sources as they load."),
    routes: t("Which route the time of each line belongs to. Sends each request alone, in turns."),
    counts: t("How often functions and lines run per request. The app takes up to a third more CPU."),
    allocations: t("Which functions allocate memory per request. The app takes up to twice the CPU."),
  }[kind];
}

/** Why a pass cannot run for this run; undefined if it can. */
export function passRefusal(kind: AskedPass, { measured, reloading, plan }: Subject): string | undefined {
  const { t } = vscode.l10n;
  if (measured.attached !== undefined) return t("Heatline is attached to this app, so it cannot restart it.");
  if (measured.test !== undefined) return t("This run is of a test, which has no load to send again.");
  if (plan === undefined) return t("This run has no load that Heatline can send again.");
  if (kind === "waits" && reloading === "inPlace")
    return t("A development server evaluates the sources itself, so they cannot be rewritten.");
  if (kind === "routes" && plan.requests.length === 1) return t("This load has a single request, so all time belongs to its route.");
  return undefined;
}

/** `Sends your load 2 more times (2 × 20 s, 6,000 × POST /orders) and restarts the app.` */
export function costText(
  passes: number,
  { warmupSeconds, durationSeconds }: LoadPlan,
  load: LoadReport | undefined,
  isRunning: boolean,
): string {
  const { t } = vscode.l10n;
  if (passes === 0) return t("Choose at least one pass.");
  const time = t("{0} × {1} s", passes, decimal(warmupSeconds + durationSeconds));
  const requests = load?.requests === undefined ? [] : [`${count(load.requests)} × ${load.label}`];
  const what = [time, ...requests].join(", ");
  if (passes === 1)
    return isRunning
      ? t("Sends your load once more ({0}) and restarts the app.", what)
      : t("Sends your load once more ({0}) and starts the app.", what);
  return isRunning
    ? t("Sends your load {0} more times ({1}) and restarts the app.", passes, what)
    : t("Sends your load {0} more times ({1}) and starts the app.", passes, what);
}

/** `pass 2 of 3, 14 s left`. */
export function progressText({ pass, of, secondsLeft, isStarting }: AdapterEvents["heatline.passProgress"]): string {
  const { t } = vscode.l10n;
  if (isStarting) return t("pass {0} of {1}, starting the app", pass, of);
  if (secondsLeft === undefined) return t("pass {0} of {1}", pass, of);
  return t("pass {0} of {1}, {2} s left", pass, of, Math.ceil(secondsLeft));
}
