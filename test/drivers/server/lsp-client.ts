import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as v from "valibot";
import {
  type CancellationToken,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { ClientCapabilities, CodeLens, Hover, InitializeParams, InitializeResult } from "vscode-languageserver/node";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import { noFilter, type StackFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { compareHeat, type DeltaLine } from "../../../language-server/protocol/compare/compare-heat.ts";
import type { Request } from "../../../language-server/protocol/message.ts";
import { heat, type HeatLine, select, shownRunChanged } from "../../../language-server/protocol/shown-run.ts";
import type { RunSummary } from "../../../language-server/protocol/run-summary.ts";
import { type ServerOptions, type ServerSettings, settingsChanged } from "../../../language-server/protocol/settings.ts";
import { type ServerMessage, trafficOf } from "./traffic.ts";

const settings: ServerSettings = {
  heatBy: "withLibraries",
  inlineText: "selfAndTotal",
  codeLens: true,
  threshold: 0.005,
  ownCode: [],
  pathMappings: {},
  adviceInProblems: false,
  listsWithout: [],
};

const asVisualStudioCode: ClientCapabilities = {
  workspace: { codeLens: { refreshSupport: true } },
  textDocument: { hover: { contentFormat: ["markdown", "plaintext"] }, publishDiagnostics: { codeDescriptionSupport: true } },
};

interface HeatPush {
  readonly uri: string;
  readonly version: number;
  readonly lines: readonly HeatLine[];
}

/** A generic LSP client over the server's stdio. Keeps the server's pushes until a test waits for them. */
export class LspClient implements AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: MessageConnection;
  readonly heatPushes: HeatPush[] = [];
  readonly comparePushes: { readonly uri: string; readonly version: number; readonly lines: readonly DeltaLine[] }[] = [];
  readonly shownPushes: (RunSummary | null)[] = [];
  readonly shownMessages: string[] = [];
  readonly log: string[] = [];
  /** All that the server sent. */
  readonly received: readonly ServerMessage[];
  lensRefreshes = 0;
  initializeResult: InitializeResult | undefined;
  #listeners = new Set<() => void>();
  #stderr = "";

  private constructor(process: ChildProcessWithoutNullStreams) {
    this.process = process;
    const [reader, writer] = [new StreamMessageReader(process.stdout), new StreamMessageWriter(process.stdin)];
    this.received = trafficOf(reader, writer, () => this.note(() => undefined));
    this.connection = createMessageConnection(reader, writer);
    process.stderr.on("data", (data: Buffer) => (this.#stderr += data.toString()));
    this.connection.onNotification(heat.method, (push: HeatPush) => this.note(() => this.heatPushes.push(push)));
    this.connection.onNotification(compareHeat.method, (push: (typeof this.comparePushes)[number]) =>
      this.note(() => this.comparePushes.push(push)),
    );
    this.connection.onNotification(shownRunChanged.method, ({ summary }: { summary: RunSummary | null }) =>
      this.note(() => this.shownPushes.push(summary)),
    );
    this.connection.onNotification("window/showMessage", ({ message }: { message: string }) =>
      this.note(() => this.shownMessages.push(message)),
    );
    this.connection.onNotification("window/logMessage", ({ message }: { message: string }) => this.note(() => this.log.push(message)));
    this.connection.onRequest("workspace/codeLens/refresh", () => {
      this.note(() => (this.lensRefreshes += 1));
      return null;
    });
    this.connection.listen();
  }

  /** `nodeArgs` go before the server's script; by default the client can show and run what VS Code can. */
  static async start(
    serverFolder: string,
    options: Partial<ServerOptions> = {},
    folder?: string,
    nodeArgs: readonly string[] = [],
    capabilities: ClientCapabilities = asVisualStudioCode,
  ): Promise<LspClient> {
    const client = LspClient.connect(serverFolder, nodeArgs);
    await client.initialize({
      workspaceFolders: folder === undefined ? null : [{ uri: pathToFileURL(folder).href, name: path.basename(folder) }],
      capabilities,
      initializationOptions: { runsFolder: "", settings, locale: "en", commands: true, ...options },
    });
    return client;
  }

  /** Starts a server without initialising it. */
  static connect(serverFolder: string, nodeArgs: readonly string[] = []): LspClient {
    return new LspClient(spawn(process.execPath, [...nodeArgs, path.join(serverFolder, "server.js"), "--stdio"], { stdio: "pipe" }));
  }

  async initialize(params: Partial<InitializeParams> = {}): Promise<void> {
    this.initializeResult = await this.connection.sendRequest<InitializeResult>("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
      ...params,
    });
    await this.connection.sendNotification("initialized", {});
  }

  get stderr(): string {
    return this.#stderr;
  }

  request<Params extends v.GenericSchema, Result>(
    message: Request<Params, Result>,
    params: v.InferOutput<Params>,
    token?: CancellationToken,
  ): Promise<Result> {
    return token === undefined
      ? this.connection.sendRequest<Result>(message.method, params)
      : this.connection.sendRequest<Result>(message.method, params, token);
  }

  /** Selects a part of the shown run. */
  select({ filter, ...part }: Partial<Omit<Selection, "filter">> & { readonly filter?: Partial<StackFilter> }): Promise<RunSummary> {
    return this.request(select, { selection: { ...everything, ...part, filter: { ...noFilter, ...filter } } });
  }

  async refused<Params extends v.GenericSchema>(message: Request<Params, unknown>, params: v.InferOutput<Params>): Promise<string> {
    try {
      await this.request(message, params);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error(`${message.method} was not refused.`);
  }

  open(uri: string, text: string, version = 1, languageId = "javascript"): Promise<void> {
    return this.connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version, text } });
  }

  /** Replaces `[line, character]…[line, character]` of the document. */
  edit(uri: string, version: number, start: readonly [number, number], end: readonly [number, number], text: string): Promise<void> {
    const range = { start: { line: start[0], character: start[1] }, end: { line: end[0], character: end[1] } };
    return this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
  }

  close(uri: string): Promise<void> {
    return this.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }

  change(changed: Partial<ServerSettings>): Promise<void> {
    return this.connection.sendNotification(settingsChanged.method, { ...settings, ...changed });
  }

  /** The next push for a document and version that `wanted` accepts; earlier pushes are dropped. */
  async heat(uri: string, version = 1, wanted: (lines: readonly HeatLine[]) => boolean = () => true): Promise<readonly HeatLine[]> {
    const found = (): number => this.heatPushes.findIndex((push) => push.uri === uri && push.version === version && wanted(push.lines));
    await this.until(() => found() !== -1, `heat of ${uri} version ${version}`);
    const index = found();
    const push = this.heatPushes[index];
    this.heatPushes.splice(0, index + 1);
    return push?.lines ?? [];
  }

  /** The same for the differences in a comparison. */
  async compareHeat(
    uri: string,
    version = 1,
    wanted: (lines: readonly DeltaLine[]) => boolean = (lines) => lines.length > 0,
  ): Promise<readonly DeltaLine[]> {
    const found = (): number => this.comparePushes.findIndex((push) => push.uri === uri && push.version === version && wanted(push.lines));
    await this.until(() => found() !== -1, `differences of ${uri} version ${version}`);
    const index = found();
    const push = this.comparePushes[index];
    this.comparePushes.splice(0, index + 1);
    return push?.lines ?? [];
  }

  async shown(): Promise<RunSummary | null> {
    await this.until(() => this.shownPushes.length > 0, "shownRunChanged");
    return this.shownPushes.shift() ?? null;
  }

  hover(uri: string, line: number, character = 0): Promise<Hover | null> {
    return this.connection.sendRequest("textDocument/hover", { textDocument: { uri }, position: { line, character } });
  }

  async hoverText(uri: string, line: number, character = 0): Promise<string> {
    const hover = await this.hover(uri, line, character);
    if (hover === null) return "";
    return typeof hover.contents === "object" && "value" in hover.contents ? hover.contents.value : "";
  }

  /** The listed lenses: places without texts. */
  listedLenses(uri: string): Promise<CodeLens[]> {
    return this.connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });
  }

  resolvedLens(lens: CodeLens): Promise<CodeLens> {
    return this.connection.sendRequest("codeLens/resolve", lens);
  }

  async lenses(uri: string): Promise<CodeLens[]> {
    const listed = await this.listedLenses(uri);
    // Editors resolve those without a command alone.
    return Promise.all(listed.map(async (lens) => (lens.command === undefined ? this.resolvedLens(lens) : lens)));
  }

  async lensTitles(uri: string): Promise<readonly string[]> {
    return (await this.lenses(uri)).map((lens) => `${lens.range.start.line}: ${lens.command?.title ?? ""}`);
  }

  /** Resolves when a message from the server makes `met` true. */
  async until(met: () => boolean, what: string): Promise<void> {
    if (met()) return;
    await new Promise<void>((resolve, reject) => {
      const check = (): void => {
        if (!met()) return;
        this.#listeners.delete(check);
        this.process.off("exit", gone);
        resolve();
      };
      const gone = (code: number | null): void => reject(new Error(`The server ended (${code}) before: ${what}\n${this.stderr}`));
      this.#listeners.add(check);
      this.process.once("exit", gone);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const exited = once(this.process, "exit");
      await this.connection.sendRequest("shutdown");
      await this.connection.sendNotification("exit");
      await exited;
    }
    this.connection.dispose();
  }

  /** A message may change what a test waits for. */
  note(change: () => void): void {
    change();
    for (const listener of this.#listeners) listener();
  }
}
