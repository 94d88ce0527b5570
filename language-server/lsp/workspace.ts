import { type Connection, Emitter, type Event, MessageType, ShowMessageNotification, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { UserError } from "../analysis/user-error.ts";
import type { Selection } from "../analysis/selection/selection.ts";
import type { CompareUnit } from "../analysis/compare/compare-units.ts";
import { defaultSettings, type ServerOptions, type ServerSettings } from "../protocol/settings.ts";
import { type ClientFeatures, leastFeatures } from "./client-features.ts";
import { createDocument, updateDocument } from "./documents.ts";
import type { OpenParams, RunView } from "../answers/run-answers.ts";
import type { ProfileParams } from "../opening/requested-run.ts";
import { Cancelled, inBackground } from "./respond.ts";
import { type Locale, localeOf } from "../texts/locale.ts";
import { localised } from "../texts/localised.ts";
import { OpenRun } from "./runs/open-run.ts";
import { SourceFiles } from "./runs/source-files.ts";
import { type Texts, textsOf } from "./words/text.ts";
import type { WorkerClient } from "./runs/worker-client.ts";
import { Workers } from "./runs/workers.ts";

type Place = { readonly folder: string; readonly profile?: ProfileParams } | { readonly runsFolder: string };

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
  readonly #workers: Workers;
  readonly #shownChanged = new Emitter<void>();
  readonly #comparisonChanged = new Emitter<void>();
  #comparison: OngoingComparison | undefined;
  readonly #started = new Emitter<void>();
  #options: ServerOptions = { runsFolder: "", settings: defaultSettings, locale: "en", commands: false };
  #client = leastFeatures;
  #folders: readonly string[] = [];
  #shown: OpenRun | undefined;
  #opening: AbortController | undefined;

  constructor(connection: Connection, workerFile: string) {
    this.connection = connection;
    this.#workers = this.#workersOf(workerFile);
    this.documents = new TextDocuments({ create: createDocument, update: updateDocument });
    this.sources = new SourceFiles(this.documents);
  }

  /** Fires when the shown run or the settings change: everything shown is out of date. */
  get onShownChanged(): Event<void> {
    return this.#shownChanged.event;
  }

  get onComparisonChanged(): Event<void> {
    return this.#comparisonChanged.event;
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
    return this.#shown;
  }

  /** Absolute path; "" if the client stores no runs. */
  get runsFolder(): string {
    return this.#options.runsFolder;
  }

  get settings(): ServerSettings {
    return this.#options.settings;
  }

  get locale(): Locale {
    return localeOf(this.#options.locale);
  }

  get texts(): Texts {
    return textsOf(this.locale);
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

  /** Fires once, when the client may be sent messages: its own event has room for one listener only. */
  get onStarted(): Event<void> {
    return this.#started.event;
  }

  /** Settings that the costs of a run depend on. */
  get analysisSettings(): Pick<OpenParams, "ownCode" | "pathMappings" | "sourceFolders"> {
    return { ...costSettings(this.settings), sourceFolders: this.#folders };
  }

  /** The shown run; throws a UserError if there is none. */
  requireShown(): OpenRun {
    if (this.#shown === undefined) throw new UserError("shown.noRun");
    return this.#shown;
  }

  /** Shows the run of a folder. The previous one stays until this one is ready; of several calls the last one wins. */
  async open(folder: string, live: boolean, signal: AbortSignal): Promise<OpenRun> {
    const run = await this.#open({ folder }, live, signal);
    if (run === null) throw new Error(`The worker opened nothing for ${folder}.`);
    return run;
  }

  /** Shows a profile recorded elsewhere, as `open` does a run. Own code is what is in the client's folders. */
  async openProfile(file: string, chosen: Omit<ProfileParams, "workspaceFolders">, signal: AbortSignal): Promise<OpenRun> {
    const run = await this.#open({ folder: file, profile: { workspaceFolders: this.#folders, ...chosen } }, false, signal);
    if (run === null) throw new Error(`The worker opened nothing for ${file}.`);
    return run;
  }

  /** Null if there is no readable run. */
  openLast(signal: AbortSignal): Promise<OpenRun | null> {
    return this.#open({ runsFolder: this.#options.runsFolder }, false, signal);
  }

  /** Shows what is selected. Throws a UserError if the run has none of its threads. */
  async select(selection: Selection, signal: AbortSignal): Promise<OpenRun> {
    const shown = this.requireShown();
    const run = await shown.select(selection, signal);
    if (run === null) throw new UserError("shown.noThread");
    if (this.#shown !== shown) throw new Cancelled();
    this.#show(run);
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
    this.#opening?.abort();
    this.#show(undefined);
  }

  /** Call when the shown run was renamed. */
  renameShown(name: string): void {
    this.#shown?.rename(name);
    this.#shownChanged.fire();
  }

  /** Call when files or folders were renamed; everything shown is matched again. */
  renamed(files: readonly { readonly oldUri: string; readonly newUri: string }[]): void {
    for (const { oldUri, newUri } of files) this.sources.renamed(oldUri, newUri);
    this.#shown?.forgetViews();
    this.#shownChanged.fire();
  }

  /** Changes of own code or path mappings need another analysis of the run; a run being opened applies them by itself. */
  async changeSettings(settings: ServerSettings): Promise<void> {
    const isOutdated = !sameAnalysis(settings, this.settings);
    this.#options = { ...this.#options, settings };
    if (!isOutdated || this.#shown === undefined || this.#opening !== undefined) {
      this.#shownChanged.fire();
      return;
    }
    try {
      await this.#open(this.#placeOf(this.#shown.view), this.#shown.live, new AbortController().signal);
    } catch (error) {
      this.#shownChanged.fire();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#opening?.abort();
    this.#shown?.[Symbol.dispose]();
    this.#workers[Symbol.dispose]();
    this.#started.dispose();
    this.#shownChanged.dispose();
    this.#comparisonChanged.dispose();
  }

  async #open(place: Place, live: boolean, signal: AbortSignal): Promise<OpenRun | null> {
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    try {
      const run = await this.#openByPresentSettings(place, live, AbortSignal.any([signal, opening.signal]));
      if (opening.signal.aborted) {
        run?.[Symbol.dispose]();
        throw new Cancelled();
      }
      if (run !== null) this.#show(run);
      return run;
    } finally {
      if (this.#opening === opening) this.#opening = undefined;
    }
  }

  async #openByPresentSettings(place: Place, live: boolean, signal: AbortSignal): Promise<OpenRun | null> {
    const { settings } = this;
    const target = { params: { ...place, ...this.analysisSettings }, live };
    const before = this.#shown;
    const run =
      before?.live === true || before?.hasOtherType(target.params) === true
        ? await before.openNext(target, signal)
        : await OpenRun.open(target, this.#workers, this.sources, signal);
    if (run === null || sameAnalysis(settings, this.settings)) return run;
    run[Symbol.dispose]();
    return this.#openByPresentSettings(this.#placeOf(run.view), live, signal);
  }

  #placeOf({ folder, isProfile, sampleTypes, run }: RunView): Place {
    const chosen = { name: run.name, sampleType: sampleTypes?.shown };
    return isProfile ? { folder, profile: { workspaceFolders: this.#folders, ...chosen } } : { folder };
  }

  #show(run: OpenRun | undefined): void {
    if (run === this.#shown) return;
    this.#shown?.[Symbol.dispose]();
    this.#shown = run;
    this.#shownChanged.fire();
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

/** The settings that costs depend on. */
function costSettings({ ownCode, pathMappings }: ServerSettings): Pick<ServerSettings, "ownCode" | "pathMappings"> {
  return { ownCode, pathMappings };
}

function sameAnalysis(a: ServerSettings, b: ServerSettings): boolean {
  return JSON.stringify(costSettings(a)) === JSON.stringify(costSettings(b));
}
