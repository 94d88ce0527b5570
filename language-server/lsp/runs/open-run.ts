import type { TextDocument } from "vscode-languageserver-textdocument";
import type { FunctionReference, Location } from "../../protocol/place.ts";
import type { ServerSettings } from "../../protocol/settings.ts";
import { timeHeat } from "../../analysis/costs/heat.ts";
import { type KeptSelection, keptOf } from "../../analysis/selection/kept-selection.ts";
import type { Selection } from "../../analysis/selection/selection.ts";
import type { AnalysisRequestName, ParamsOf, ResultOf } from "../worker/analysis-messages.ts";
import type { FileView, OpenParams, PlaceView, RunView } from "../../answers/run-answers.ts";
import { RunWorker, type Workers } from "./run-worker.ts";
import type { SourceFiles } from "./source-files.ts";
import { pathKey } from "../../platform/paths.ts";
import { locationAt } from "../to-lsp.ts";

/** Maximum number of annotated lines of one document: editors slow down with more. */
const mostLines = 1000;

interface DocumentView {
  readonly version: number;
  readonly settings: ServerSettings;
  readonly view: Promise<FileView | null>;
}

type PlaceInRun = Pick<PlaceView, "path" | "line"> & Partial<Pick<PlaceView, "column">>;

/** `live`: a recording in progress; its folder is temporary and outside the runs folder. */
export interface OpenTarget {
  readonly params: OpenParams;
  readonly live: boolean;
}

/** The shown run, or a part of it. Shares its worker with its successors; disposing the last of them frees all memory. */
export class OpenRun implements Disposable {
  readonly live: boolean;
  readonly #worker: RunWorker;
  readonly #sources: SourceFiles;
  readonly #pathByKey: ReadonlyMap<string, string>;
  /** Sources that are a text of a file that has another's lines. */
  readonly #apart: ReadonlySet<string>;
  #views = new WeakMap<TextDocument, DocumentView>();
  readonly #moved = new WeakMap<TextDocument, Promise<string | undefined>>();
  /** By path, for the version in which places were last looked up. */
  readonly #nearest = new Map<string, { readonly version: string; readonly lines: Int32Array | null }>();
  #view: RunView;
  #isClosed = false;
  /** What is selected, for the run that follows; of a live one also what it does not have yet. */
  readonly kept: KeptSelection;

  private constructor(worker: RunWorker, view: RunView, live: boolean, sources: SourceFiles, wanted?: KeptSelection) {
    this.#view = view;
    this.live = live;
    this.kept = (live ? wanted : undefined) ?? keptOf(view.selection, view.run.threads);
    this.#worker = worker.hold();
    this.#sources = sources;
    this.#pathByKey = pathsByKey(view);
    this.#apart = new Set(view.versions.flatMap(([path, { isFile }]) => (isFile ? [] : [path])));
    for (const [path, { file }] of view.versions) sources.openFor(path, file);
  }

  get view(): RunView {
    return this.#view;
  }

  get profile(): OpenParams["profile"] {
    return this.#worker.profile;
  }

  rename(name: string): void {
    this.#view = { ...this.#view, run: { ...this.#view.run, name } };
  }

  /** True after disposal: requests are cancelled. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Null if `runsFolder` has no readable run. Throws a UserError for a corrupt or foreign folder; aborting stops the work at once. */
  static async open({ params, live }: OpenTarget, workers: Workers, sources: SourceFiles, signal: AbortSignal): Promise<OpenRun | null> {
    const started = await RunWorker.start(params, workers, signal);
    return started === null ? null : new OpenRun(started.worker, started.view, live, sources, params.kept);
  }

  /** Whether `params` ask for this profile with another of its times. */
  hasOtherType(params: OpenParams): boolean {
    const { folder, isProfile, sampleTypes } = this.view;
    const wanted = params.profile?.sampleType;
    const isSame = isProfile && "folder" in params && params.folder === folder;
    return isSame && wanted !== undefined && wanted !== sampleTypes?.shown && sampleTypes?.choices.some(({ id }) => id === wanted) === true;
  }

