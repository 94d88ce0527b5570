import { type Connection, Emitter, type Event, MessageType, ShowMessageNotification, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { plainText } from "../analysis/escaping/markdown-text.ts";
import { keptOf } from "../analysis/selection/kept-selection.ts";
import type { StackFilter } from "../analysis/selection/stack-filter.ts";
import { UserError } from "../analysis/user-error.ts";
import type { Selection } from "../analysis/selection/selection.ts";
import type { CompareUnit } from "../analysis/compare/compare-units.ts";
import { defaultSettings, type ServerOptions, type ServerSettings } from "../protocol/settings.ts";
import { type ClientFeatures, leastFeatures } from "./client-features.ts";
import { createDocument, updateDocument } from "./documents.ts";
import type { OpenParams } from "../answers/run-answers.ts";
import type { ProfileParams } from "../opening/requested-run.ts";
import { Cancelled } from "./cancelled.ts";
import { ListedLenses } from "./listed-lenses.ts";
import { inBackground } from "./respond.ts";
import { type Locale, localeOf } from "../texts/locale.ts";
import { localised, textIn } from "../texts/localised.ts";
import type { TextOf } from "../texts/coded-text.ts";
import { OpenRun } from "./runs/open-run.ts";
import { type AnalysisSettings, isSameAnalysis, ShownRun } from "./runs/shown-run.ts";
import { SourceFiles } from "./runs/source-files.ts";
import type { WorkerClient } from "./runs/worker-client.ts";
import { Workers } from "./runs/run-worker.ts";

/** Names in a message. */
const mostNamed = 5;

/** The current comparison. The worker of `next` holds it. */
export interface OngoingComparison {
  readonly next: OpenRun;
  readonly per: CompareUnit;
  /** Whether the code shows it in place of plain heat. */
  readonly inCode: boolean;
}

/** What every feature works on: the open documents, the shown run, the settings. One per connection. */
export class Workspace implements Disposable {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly sources: SourceFiles;
  readonly lenses = new ListedLenses();
  readonly #workers: Workers;
  readonly #shown: ShownRun;
  readonly #comparisonChanged = new Emitter<void>();
  readonly onComparisonChanged = this.#comparisonChanged.event;
  #comparison: OngoingComparison | undefined;
  readonly #started = new Emitter<void>();
  /** Fires once, when the client may be sent messages: its own event has room for one listener only. */
  readonly onStarted = this.#started.event;
  #options: ServerOptions = { runsFolder: "", settings: defaultSettings, locale: "en", commands: false };
  #client = leastFeatures;
  #folders: readonly string[] = [];

  constructor(connection: Connection, workerFile: string) {
    this.connection = connection;
    this.#workers = this.#workersOf(workerFile);
    this.documents = new TextDocuments({ create: createDocument, update: updateDocument });
    this.sources = new SourceFiles(this.documents);
    this.#shown = new ShownRun({
      workers: this.#workers,
      sources: this.sources,
      settings: () => this.analysisSettings,
      opened: (run) => this.#reportDropped(run),
    });
  }

  /** Fires when the shown run or the settings change: everything shown is out of date. */
  get onShownChanged(): Event<void> {
    return this.#shown.onChanged;
  }

  /** The current comparison; its `next` may be another run than the shown one. */
  get comparison(): OngoingComparison | undefined {
    return this.#comparison;
  }

  set comparison(comparison: OngoingComparison | undefined) {
    this.#comparison = comparison;
    this.#comparisonChanged.fire();
  }

  get shown(): OpenRun | undefined {
    return this.#shown.run;
  }

  /** Absolute path; "" if the client stores no runs. */
  get runsFolder(): string {
    return this.#options.runsFolder;
  }

  /** The client's, absolute. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  get settings(): ServerSettings {
    return this.#options.settings;
  }

  get locale(): Locale {
    return localeOf(this.#options.locale);
  }

  get textOf(): TextOf {
    return textIn(this.locale);
  }

  /** Called once, with the client's first message. */
  configure(options: ServerOptions, folders: readonly string[], client: ClientFeatures): void {
    this.#options = options;
    this.#folders = folders;
    this.#client = client;
  }

  /** What the client can show and run. */
  get client(): ClientFeatures {
    return this.#client;
  }

  /** Call when the client may be sent messages. */
  start(): void {
    this.#started.fire();
  }

  /** Settings that the costs of a run depend on. */
  get analysisSettings(): AnalysisSettings {
    return this.#analysisBy(this.settings);
  }

  /** The shown run; throws a UserError if there is none. */
  requireShown(): OpenRun {
    if (this.shown === undefined) throw new UserError("shown.noRun");
    return this.shown;
  }

  /** Shows the run of a folder. The previous one stays until this one is ready; of several calls the last one wins. */
  async open(folder: string, kept: OpenParams["kept"], live: boolean, signal: AbortSignal): Promise<OpenRun> {
    const run = await this.#shown.open({ folder, kept }, live, signal);
    if (run === null) throw new Error(`The worker opened nothing for ${folder}.`);
    return run;
  }

  /** Shows a profile recorded elsewhere, as `open` does a run. Own code is what is in the client's folders. */
  async openProfile(
    file: string,
    chosen: Pick<ProfileParams, "name" | "sourceFolder">,
    kept: OpenParams["kept"],
    signal: AbortSignal,
  ): Promise<OpenRun> {
    const profile = { workspaceFolders: this.#folders, ...chosen, sampleType: kept?.measure ?? undefined };
    const run = await this.#shown.open({ folder: file, profile, kept }, false, signal);
    if (run === null) throw new Error(`The worker opened nothing for ${file}.`);
    return run;
  }

  /** Null if there is no readable run. */
  openLast(wanted: Pick<OpenParams, "kept"> & { readonly alsoAgents?: boolean | undefined }, signal: AbortSignal): Promise<OpenRun | null> {
    return this.#shown.open({ runsFolder: this.#options.runsFolder, ...wanted }, false, signal);
  }

  /** Shows what is selected. Throws a UserError if the run has none of its threads or routes, no such measure, or no times for its spans. */
  async select(selection: Selection, signal: AbortSignal): Promise<OpenRun> {
    const shown = this.requireShown();
    if (selection.measure !== shown.view.selection.measure) return this.#selectMeasure(shown, selection, signal);
    const run = await shown.select(selection, signal);
    // What followed a live state meanwhile is in the same worker.
    if (this.shown !== shown && shown.live && this.shown !== undefined) return this.select(selection, signal);
    if (run === null && selection.routes !== null && shown.view.routes === undefined)
      throw new UserError("selection.noRoutes", { name: shown.view.run.name });
    if (run === null) throw new UserError(selection.routes !== null && selection.threads === null ? "shown.noRoute" : "shown.noThread");
    if (this.shown !== shown) throw new Cancelled();
    this.#shown.show(run);
    return run;
  }

  /** Lists and flame graphs leave out kinds of their own where none is selected. */
  listFilter({ view: { selection } }: OpenRun): StackFilter {
    const { listsWithout } = this.settings;
    const { filter } = selection;
    return filter.hiddenKinds === null && listsWithout.length > 0 ? { ...filter, hiddenKinds: listsWithout } : filter;
  }

  /** A profile's samples by another measure are another profile. */
  async #selectMeasure(shown: OpenRun, selection: Selection, signal: AbortSignal): Promise<OpenRun> {
    const { view, profile } = shown;
    const choices = view.sampleTypes?.choices.map(({ id }) => id) ?? [];
    const { measure } = selection;
    if (measure !== null && !choices.includes(measure)) {
      const names = choices.join(", ");
      throw new UserError(names === "" ? "selection.noMeasures" : "selection.noMeasure", { name: view.run.name, measure, names });
    }
    if (selection.spans !== null && !view.hasTimes) throw new UserError("selection.noTimes");
    if (profile === undefined) return this.select({ ...selection, measure: view.selection.measure }, signal);
    const place = { folder: view.folder, profile: { ...profile, sampleType: measure ?? undefined } };
    const run = await this.#shown.open({ ...place, kept: keptOf(selection, view.run.threads) }, false, signal);
    if (run === null) throw new Error(`The worker opened nothing for ${view.folder}.`);
    return run;
  }

  /** A run will be opened soon: starts a worker ahead. */
  expectRun(): void {
    this.#workers.startAhead();
  }

  /** Opens a run without showing it, and without advice. The caller disposes it. */
  async openBeside(folder: string, signal: AbortSignal): Promise<OpenRun> {
    const run = await OpenRun.open(
      { params: { folder, ...this.analysisSettings, advice: false }, live: false },
      this.#workers,
      this.sources,
      signal,
    );
    if (run === null) throw new Error(`The worker opened nothing for ${folder}.`);
    return run;
  }

  /** Runs `work` in a worker of its own, so that the shown run is not delayed. */
  async aside<Result>(work: (worker: WorkerClient) => Promise<Result>): Promise<Result> {
    const worker = this.#workers.start();
    try {
      return await work(worker);
    } finally {
      worker[Symbol.dispose]();
    }
  }

  close(): void {
    this.#shown.close();
  }

  /** Call when the shown run was renamed. */
  renameShown(name: string): void {
    this.shown?.rename(name);
    this.#shown.reportChanged();
  }

  /** Call when files or folders were renamed; everything shown is matched again. */
  renamed(files: readonly { readonly oldUri: string; readonly newUri: string }[]): void {
    for (const { oldUri, newUri } of files) this.sources.renamed(oldUri, newUri);
    this.shown?.forgetViews();
    this.#shown.reportChanged();
  }

  /** Changes of own code or path mappings need another analysis of the run; a run being opened applies them by itself. */
  async changeSettings(settings: ServerSettings): Promise<void> {
    const isOutdated = !isSameAnalysis(this.#analysisBy(settings), this.analysisSettings);
    this.#options = { ...this.#options, settings };
    if (!isOutdated || this.shown === undefined || this.#shown.isOpening) {
      this.#shown.reportChanged();
      return;
    }
    try {
      await this.#shown.openAgain();
    } catch (error) {
      this.#shown.reportChanged();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#shown[Symbol.dispose]();
    this.#workers[Symbol.dispose]();
    this.lenses[Symbol.dispose]();
    this.#started.dispose();
    this.#comparisonChanged.dispose();
  }

  #analysisBy({ ownCode, pathMappings }: ServerSettings): AnalysisSettings {
    return { ownCode, pathMappings, sourceFolders: this.#folders };
  }

  #reportDropped({ view: { dropped } }: OpenRun): void {
    if (dropped.length === 0) return;
    const names = dropped.slice(0, mostNamed).join(", ");
    void inBackground(this.connection, () =>
      this.connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Info,
        message: plainText(localised({ code: "selection.dropped", values: { names } }, this.locale)),
      }),
    );
  }

  #workersOf(file: string): Workers {
    return new Workers({
      file,
      died: (outOfMemory) => new UserError(outOfMemory ? "analysis.outOfMemory" : "analysis.crashed"),
      onDeath: (reason, detail) => {
        this.connection.console.error(`The analysis worker ended: ${detail}`);
        void inBackground(this.connection, () =>
          this.connection.sendNotification(ShowMessageNotification.type, {
            type: MessageType.Error,
            message: localised(reason.coded, this.locale),
          }),
        );
      },
    });
  }
}
