import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { alone } from "../../workbench/install-lock.mjs";
import { cacheFolder, installWorkbench } from "../../workbench/installation.mjs";
import type { Workbench as InstalledWorkbench } from "../../workbench/installation.mjs";
import { installExtension, prepareHome, startServer } from "../../workbench/server.mjs";
import type { Server, ServerHome } from "../../workbench/server.mjs";
import { quietSettings } from "../../workbench/settings.mjs";

export interface WorkbenchServerOptions {
  /** Absolute path of the folder to open, used in place. */
  readonly folder: string;
  /** Which VS Code: the newest known one, or the oldest that `engines.vscode` promises. */
  readonly version?: "latest" | "oldest";
  /** User settings on top of the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Absolute path of the `.vsix` to install; `undefined` installs the project's own. */
  readonly vsix?: string | undefined;
  /** Whether folders are trusted without asking, as by default; otherwise VS Code starts in restricted mode. */
  readonly trusted?: boolean;
}

/** Without a marketplace: nothing looks for updates on the network. */
const env = { EXTENSIONS_GALLERY: '{"serviceUrl":""}' };

/** A code-server of a test's own, with a fresh profile and the packaged extension installed as a user installs it. */
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
    // In the system's folder for short-lived files: the path of a socket in it may not exceed 107 bytes.
    const home = await prepareHome(await mkdtemp(path.join(tmpdir(), "heatline-workbench-")), settings);
    await addExtension(installation, home, vsix);
    return new WorkbenchServer(
      folder,
      installation,
      home,
      await startServer(installation, home, { env, trusted: options.trusted ?? true }),
    );
  }

  /** The address of a folder, by default the one that the server was started for, and of a file to be open beside it. */
  url(folder: string = this.folder, file?: string): string {
    return this.#server.urlOf(folder, file);
  }

  /** Process id of the server, which leads its own process group. */
  get pid(): number {
    return this.#server.pid;
  }

  /** The user settings on disk, as the test or the window last wrote them. */
  async settings(): Promise<Readonly<Record<string, unknown>>> {
    return JSON.parse(await readFile(this.#settingsFile, "utf8"));
  }

  /**
   * Changes user settings for windows opened from now on: code-server's window does not follow the file on disk.
   * `Workbench.changeSettings` changes them in an open one. `undefined` takes a setting away.
   */
  async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await writeFile(this.#settingsFile, JSON.stringify({ ...(await this.settings()), ...changes }, null, 2));
  }

  /** Stops the whole server and starts it again on the same port with the same profile, as after a reboot. */
  async restart(): Promise<void> {
    const { port } = this.#server;
    await this.#server.stop();
    this.#server = await startServer(this.#installation, this.#home, { port, env });
  }

  /** Gives the window of a folder a run that was recorded there, as if an earlier window had recorded it. */
  async keepRun(folder: string, run: string): Promise<void> {
    const workspace = workspaceId(`vscode-remote://127.0.0.1:${this.#server.port}${folder}`);
    const runs = path.join(this.userData, "User/workspaceStorage", workspace, "heatline.heatline/runs");
    await cp(run, path.join(runs, path.basename(run)), { recursive: true });
  }

  /** What the log files hold whose path under the log folder matches, such as `/Heatline\.log$/` or `/remoteexthost/`. */
  async logs(file: RegExp): Promise<string> {
    const folder = path.join(this.#home.userData, "logs");
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const chosen = files.filter((name) => file.test(path.relative(folder, name))).toSorted();
    return (await Promise.all(chosen.map((name) => readFile(name, "utf8")))).join("");
  }

  /** The folder that VS Code gives the extension for this workspace and for all of them lies under here. */
  get userData(): string {
    return this.#home.userData;
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

/** Installs the extension as a user does, once for all tests of a run where they share a folder; further servers get a copy of what was installed. */
async function addExtension(installation: InstalledWorkbench, home: ServerHome, vsix: string): Promise<void> {
  const shared = process.env["HEATLINE_SHARED"];
  if (shared === undefined) return installExtension(installation, home, vsix);
  const installed = path.join(shared, `extensions-${installation.version}`);
  await alone(
    `${installed}.lock`,
    () => undefined,
    async () => {
      if (await readdir(installed).catch(() => undefined)) return;
      await installExtension(installation, home, vsix);
      await cp(home.extensions, `${installed}.partial`, { recursive: true });
      await rename(`${installed}.partial`, installed);
    },
  );
  await cp(installed, home.extensions, { recursive: true });
}

/** What VS Code calls the storage of a window, by the address of its folder: `hash` of its `base/common/hash.ts`, in hexadecimal. */
function workspaceId(address: string): string {
  let hash = 149_417;
  for (let at = 0; at < address.length; at++) hash = (hash * 31 + address.charCodeAt(at)) | 0;
  return hash.toString(16);
}