  /** Opens what follows this run in its worker: the next state of a live run, the run it became, or a profile with another of its times. */
  async openNext({ params, live }: OpenTarget, signal: AbortSignal): Promise<OpenRun | null> {
    const view = await this.#worker.open(params, signal);
    return view === null ? null : new OpenRun(this.#worker, view, live, this.#sources, params.kept);
  }

  /** Another part of the same run; null if it has none of the threads. */
  async select(selection: Selection, signal: AbortSignal): Promise<OpenRun | null> {
    const view = await this.#worker.select(selection, signal);
    return view === null ? null : new OpenRun(this.#worker, view, this.live, this.#sources);
  }

  async request<Name extends AnalysisRequestName>(name: Name, params: ParamsOf<Name>, signal?: AbortSignal): Promise<ResultOf<Name>> {
    return this.#worker.request(name, params, signal);
  }

  /** The run's path of the file behind a URI; undefined if the run has no cost in it. */
  async pathOf(uri: string): Promise<string | undefined> {
    const keys = await this.#sources.keysOf(uri);
    for (const key of keys) {
      const path = this.#pathByKey.get(key);
      if (path !== undefined) return path;
    }
    return this.#movedPath(uri);
  }

  /** Names a source in a reference by itself, if it is one of several texts of a file and the file has another's lines. */
  versionOf(path: string): Pick<FunctionReference, "version"> {
    return this.#apart.has(path) ? { version: path } : {};
  }

  /** For a source whose file is gone: its path, if the document's text equals the source as it ran. */
  async #movedPath(uri: string): Promise<string | undefined> {
    const document = this.#sources.documentAt(uri);
    if (document === undefined) return undefined;
    if (!this.#moved.has(document)) this.#moved.set(document, this.#findMoved(document));
    const path = await this.#moved.get(document);
    if (path !== undefined) this.#sources.adopt(path, uri);
    return path;
  }

  async #findMoved(document: TextDocument): Promise<string | undefined> {
    const paths = await this.request("pathsOfText", { text: document.getText() });
    for (const path of paths) if ((await this.#sources.currentText(path)) === "missing") return path;
    return undefined;
  }

  /** Call after renames: a document may belong to another source now. */
  forgetViews(): void {
    this.#views = new WeakMap();
  }

  /** Costs mapped to a document's current text; computed once per version and settings. */
  async documentView(document: TextDocument, settings: ServerSettings): Promise<FileView | null> {
    const known = this.#views.get(document);
    if (known !== undefined && known.version === document.version && known.settings === settings) return known.view;
    const view = this.#layOver(document, document.getText(), settings);
    const entry = { version: document.version, settings, view };
    this.#views.set(document, entry);
    try {
      return await view;
    } catch (error) {
      if (this.#views.get(document) === entry) this.#views.delete(document);
      throw error;
    }
  }

  /** Costs mapped to a source's current text, open or on disk; null if the file is missing, too large to compare, or of another text. */
  async currentView(path: string, settings: ServerSettings, signal?: AbortSignal): Promise<FileView | null> {
    if (this.#apart.has(path)) return null;
    const open = this.#sources.openDocument(path);
    if (open !== undefined) return this.documentView(open, settings);
    const found = await this.#sources.currentText(path);
    if (found === "missing" || found === "unread") return null;
    const { heatBy: choice, threshold } = settings;
    const heatBy = timeHeat(choice);
    return this.request("file", { path, text: found.text, heatBy, threshold, limit: mostLines }, signal);
  }

  /** Where places of the run are in the current sources; undefined for those without a file on this machine. Without a column: the line's start. */
  async locate(places: readonly (PlaceInRun | undefined)[], signal?: AbortSignal): Promise<readonly (Location | undefined)[]> {
    const paths = [...new Set(places.flatMap((place) => place?.path ?? []))];
    const nearest = new Map(await Promise.all(paths.map(async (path) => [path, await this.#nearestLines(path, signal)] as const)));
    return places.map((place) => {
      if (place?.path === undefined) return undefined;
      const { path, line, column = 0 } = place;
      const lines = nearest.get(path);
      const uri = this.#sources.uriOf(path);
      if (uri === undefined || lines === undefined) return undefined;
      return locationAt(uri, lines === null ? line : (lines[Math.min(line, lines.length - 1)] ?? line), column);
    });
  }

  [Symbol.dispose](): void {
    if (!this.#isClosed) this.#worker.release();
    this.#isClosed = true;
  }

  async #layOver(document: TextDocument, text: string, settings: ServerSettings): Promise<FileView | null> {
    const path = await this.pathOf(document.uri);
    if (path === undefined) return null;
    return this.request("file", { path, text, heatBy: timeHeat(settings.heatBy), threshold: settings.threshold, limit: mostLines });
  }

  /** Undefined if the file is missing, null if its lines are assumed to be unchanged. */
  async #nearestLines(path: string, signal: AbortSignal | undefined): Promise<Int32Array | null | undefined> {
    const version = await this.#sources.versionOf(path);
    const known = this.#nearest.get(path);
    if (known !== undefined && known.version === version) return known.lines;
    const found = await this.#sources.currentText(path);
    if (found === "missing") return undefined;
    if (found === "unread") return null;
    const lines = await this.request("nearestLines", { path, text: found.text }, signal);
    if (version !== undefined) this.#nearest.set(path, { version, lines });
    return lines;
  }
}

/** The path of the source that has the lines of each file. */
function pathsByKey({ paths, versions }: RunView): ReadonlyMap<string, string> {
  const versionOf = new Map(versions);
  const alone = paths.filter((path) => !versionOf.has(path)).map((path) => [pathKey(path), path] as const);
  return new Map([...alone, ...versions.flatMap(([path, { file, isFile }]) => (isFile ? [[pathKey(file), path] as const] : []))]);
}
