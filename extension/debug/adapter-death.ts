import { watch } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import type { AdapterEvent } from "./adapter-events.ts";

/** How long the watchdog may take to turn a log into a run. */
const patienceMs = 120_000;

/** The event that a killed adapter could not send. */
export function adapterDied({ configuration }: vscode.DebugSession): AdapterEvent {
  const message = vscode.l10n.t("Heatline's recording process ended unexpectedly, and the app was ended with it.");
  const remedy = keepsLog(configuration)
    ? vscode.l10n.t("What was recorded until then appears under Runs in a moment. Start the app again to record more.")
    : vscode.l10n.t("What was recorded is lost. Start the app again.");
  return { name: "heatline.problem", body: { message, remedy } };
}

/** Waits for the runs that the watchdogs of killed adapters write. */
export class RecoveredRuns implements vscode.Disposable {
  readonly #disposed = new AbortController();

  /** The next run that appears in the session's runs folder; undefined if none does. */
  async next({ configuration }: vscode.DebugSession): Promise<AdapterEvent | undefined> {
    const { runsFolder } = configuration;
    if (typeof runsFolder !== "string" || !keepsLog(configuration)) return undefined;
    const signal = AbortSignal.any([this.#disposed.signal, AbortSignal.timeout(patienceMs)]);
    try {
      for await (const { eventType, filename } of watch(runsFolder, { signal })) {
        const isRun = eventType === "rename" && filename !== null && !filename.startsWith(".");
        if (isRun) return { name: "heatline.runWritten", body: { folder: path.join(runsFolder, filename), id: filename } };
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return undefined;
  }

  dispose(): void {
    this.#disposed.abort();
  }
}

function keepsLog({ recorder, request }: vscode.DebugConfiguration): boolean {
  return request !== "attach" && recorder !== "inspector";
}
