import type { TextDocument } from "vscode-languageserver-textdocument";
import type { LineWait } from "../../answers/waits/shown-waits.ts";
import { hasWaits } from "../../history/run-passes.ts";
import type { ServerSettings } from "../../protocol/settings.ts";
import type { Workspace } from "../workspace.ts";
import type { OpenRun } from "./open-run.ts";

interface Known {
  readonly version: number;
  readonly settings: ServerSettings;
  readonly waits: Promise<readonly LineWait[]>;
}

const known = new WeakMap<OpenRun, WeakMap<TextDocument, Known>>();

/** What a document's lines waited for in the run's waits pass, by line; empty without one. Computed once per version and settings. */
export async function documentWaits(
  run: OpenRun,
  document: TextDocument,
  { sources, settings }: Pick<Workspace, "sources" | "settings">,
): Promise<readonly LineWait[]> {
  if (run.live || !hasWaits(run.view.run)) return [];
  const ofRun = known.get(run) ?? new WeakMap<TextDocument, Known>();
  known.set(run, ofRun);
  const found = ofRun.get(document);
  if (found?.version === document.version && found.settings === settings) return found.waits;
  const waits = ask(run, document, sources, settings);
  const entry = { version: document.version, settings, waits };
  ofRun.set(document, entry);
  try {
    return await waits;
  } catch (error) {
    if (ofRun.get(document) === entry) ofRun.delete(document);
    throw error;
  }
}

async function ask(
  run: OpenRun,
  document: TextDocument,
  sources: Workspace["sources"],
  { threshold }: ServerSettings,
): Promise<readonly LineWait[]> {
  const text = document.getText();
  return run.request("fileWaits", { keys: await sources.keysOf(document.uri), text, threshold });
}
