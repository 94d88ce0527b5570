import type * as v from "valibot";
import * as vscode from "vscode";
import { hotPlaces } from "../heat/hot-line-order.ts";
import type { HotLine, RunSummary } from "../../language-server/protocol/run-summary.ts";
import { runs } from "../../language-server/protocol/run-list.ts";
import {
  closeRun,
  openLastRun,
  openProfile,
  openUrl,
  openRun,
  runExpected,
  select,
  shownRunChanged,
} from "../../language-server/protocol/shown-run.ts";
import { type KeptSelection, keptOf } from "../../language-server/analysis/selection/kept-selection.ts";
import type { Selection } from "../../language-server/analysis/selection/selection.ts";
import { firstSelection, keepSelection, keptSelectionOf } from "../selection/selection-memory.ts";
import { UserError } from "../user-error.ts";
import { type RegisterCommand, setContext } from "../commands.ts";
import type { Guard } from "../errors.ts";
import type { ServerLink } from "../server-link.ts";
import { choicesFor, cleared, lastRun, newest, type ProfileChoices, rememberRun, typeOf } from "./last-run.ts";

/** The file of a profile that was recorded elsewhere, and how it is shown. */
export interface ShownProfile extends ProfileChoices {
  readonly file: string;
}

interface FetchedProfile {
  readonly summary: RunSummary;
  readonly profile: ShownProfile;
}

/** The run that annotations show. Its folder is remembered, so that the next session shows it again (`last-run.ts`). */
export class ShownRun implements vscode.Disposable {
  readonly #server: ServerLink;
  readonly #memory: vscode.Memento;
  readonly #runsOfWorkspace: vscode.Uri | undefined;
  readonly #guard: Guard;
  readonly #changed = new vscode.EventEmitter<RunSummary | undefined>();
  readonly #restarted: vscode.Disposable;
  #summary: RunSummary | undefined;
  #restoring: Promise<void> | undefined;
  /** The user has chosen what to show since the recording began. */
  #isChosen = false;
  #liveFolder: string | undefined;
  #isOpeningLive = false;
  /** How often a run was chosen to be shown. */
  #choices = 0;
  /** The selection goes on in the next runs. */
  #isMeasuringAgain = false;

  /** Fires for another run, none, or the same with other settings. */
  readonly onDidChange = this.#changed.event;

