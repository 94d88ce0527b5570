import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { cacheFolder, installWorkbench } from "../../workbench/installation.mjs";
import type { Workbench as InstalledWorkbench } from "../../workbench/installation.mjs";
import { installExtension, prepareHome, startServer } from "../../workbench/server.mjs";
import type { Server, ServerHome } from "../../workbench/server.mjs";
import { quietSettings } from "../../workbench/settings.mjs";
import { madeOnce } from "../made-once.ts";
import { stateEntries } from "../state-folder.ts";

export interface WorkbenchServerOptions {
  /** Absolute path of the folder to open, used in place. */
  readonly folder: string;
  /** Which VS Code: the newest supported one, or the oldest that `engines.vscode` allows. */
  readonly version?: "latest" | "oldest";
  /** User settings in addition to the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Absolute path of the `.vsix` to install; `undefined` installs the project's own. */
  readonly vsix?: string | undefined;
  /** Absolute path of the `.vsix` of another extension to install. */
  readonly beside?: string | undefined;
  /** Whether folders are trusted without asking, which is the default; otherwise VS Code starts in Restricted Mode. */
  readonly trusted?: boolean;
}

/** No marketplace: nothing checks for updates on the network. */
const env = { EXTENSIONS_GALLERY: '{"serviceUrl":""}' };

/** A separate code-server with a fresh profile and the packaged extension, installed as a user installs it. */
export class WorkbenchServer implements AsyncDisposable {
  readonly folder: string;
  readonly #installation: InstalledWorkbench;
  readonly #home: ServerHome;
  #server: Server;

  private constructor(folder: string, installation: InstalledWorkbench, home: ServerHome, server: Server) {
    this.folder = folder;
    this.#installation = installation;
    this.#home = home;
    this.#server = server;
  }

  static async start(options: WorkbenchServerOptions): Promise<WorkbenchServer> {
    const { folder, version = "latest", vsix = path.join(cacheFolder, "heatline.vsix") } = options;
    const installation = await installWorkbench(version);
    const settings = { ...quietSettings, ...options.settings };
    // In the system's runtime folder, as the path of a socket may not exceed 107 bytes.
    const home = await prepareHome(await mkdtemp(path.join(tmpdir(), "heatline-workbench-")), settings);
    await addExtension(installation, home, vsix);
    if (options.beside !== undefined) await installExtension(installation, home, options.beside);
    return new WorkbenchServer(
      folder,
      installation,
      home,
      await startServer(installation, home, { env, trusted: options.trusted ?? true }),
    );
  }

  /** The URL of a folder, by default the server's own, and of a file to open in it. */
  url(folder: string = this.folder, file?: string): string {
    return this.#server.urlOf(folder, file);
  }

  /** Process id of the server, which leads its own process group. */
  get pid(): number {
    return this.#server.pid;
  }

  /** The user settings on disk, as last written by the test or the window. */
  async settings(): Promise<Readonly<Record<string, unknown>>> {
    return JSON.parse(await readFile(this.#settingsFile, "utf8"));
  }

  /**
   * Changes user settings for windows opened from now on: a code-server window does not watch the file on disk.
   * `Workbench.changeSettings` changes them in an open window. `undefined` removes a setting.
   */
  async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await writeFile(this.#settingsFile, JSON.stringify({ ...(await this.settings()), ...changes }, null, 2));
  }

  /** Stops the server and starts it again on the same port with the same profile, as after a reboot. */
  async restart(): Promise<void> {
    const { port } = this.#server;
    await this.#server.stop();
    this.#server = await startServer(this.#installation, this.#home, { port, env });
  }

  /** Adds a recorded run to the window of a folder, as if an earlier window had recorded it. */
  async keepRun(folder: string, run: string): Promise<void> {
    const workspace = workspaceId(`vscode-remote://127.0.0.1:${this.#server.port}${folder}`);
    const runs = path.join(this.userData, "User/workspaceStorage", workspace, "heatline.heatline/runs");
    await cp(run, path.join(runs, path.basename(run)), { recursive: true });
  }

  /** Contents of the log files whose path under the log folder matches, such as `/Heatline\.log$/` or `/remoteexthost/`. */
  async logs(file: RegExp): Promise<string> {
    const folder = path.join(this.#home.userData, "logs");
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const chosen = files.filter((name) => file.test(path.relative(folder, name))).toSorted();
    return (await Promise.all(chosen.map((name) => readFile(name, "utf8")))).join("");
  }

  /** Contains the extension's storage folders, for this workspace and for all workspaces. */
  get userData(): string {
    return this.#home.userData;
  }

  /** What is in Heatline's private folder: sessions, and what it keeps there. */
  privateEntries(): Promise<readonly string[]> {
    return stateEntries(this.#home.home);
  }

  get #settingsFile(): string {
    return path.join(this.#home.userData, "User/settings.json");
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
    await rm(this.#home.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Installs the extension as a user does, once per test run if tests share a folder; other servers get a copy of the installation. */
async function addExtension(installation: InstalledWorkbench, home: ServerHome, vsix: string): Promise<void> {
  if (process.env["HEATLINE_SHARED"] === undefined) return installExtension(installation, home, vsix);
  const installed = await madeOnce(`extensions-${installation.version}`, async (folder) => {
    await installExtension(installation, home, vsix);
    await cp(home.extensions, folder, { recursive: true });
  });
  await cp(installed, home.extensions, { recursive: true });
}

/** VS Code's name for a window's storage, from the URL of its folder: `hash` of its `base/common/hash.ts`, in hexadecimal. */
function workspaceId(address: string): string {
  let hash = 149_417;
  for (let at = 0; at < address.length; at++) hash = (hash * 31 + address.charCodeAt(at)) | 0;
  return hash.toString(16);
}
