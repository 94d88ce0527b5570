import { copyFile, readdir, rename, unlink } from "node:fs/promises";
import { vi } from "vitest";

/** A fake of the `vscode` module: just what the code under test touches. `vi.mock("vscode", () => import("./vscode.ts"))`. */

class Disposable {
  readonly #dispose: () => unknown;
  constructor(dispose: () => unknown) {
    this.#dispose = dispose;
  }
  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
  dispose(): void {
    this.#dispose();
  }
}

class EventEmitter<Event> {
  readonly #listeners = new Set<(event: Event) => unknown>();
  readonly event = (listener: (event: Event) => unknown): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class Uri {
  readonly scheme: string;
  readonly path: string;
  constructor(scheme: string, path: string) {
    this.scheme = scheme;
    this.path = path;
  }
  get fsPath(): string {
    return this.path;
  }
  with({ path }: { readonly path: string }): Uri {
    return new Uri(this.scheme, path);
  }
  static from({ scheme, path }: { readonly scheme: string; readonly path: string }): Uri {
    return new Uri(scheme, path);
  }
  static file(path: string): Uri {
    return new Uri("file", path);
  }
  static parse(text: string): Uri {
    const colon = text.indexOf(":");
    return new Uri(text.slice(0, colon), text.slice(colon + 1).replace(/^\/\//, ""));
  }
  static joinPath(uri: Uri, ...parts: readonly string[]): Uri {
    return new Uri(uri.scheme, [uri.path, ...parts].join("/"));
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

function detailOf(options: unknown): readonly string[] {
  return typeof options === "object" && options !== null && "detail" in options ? [String(options.detail)] : [];
}

interface CancellationToken {
  readonly isCancellationRequested: boolean;
  readonly onCancellationRequested: (listener: () => unknown) => Disposable;
}

class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  #isCancelled = false;
  readonly token: CancellationToken;
  constructor() {
    const isCancelled = (): boolean => this.#isCancelled;
    this.token = {
      get isCancellationRequested() {
        return isCancelled();
      },
      onCancellationRequested: this.#cancelled.event,
    };
  }
  cancel(): void {
    this.#isCancelled = true;
    this.#cancelled.fire();
  }
  dispose(): void {
    this.#cancelled.dispose();
  }
}

const nothing = (): Disposable => new Disposable(() => undefined);
const never = new EventEmitter<never>().event;

const l10n = {
  t: (message: string, ...values: readonly unknown[]) =>
    message.replaceAll(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)])),
};
const env = { language: "en", appName: "Editor" };
const commands = {
  registered: new Map<string, (argument?: unknown) => unknown>(),
  executed: [] as string[],
  registerCommand(id: string, run: (argument?: unknown) => unknown): Disposable {
    this.registered.set(id, run);
    return new Disposable(() => this.registered.delete(id));
  },
  contexts: new Map<unknown, unknown>(),
  executeCommand(id: string, ...values: readonly unknown[]): Promise<undefined> {
    this.executed.push(id);
    if (id === "setContext") this.contexts.set(values[0], values[1]);
    return Promise.resolve(undefined);
  },
};

interface StatusBarItem {
  text?: string;
  tooltip?: string;
  command?: string;
}

/** Settings with their defaults from package.json, unless a test sets them. */
const settings = new Map<string, unknown>();
const savedDocuments = new EventEmitter<unknown>();
const changedDocuments = new EventEmitter<unknown>();
const changedFiles = new EventEmitter<unknown>();
const writtenFiles = new EventEmitter<Uri>();
const changedFolders = new EventEmitter<void>();
const workspace = {
  isTrusted: true,
  workspaceFolders: undefined as readonly { readonly uri: Uri; readonly name: string }[] | undefined,
  textDocuments: [] as unknown[],
  settings,
  getConfiguration: () => ({
    get: (name: string, otherwise?: unknown) => {
      return settings.get(name) ?? otherwise;
    },
    update: (name: string, value: unknown) => Promise.resolve(settings.set(name, value)),
    inspect: () => undefined,
  }),
  /** The real file system: these tests write only to their own folders. */
  fs: {
    createDirectory: () => Promise.resolve(),
    copy: (from: Uri, to: Uri) => copyFile(from.fsPath, to.fsPath),
    rename: (from: Uri, to: Uri) => rename(from.fsPath, to.fsPath),
    delete: (uri: Uri) => unlink(uri.fsPath),
    readDirectory: async (uri: Uri) => (await readdir(uri.fsPath)).map((name) => [name, 0] as const),
  },
  getWorkspaceFolder: () => undefined,
  findFiles: () => Promise.resolve([]),
  asRelativePath: (path: string) => path,
  saveAll: () => Promise.resolve(true),
  registerTextDocumentContentProvider: nothing,
  onDidChangeConfiguration: never,
  changedDocuments,
  onDidChangeTextDocument: changedDocuments.event,
  changedFiles,
  writtenFiles,
  createFileSystemWatcher: () => ({
    onDidChange: changedFiles.event,
    onDidCreate: writtenFiles.event,
    onDidDelete: never,
    dispose: () => undefined,
  }),
  changedFolders,
  onDidChangeWorkspaceFolders: changedFolders.event,
  onDidGrantWorkspaceTrust: never,
  onDidCloseTextDocument: never,
  savedDocuments,
  onDidSaveTextDocument: savedDocuments.event,
};
const window = {
  activeTextEditor: undefined as unknown,
  visibleTextEditors: [] as unknown[],
  tabGroups: { all: [{ viewColumn: 1 }], onDidChangeTabGroups: never },
  shown: [] as string[],
  /** Answers to modal questions. */
  details: [] as string[],
  createOutputChannel: vi.fn<() => unknown>(() => ({
    dispose: () => undefined,
    warn: vi.fn<() => void>(),
    error: vi.fn<() => void>(),
    show: vi.fn<() => void>(),
  })),
  items: [] as StatusBarItem[],
  createStatusBarItem(): StatusBarItem {
    const item: StatusBarItem & Record<"show" | "hide" | "dispose", () => undefined> = {
      show: () => undefined,
      hide: () => undefined,
      dispose: () => undefined,
    };
    this.items.push(item);
    return item;
  },
  createTextEditorDecorationType: () => ({ dispose: () => undefined }),
  createTreeView: () => ({ dispose: () => undefined, selection: [] }),
  registerWebviewViewProvider: nothing,
  registerCustomEditorProvider: nothing,
  registerWebviewPanelSerializer: nothing,
  onDidChangeActiveTextEditor: never,
  onDidChangeVisibleTextEditors: never,
  /** The button pressed in the next warnings, or the index picked in the next list. */
  answers: [] as (string | undefined)[],
  showWarningMessage(message: string, options?: unknown, ...buttons: readonly string[]): Promise<string | undefined> {
    this.shown.push(message);
    this.buttons.push(...(typeof options === "string" ? [options] : []), ...buttons);
    this.details.push(...detailOf(options));
    return Promise.resolve(this.answers.shift());
  },
  showInformationMessage(message: string, ...buttons: readonly string[]): Promise<string | undefined> {
    this.shown.push(message);
    this.buttons.push(...buttons);
    return Promise.resolve(buttons.length > 0 ? this.answers.shift() : undefined);
  },
  /** Answers to the next input boxes, and whether each hid what is typed. */
  typed: [] as string[],
  passwords: [] as boolean[],
  /** The buttons of all messages. */
  buttons: [] as string[],
  showErrorMessage(message: string, ...buttons: readonly string[]): Promise<string | undefined> {
    this.shown.push(message);
    this.buttons.push(...buttons);
    return Promise.resolve(buttons.length > 0 ? this.answers.shift() : undefined);
  },
  setStatusBarMessage(message: string): void {
    this.shown.push(message);
  },
  /** Cancels the visible cancellable progress. */
  cancelProgress: [] as (() => void)[],
  withProgress<Result>(
    { title, cancellable }: { readonly title: string; readonly cancellable?: boolean },
    work: (progress: object, token: CancellationToken) => Result,
  ): Result {
    this.shown.push(title);
    const source = new CancellationTokenSource();
    if (cancellable === true) this.cancelProgress.push(() => source.cancel());
    return work({}, source.token);
  },
  showQuickPick(
    items: readonly { readonly label: string; readonly description: string; readonly detail: string }[],
    { title, placeHolder }: { readonly title: string; readonly placeHolder: string },
  ): Promise<unknown> {
    this.shown.push(title, placeHolder, ...items.flatMap(({ label, description, detail }) => [label, description, detail]));
    return Promise.resolve(items[Number(this.answers.shift())]);
  },
  showInputBox(options: {
    readonly title: string;
    readonly prompt: string;
    readonly password?: boolean;
    readonly validateInput: (text: string) => string;
  }): Promise<string | undefined> {
    this.shown.push(options.title, options.prompt, options.validateInput(""));
    this.passwords.push(options.password === true);
    return Promise.resolve(this.typed.shift());
  },
};
interface AdapterTracker {
  onDidSendMessage(message: unknown): void;
  onExit(code: number): void;
}

const terminatedSessions = new EventEmitter<unknown>();

const debug = {
  registered: [] as string[],
  tracked: [] as { createDebugAdapterTracker(session: unknown): AdapterTracker }[],
  registerDebugAdapterTrackerFactory(_type: string, factory: { createDebugAdapterTracker(session: unknown): AdapterTracker }): Disposable {
    this.tracked.push(factory);
    return nothing();
  },
  registerDebugAdapterDescriptorFactory(type: string): Disposable {
    this.registered.push(type);
    return nothing();
  },
  registerDebugConfigurationProvider: nothing,
  onDidReceiveDebugSessionCustomEvent: never,
  terminatedSessions,
  onDidTerminateDebugSession: terminatedSessions.event,
};

const languages = { registerCodeLensProvider: nothing, registerHoverProvider: nothing, createDiagnosticCollection: nothing };

export { CancellationTokenSource, commands, debug, Disposable, env, EventEmitter, l10n, languages, Uri, window, workspace };
export {
  ConfigurationTarget,
  DebugConfigurationProviderTriggerKind,
  DecorationRangeBehavior,
  OverviewRulerLane,
  ProgressLocation,
  QuickPickItemKind,
  StatusBarAlignment,
  TreeItemCollapsibleState,
  ViewColumn,
} from "./vscode-enums.ts";
export {
  CancellationError,
  CodeLens,
  Hover,
  MarkdownString,
  McpStdioServerDefinition,
  Range,
  RelativePattern,
  ThemeColor,
  ThemeIcon,
  TreeItem,
} from "./vscode-values.ts";
export { lm } from "./vscode-lm.ts";
