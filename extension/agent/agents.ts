import path from "node:path";
import * as vscode from "vscode";
import type { AgentCalls } from "./agent-calls.ts";
import { serverArguments, serverFile } from "./server-arguments.ts";

/** Of the notes that `history/agent-recording.ts` writes. */
const notePrefix = ".agent-";

/**
 * Agents beside the user: what they call in this window, the server that VS Code starts for them, and what any of them records. Nothing here changes what the
 * user looks at.
 */
export class Agents implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #runs: vscode.Uri;
  readonly #parts: vscode.Disposable;
  readonly #runsChanged = new vscode.EventEmitter<void>();
  #watching: vscode.Disposable;
  #hasRunsFolder = false;
  #calls: Promise<AgentCalls> | undefined;

  /** Runs were written or removed, by whichever process. */
  readonly onDidChangeRuns = this.#runsChanged.event;

  /** `runs`: the window's folder of them, which need not be there yet. `changed`: what `definitions` says. */
  constructor(context: vscode.ExtensionContext, runs: vscode.Uri, changed: vscode.EventEmitter<void>) {
    this.#context = context;
    this.#runs = runs;
    const { workspace } = vscode;
    // Where a server that a terminal started writes.
    const inFolders = workspace.createFileSystemWatcher("**/{heatline-runs,heatline-runs/*}", false, true);
    const change = (): void => {
      changed.fire();
      void this.#calls?.then((calls) => calls.endServer());
    };
    this.#parts = vscode.Disposable.from(
      this.#runsChanged,
      inFolders,
      inFolders.onDidCreate(this.#seen),
      inFolders.onDidDelete(this.#seen),
      workspace.onDidChangeWorkspaceFolders(change),
      workspace.onDidGrantWorkspaceTrust(change),
    );
    this.#watching = this.#watchRuns();
    void this.#lookIfNoted();
  }

  readonly #seen = ({ path: file }: vscode.Uri): void => {
    const name = path.posix.basename(file);
    // Of what is written into a new folder VS Code may report nothing but the folder.
    if (name.startsWith(notePrefix) || name === "heatline-runs") void this.#look();
    if (!name.startsWith(".")) this.#runsChanged.fire();
  };

  #watchRuns(): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(this.#runs, "*"), false, true);
    return vscode.Disposable.from(watcher, watcher.onDidCreate(this.#seen), watcher.onDidDelete(this.#seen));
  }

  /** VS Code looks for a folder that it is to watch and that is not there only every few seconds. */
  async #makeRunsFolder(): Promise<void> {
    if (this.#hasRunsFolder) return;
    await vscode.workspace.fs.createDirectory(this.#runs);
    this.#hasRunsFolder = true;
    this.#watching.dispose();
    this.#watching = this.#watchRuns();
  }

  async prepare(name: string, input: unknown): Promise<vscode.PreparedToolInvocation> {
    return (await this.#load()).prepare(name, input);
  }

  async invoke(name: string, input: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    await this.#makeRunsFolder();
    return (await this.#load()).invoke(name, input, token);
  }

  /** One server for the window's folders; none where nothing may be run. VS Code asks at once and starts it when an agent wants it. */
  definitions(): vscode.McpStdioServerDefinition[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const [first] = folders;
    if (first === undefined || !vscode.workspace.isTrusted) return [];
    const { version } = this.#context.extension.packageJSON as { readonly version: string };
    const args = [serverFile(this.#context), ...serverArguments(folders, this.#runs.fsPath)];
    const definition = new vscode.McpStdioServerDefinition("Heatline", "node", args, {}, version);
    definition.cwd = first.uri;
    return [definition];
  }

  /** With the Node.js that runs it. */
  async resolved(server: vscode.McpStdioServerDefinition): Promise<vscode.McpStdioServerDefinition> {
    await this.#makeRunsFolder();
    return (await this.#load()).resolved(server);
  }

  /** Ends what agents record; nothing of it is kept. */
  async stop(): Promise<void> {
    await (await this.#load()).status.stop();
  }

  /** A recording may be older than the window. */
  async #lookIfNoted(): Promise<void> {
    const { workspaceFolders = [], fs } = vscode.workspace;
    const usual = workspaceFolders.map(({ uri }) => vscode.Uri.joinPath(uri, "heatline-runs"));
    const read = (folder: vscode.Uri) => Promise.resolve(fs.readDirectory(folder)).catch(() => []);
    const entries = (await Promise.all([this.#runs, ...usual].map(read))).flat();
    if (entries.some(([name]) => name.startsWith(notePrefix))) await this.#look();
  }

  async #look(): Promise<void> {
    await (await this.#load()).status.look();
  }

  #load(): Promise<AgentCalls> {
    return (this.#calls ??= import("./agent-calls.js").then(({ AgentCalls }) => new AgentCalls(this.#context, this.#runs)));
  }

  dispose(): void {
    this.#parts.dispose();
    this.#watching.dispose();
    void this.#calls?.then((calls) => calls.dispose());
  }
}
