import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import * as vscode from "vscode";
import { checkOwnFile } from "../own-files.ts";
import { debugType } from "../contributed-ids.ts";
import type { AdapterEvent } from "./adapter-events.ts";

/** How long the watchdog may take to turn a log into a run. */
const patienceMs = 120_000;

/** The event that a killed adapter could not send. */
export function adapterDied({ configuration }: vscode.DebugSession): AdapterEvent {
  const message =
    configuration.request === "attach"
      ? vscode.l10n.t("Heatline's recording process ended unexpectedly. The app keeps running.")
      : vscode.l10n.t("Heatline's recording process ended unexpectedly, and the app was ended with it.");
  const remedy = keepsLog(configuration)
    ? vscode.l10n.t("What was recorded until then appears under Runs in a moment. Start the app again to record more.")
    : vscode.l10n.t("A recording in progress is lost, because the inspector keeps its samples in the app until the end. Record it again.");
  return { name: "heatline.problem", body: { message, remedy } };
}

/** Between two looks at the runs folder: a watcher would miss what came before it, and sees nothing on some network drives. */
const lookMs = 250;

const recovered = v.object({ end: v.literal("recovered"), startedAt: v.string() });
/** Of the files that history/lost-recording.ts writes. */
const lostPrefix = ".lost-";
const lost = v.object({ startedAt: v.string() });

/** Waits for what the watchdogs of killed adapters write: a run, or that it is lost. */
export class RecoveredRuns implements vscode.Disposable {
  readonly #disposed = new AbortController();
  /** Folders of runs that were found for another session. */
  readonly #taken = new Set<string>();

  /**
   * The run recovered from a session begun at `startedAt` (ms since 1970), or else what is lost, unless `adapterDied` says so; also if it is
   * there already. Undefined if neither appears.
   */
  async next(session: Pick<vscode.DebugSession, "configuration">, startedAt: number): Promise<AdapterEvent | undefined> {
    const { runsFolder } = session.configuration;
    if (typeof runsFolder !== "string") return undefined;
    const signal = AbortSignal.any([this.#disposed.signal, AbortSignal.timeout(patienceMs)]);
    const seen = new Set(this.#taken);
    while (!signal.aborted) {
      for (const id of await readdir(runsFolder).catch(() => [])) {
        const folder = path.join(runsFolder, id);
        if (seen.has(folder)) continue;
        seen.add(folder);
        if (id.startsWith(lostPrefix) && (await takeLost(folder, startedAt)))
          return keepsLog(session.configuration) ? nothingLogged() : undefined;
        if (id.startsWith(".")) continue;
        if (!(await isSince(path.join(folder, "run.json"), recovered, startedAt))) continue;
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

/** V8 logged nothing, which the first message could not know: another recorder was used in place of the log. */
function nothingLogged(): AdapterEvent {
  const message = vscode.l10n.t("What was recorded is lost: V8's log has no samples of it.");
  return { name: "heatline.problem", body: { message, remedy: vscode.l10n.t("Record it again.") } };
}

/** Takes a note of history/lost-recording.ts, which the next session would say otherwise. False if it is of another session. */
async function takeLost(file: string, startedAt: number): Promise<boolean> {
  if (!(await isSince(file, lost, startedAt))) return false;
  await rm(file, { force: true });
  return true;
}

/** Whether a file is as the schema says, and of a session since then. Runs are complete when their folder has its name. */
async function isSince(file: string, schema: typeof lost | typeof recovered, startedAt: number): Promise<boolean> {
  try {
    const read = v.safeParse(schema, JSON.parse(await readFile(file, "utf8")));
    return read.success && Date.parse(read.output.startedAt) >= startedAt;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return false;
    throw error;
  }
}

function keepsLog({ recorder, request }: vscode.DebugConfiguration): boolean {
  return request !== "attach" && recorder !== "inspector";
}

/** The adapter is a separate process. For the command `node` VS Code forks its own Node, so none has to be installed. */
export function registerAdapterFactory(context: vscode.ExtensionContext): vscode.Disposable {
  const adapter = context.asAbsolutePath("out/debug-adapter.js");
  return vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
    createDebugAdapterDescriptor: () => {
      checkOwnFile(adapter);
      return new vscode.DebugAdapterExecutable("node", [adapter]);
    },
  });
}
