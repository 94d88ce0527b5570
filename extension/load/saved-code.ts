import path from "node:path";
import * as vscode from "vscode";

const code = /\.[cm]?[jt]sx?$/;
const notOfApp = /[\\/]node_modules[\\/]|\.(?:test|spec)\.[cm]?[jt]sx?$/;

/** Reports code of a running app that is saved with changes: the app runs what it loaded before. */
export class SavedCode implements vscode.Disposable {
  readonly #saved = new vscode.EventEmitter<string>();
  readonly #subscription: vscode.Disposable;
  #folder: string | undefined;
  /** What the app has loaded, of the documents that were open at its start; others are opened with version 1. */
  #versions = new Map<string, number>();

  /** Fires with the file's name. */
  readonly onDidSave = this.#saved.event;

  constructor() {
    this.#subscription = vscode.workspace.onDidSaveTextDocument((document) => {
      if (this.#isOfApp(document.uri) && document.version !== (this.#versions.get(document.uri.toString()) ?? 1))
        this.#saved.fire(path.basename(document.uri.fsPath));
    });
  }

  /** Call when an app starts; undefined for one whose code is not known or that cannot be started again. */
  watch(folder: string | undefined): void {
    this.#folder = folder;
    this.#versions = new Map(vscode.workspace.textDocuments.map(({ uri, version }) => [uri.toString(), version]));
  }

  #isOfApp({ scheme, fsPath }: vscode.Uri): boolean {
    if (this.#folder === undefined || scheme !== "file" || !code.test(fsPath) || notOfApp.test(fsPath)) return false;
    const inside = path.relative(this.#folder, fsPath);
    return !inside.startsWith("..") && !path.isAbsolute(inside);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#saved.dispose();
  }
}
