import type * as v from "valibot";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { checkOwnFile } from "./own-files.ts";
import { UserError } from "./user-error.ts";
import type { ClientNotification, Request, ServerNotification } from "../language-server/protocol/message.ts";
import { type ServerSettings, settingsChanged } from "../language-server/protocol/settings.ts";
import type { Guard } from "./errors.ts";
import { keptViews } from "./selection/selection-memory.ts";
import { onSettingsChanged, serverSettings } from "./settings.ts";

/** LSP 3.17's RequestFailed: the server uses it for a UserError, whose message is its complete text. */
const requestFailed = -32803;
/** RequestCancelled, ServerCancelled, ContentModified: the result is no longer wanted. */
const withdrawn: readonly number[] = [-32800, -32802, -32801];

/**
 * The features' access to the language server, which starts with the first request. Handlers may be added before. The client restarts a
 * crashed server; `onRestart` fires, as the server then has no run open.
 */
export class ServerLink implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #runsFolder: string;
  readonly #handlers: { readonly method: string; readonly handle: (params: unknown) => void }[] = [];
  readonly #restarted = new vscode.EventEmitter<void>();
  readonly #settings: vscode.Disposable;
  #client: Promise<LanguageClient> | undefined;
  #lenses = true;

  readonly onRestart = this.#restarted.event;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, runsFolder: string, guard: Guard) {
    this.#context = context;
    this.#log = log;
    this.#runsFolder = runsFolder;
    this.#settings = onSettingsChanged(() => {
      void guard(() => this.sendSettings());
    });
  }

  /** Throws a UserError for what the user can fix, and a CancellationError if the result is no longer wanted. */
  async request<Params extends v.GenericSchema, Result>(
    message: Request<Params, Result>,
    params: v.InferOutput<Params>,
    token?: vscode.CancellationToken,
  ): Promise<Result> {
    const client = await this.#start();
    try {
      return await (token === undefined
        ? client.sendRequest<Result>(message.method, params)
        : client.sendRequest<Result>(message.method, params, token));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === requestFailed && error instanceof Error) throw new UserError(error.message, "", { cause: error });
      if (typeof code === "number" && withdrawn.includes(code)) throw new vscode.CancellationError();
      throw error;
    }
  }

  async notify<Params extends v.GenericSchema>(message: ClientNotification<Params>, params: v.InferOutput<Params>): Promise<void> {
    await (await this.#start()).sendNotification(message.method, params);
  }

  /** Call at activation; handlers are attached when the server starts. */
  on<Params>(message: ServerNotification<Params>, handle: (params: Params) => void): void {
    this.#handlers.push({ method: message.method, handle: (params) => handle(params as Params) });
  }

  /** Hides or shows the lenses, in addition to the setting, until the window closes. */
  async showLenses(shown: boolean): Promise<void> {
    this.#lenses = shown;
    await this.sendSettings();
  }

  /** Call when what `keptViews` says has changed. */
  async sendSettings(): Promise<void> {
    if (this.#client !== undefined) await this.notify(settingsChanged, this.#serverSettings());
  }

  #serverSettings(): ServerSettings {
    const settings = serverSettings();
    const listsWithout = keptViews(this.#context.workspaceState).hiddenKinds ?? [];
    return { ...settings, listsWithout, codeLens: settings.codeLens && this.#lenses };
  }

  async #start(): Promise<LanguageClient> {
    this.#client ??= this.#load();
    try {
      return await this.#client;
    } catch (error) {
      this.#client = undefined;
      throw error;
    }
  }

  async #load(): Promise<LanguageClient> {
    const module = this.#context.asAbsolutePath("out/server.js");
    checkOwnFile(module);
    const { startLanguageClient } = await import("./language-client.js");
    return await startLanguageClient({
      module,
      options: () => ({ runsFolder: this.#runsFolder, settings: this.#serverSettings(), locale: vscode.env.language, commands: true }),
      log: this.#log,
      handlers: this.#handlers,
      restarted: () => this.#restarted.fire(),
    });
  }

  /** Resolves when the server has ended. */
  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await (await client)?.dispose();
  }

  dispose(): void {
    this.#settings.dispose();
    this.#restarted.dispose();
    void this.stop().catch((error: unknown) => this.#log.warn(`The language server did not stop: ${String(error)}`));
  }
}
