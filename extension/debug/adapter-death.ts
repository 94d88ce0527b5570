import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
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

/** Between two looks at the runs folder: a watcher would miss what came before it, and sees nothing on some network drives. */
const lookMs = 250;

const recovered = v.object({ end: v.literal("recovered"), startedAt: v.string() });

/** Waits for the runs that the watchdogs of killed adapters write. */
export class RecoveredRuns implements vscode.Disposable {
  readonly #disposed = new AbortController();
  /** Folders of runs that were found for another session. */
  readonly #taken = new Set<string>();

  /** The run recovered from a session begun at `startedAt` (ms since 1970), also if it is there already; undefined if none appears. */
  async next(session: Pick<vscode.DebugSession, "configuration">, startedAt: number): Promise<AdapterEvent | undefined> {
    const { runsFolder } = session.configuration;
    if (typeof runsFolder !== "string" || !keepsLog(session.configuration)) return undefined;
    const signal = AbortSignal.any([this.#disposed.signal, AbortSignal.timeout(patienceMs)]);
    const seen = new Set(this.#taken);
    while (!signal.aborted) {
      for (const id of await readdir(runsFolder)) {
        const folder = path.join(runsFolder, id);
        if (id.startsWith(".") || seen.has(folder)) continue;
        seen.add(folder);
        if (!(await isRecovered(folder, startedAt))) continue;
        this.#taken.add(folder);
        return { name: "heatline.runWritten", body: { folder, id } };
      }
      await delay(lookMs, undefined, { signal }).catch(() => undefined);
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

/** Runs are complete when their folder has its name; anything else in there is not one. */
async function isRecovered(folder: string, startedAt: number): Promise<boolean> {
  try {
    const run = v.safeParse(recovered, JSON.parse(await readFile(path.join(folder, "run.json"), "utf8")));
    return run.success && Date.parse(run.output.startedAt) >= startedAt;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return false;
    throw error;
  }
}
