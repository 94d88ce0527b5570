import path from "node:path";
import * as vscode from "vscode";

const code = /\.[cm]?[jt]sx?$/;
/** Of a path inside the app's folder. */
const notOfApp = /(?:^|[\\/])(?:node_modules|\.[^\\/]+)[\\/]|\.(?:test|spec)\.[cm]?[jt]sx?$/;
/** Tools write there, perhaps the app itself. */
const generated = /(?:^|[\\/])(?:dist|build|out|coverage)[\\/]/;

/** Reports code of a running app that changes, in an editor or on disk: the app runs what it loaded before. */
export class SavedCode implements vscode.Disposable {
  readonly #saved = new vscode.EventEmitter<string>();
  readonly #subscription: vscode.Disposable;
  #folder: string | undefined;
  /** What the app has loaded, of the documents that were open at its start; others are opened with version 1. */
  #versions = new Map<string, number>();
  /** Open documents whose files have changed: VS Code reads them again some time later. */
  readonly #onDisk = new Set<string>();

  /** Fires with the file's name. */
  readonly onDidSave = this.#saved.event;

  constructor() {
    const files = vscode.workspace.createFileSystemWatcher("**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx}", true, false, true);
    this.#subscription = vscode.Disposable.from(
      files,
      files.onDidChange((uri) => this.#changed(uri)),
      vscode.workspace.onDidSaveTextDocument((document) => this.#compare(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!document.isDirty && this.#onDisk.has(document.uri.toString())) this.#compare(document);
      }),
    );
  }

  /** Call when an app starts; undefined for one whose code is not known or that cannot be started again. */
  watch(folder: string | undefined): void {
    this.#folder = folder;
    this.#onDisk.clear();
    this.#versions = new Map(vscode.workspace.textDocuments.map(({ uri, version }) => [uri.toString(), version]));
  }

  #compare({ uri, version }: vscode.TextDocument): void {
    if (this.#placeInApp(uri) !== undefined && version !== (this.#versions.get(uri.toString()) ?? 1)) this.#report(uri);
  }

  #changed(uri: vscode.Uri): void {
    const place = this.#placeInApp(uri);
    if (place === undefined || generated.test(place)) return;
    const key = uri.toString();
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
    if (open === undefined) return this.#report(uri);
    this.#onDisk.add(key);
    if (!open.isDirty) this.#compare(open);
  }

  #report(uri: vscode.Uri): void {
    this.#saved.fire(path.basename(uri.fsPath));
  }

  /** Relative to the app's folder; undefined for what is not its code. */
  #placeInApp({ scheme, fsPath }: vscode.Uri): string | undefined {
    if (this.#folder === undefined || scheme !== "file" || !code.test(fsPath)) return undefined;
    const inside = path.relative(this.#folder, fsPath);
    return inside.startsWith("..") || path.isAbsolute(inside) || notOfApp.test(inside) ? undefined : inside;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#saved.dispose();
  }
}