  constructor(server: ServerLink, memory: vscode.Memento, runsOfWorkspace: vscode.Uri | undefined, guard: Guard) {
    this.#server = server;
    this.#memory = memory;
    this.#runsOfWorkspace = runsOfWorkspace;
    this.#guard = guard;
    server.on(shownRunChanged, ({ summary }) => this.#set(summary ?? undefined));
    this.#restarted = server.onRestart(() => void guard(() => this.#reopen()));
  }

  get summary(): RunSummary | undefined {
    return this.#summary;
  }

  /** The summary, after the last session's run, if any, has been restored. */
  async restored(): Promise<RunSummary | undefined> {
    await (this.#restoring ??= this.#reopen());
    return this.#summary;
  }

  /** As `restored`. Rejects with a UserError if no run is shown. */
  async mustBeShown(): Promise<RunSummary> {
    const summary = await this.restored();
    if (summary !== undefined) return summary;
    throw new UserError(vscode.l10n.t("No run is shown."), vscode.l10n.t("Profile an app first, or use “Heatline: Show Last Run”."));
  }

  /** Opens a run folder and shows it. Rejects with a UserError if it is corrupt or not a run. */
  async show(folder: string, token?: vscode.CancellationToken): Promise<RunSummary> {
    this.#choose();
    const summary = await this.#server.request(openRun, { folder, ...this.#first() }, token);
    this.#remember(folder);
    this.#set(summary);
    return summary;
  }

  /** Shows a new run unless nothing was measured in it: then undefined, and the run before stays. */
  async showIfWorth(folder: string): Promise<RunSummary | undefined> {
    const { runs: all } = await this.#server.request(runs, {});
    if (all.find((run) => run.folder === folder)?.standing.isWorthless !== true) return this.show(folder);
    await this.dropLive();
    return undefined;
  }

  /** Shows a profile that was recorded elsewhere. Rejects with a UserError for a file that is not a profile. */
  async showProfile(profile: ShownProfile, token?: vscode.CancellationToken): Promise<RunSummary> {
    this.#restoring = Promise.resolve();
    const summary = await this.#server.request(openProfile, { ...profile, ...this.#first() }, token);
    this.#remember(profile.file, profile);
    this.#set(summary);
    return summary;
  }

  /** Fetches a profile and shows it; undefined if its server wants a login. Rejects with a UserError if there is none to show. */
  async showUrl(params: v.InferOutput<typeof openUrl.params>, token?: vscode.CancellationToken): Promise<FetchedProfile | undefined> {
    this.#restoring = Promise.resolve();
    const opened = await this.#server.request(openUrl, { ...params, ...this.#first() }, token);
    if (opened.kind === "wantsLogin") return undefined;
    const { summary, file, name } = opened;
    this.#remember(file, { name });
    this.#set(summary);
    return { summary, profile: { file, name } };
  }

  /** Shows the newest saved run; undefined if there is none. */
  async showLast(): Promise<RunSummary | undefined> {
    this.#choose();
    const summary = (await this.#server.request(openLastRun, { alsoAgents: true, ...this.#first() })) ?? undefined;
    if (summary === undefined) return undefined;
    this.#remember(newest);
    this.#set(summary);
    return summary;
  }

  /** Call when a run will follow: starts the server, so that it is ready in time. */
  async expect(): Promise<void> {
    await this.#server.notify(runExpected, {});
  }

  /** A recording begins: shows what it has so far, until the user chooses something else. */
  beginLive(): void {
    this.#isChosen = false;
  }

  /** Shows an intermediate state of a recording. While one is being opened, only the newest of the others waits. */
  async showLive(folder: string): Promise<void> {
    this.#liveFolder = folder;
    if (this.#isOpeningLive) return;
    this.#isOpeningLive = true;
    try {
      for (let next = this.#takeLive(); next !== undefined; next = this.#takeLive()) {
        const summary = await this.#server.request(openRun, { folder: next, live: true, ...this.#first() });
        if (!this.#isChosen) this.#set(summary);
      }
    } finally {
      this.#isOpeningLive = false;
    }
  }

  /** Nothing was recorded: shows the previous run again, or none. */
  async dropLive(): Promise<void> {
    this.#liveFolder = undefined;
    if (this.#isChosen || (this.#summary?.live !== true && !this.#isOpeningLive)) return;
    this.#isChosen = true;
    const before = this.#choices;
    await this.#server.request(closeRun, {});
    if (this.#choices !== before) return;
    this.#set(undefined);
    await this.#reopen();
  }

  #takeLive(): string | undefined {
    const folder = this.#isChosen ? undefined : this.#liveFolder;
    this.#liveFolder = undefined;
    if (folder !== undefined) this.#restoring = Promise.resolve();
    return folder;
  }

  #choose(): void {
    this.#choices += 1;
    this.#isChosen = true;
    this.#restoring = Promise.resolve();
  }

  /** Rejects with a UserError, and the selection stays, if the run has none of the threads, or no times for spans. */
  async select(selection: Selection): Promise<void> {
    this.#set(await this.#server.request(select, { selection }));
  }

  /** Runs that are shown meanwhile begin with what is selected, but for spans of time. */
  async keepSelection<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isMeasuringAgain = true;
    try {
      return await work();
    } finally {
      this.#isMeasuringAgain = false;
    }
  }

  /** What a run begins with: everything. The server goes on with the selection of a live run by itself. */
  #first(): { readonly kept?: KeptSelection } {
    const { summary } = this;
    if (summary?.live === true) return {};
    if (summary === undefined || !this.#isMeasuringAgain) return withKept(firstSelection(this.#memory));
    return withKept({ ...keptOf(summary.selection, summary.threads), spans: null, measure: null });
  }

  /** Removes all annotations, in the next session too. Keeps the run itself. */
  async clear(): Promise<void> {
    this.#choose();
    this.#remember(cleared);
    if (this.#summary !== undefined) await this.#server.request(closeRun, {});
    this.#set(undefined);
  }

  /** Reopens the shown run, or the newest if its folder or profile was deleted; not if another is chosen meanwhile. */
  async #reopen(): Promise<void> {
    const before = this.#choices;
    const folder = await lastRun(this.#memory, this.#runsOfWorkspace);
    if (folder === undefined) return;
    const type = folder === newest ? undefined : await typeOf(folder);
    // The request would take the place of the one that opens the chosen run.
    if (this.#choices !== before) return;
    const summary = await this.#openAgain(folder, type);
    if (summary !== null && this.#choices === before) this.#set(summary);
  }

  async #openAgain(kept: string, type: vscode.FileType | undefined): Promise<RunSummary | null> {
    const selected = withKept(keptSelectionOf(this.#memory, kept) ?? firstSelection(this.#memory));
    if (type === vscode.FileType.Directory) return this.#server.request(openRun, { folder: kept, ...selected });
    if (type === vscode.FileType.File)
      return this.#server.request(openProfile, { file: kept, ...choicesFor(this.#memory, kept), ...selected });
    return this.#server.request(openLastRun, selected);
  }

  /** Not awaited: the window is busy drawing the run and would answer only after that. */
  #remember(run: string, choices?: ProfileChoices): void {
    void this.#guard(() => rememberRun(this.#memory, run, choices));
  }

  #set(summary: RunSummary | undefined): void {
    this.#summary = summary;
    setContext("heatline.hasRun", summary !== undefined);
    setContext("heatline.hasImports", summary?.hasImports === true);
    if (summary?.live === false) void this.#guard(() => keepSelection(this.#memory, keptOf(summary.selection, summary.threads)));
    this.#changed.fire(summary);
  }

  dispose(): void {
    for (const each of [this.#restarted, this.#changed]) each.dispose();
  }
}

function withKept(kept: KeptSelection | undefined): { readonly kept?: KeptSelection } {
  return kept === undefined ? {} : { kept };
}

/** In longer lines, as of minified code, the column is what one looks for. */
const longestLine = 1000;

/**
 * Opens a place in the active group, unless `column` says otherwise. Scrolls no line that is in sight, and none sideways: VS Code would to
 * show the selection, so it shows the line's begin, and the selection moves after that.
 */
export async function showPlace(place: HotLine["location"], options: vscode.TextDocumentShowOptions = {}): Promise<vscode.TextEditor> {
  const { start } = place.range;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri, true));
  const position = document.validatePosition(new vscode.Position(start.line, start.character));
  const isLong = document.lineAt(position.line).text.length > longestLine;
  const shown = isLong ? position : position.with({ character: 0 });
  const { viewColumn } = options;
  const isInSight = vscode.window.visibleTextEditors.some(
    (each) =>
      each.document === document &&
      (viewColumn === undefined ? each === vscode.window.activeTextEditor : each.viewColumn === viewColumn) &&
      each.visibleRanges.some((range) => range.contains(position)),
  );
  const selection = new vscode.Range(shown, shown);
  const editor = await vscode.window.showTextDocument(document, isInSight && !isLong ? options : { ...options, selection });
  editor.selection = new vscode.Selection(position, position);
  if (!isInSight || isLong) editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

/** A group that shows code, or else a new one beside the panel. */
export function columnBeside(panel: Pick<vscode.WebviewPanel, "viewColumn"> | undefined): vscode.ViewColumn {
  const { One, Beside } = vscode.ViewColumn;
  const column = panel?.viewColumn;
  const code = vscode.window.visibleTextEditors.find(({ viewColumn }) => viewColumn !== undefined && viewColumn !== column);
  return code?.viewColumn ?? (column !== undefined && column > One ? One : Beside);
}

/** Lines and columns are 0-based. Throws a UserError if no editor is open. */
export function placeAtCursor(): { readonly uri: string; readonly line: number; readonly character: number } {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    throw new UserError(vscode.l10n.t("No line is selected."), vscode.l10n.t("Put the cursor on a line of code and try again."));
  }
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), line, character };
}

/** Brings a run back after *Clear*, or one of another window. */
export function registerShowLastRun(register: RegisterCommand, shownRun: ShownRun): vscode.Disposable {
  return register("heatline.showLastRun", async () => {
    const summary = await shownRun.showLast();
    if (summary === undefined) {
      throw new UserError(vscode.l10n.t("This workspace has no saved runs yet."), vscode.l10n.t("Profile an app first."));
    }
    const [hottest] = hotPlaces(summary);
    if (hottest !== undefined) await showPlace(hottest.location);
  });
}
