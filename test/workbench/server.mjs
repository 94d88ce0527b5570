import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { SetupError } from "./setup-error.mjs";

/** @typedef {import("./installation.mjs").Workbench} Workbench */

/**
 * Everything that one server writes is under `home`.
 * @typedef {object} ServerHome
 * @property {string} home
 * @property {string} userData
 * @property {string} extensions
 */

/**
 * A running code-server on 127.0.0.1.
 * @typedef {object} Server
 * @property {number} port
 * @property {number} pid of the server, which leads its own process group
 * @property {(folder: string, file?: string) => string} urlOf the address that opens a folder, or several by their `.code-workspace` file, and a file beside
 * @property {Promise<void>} ended settles when the server is gone, for whatever reason
 * @property {() => Promise<void>} stop ends the whole process group and waits for the server's end
 * @property {() => string} output the last 64 KB that the server printed
 */

/**
 * Makes the folders of a server, and its user settings unless it has some from an earlier start.
 * @param {string} home
 * @param {Readonly<Record<string, unknown>>} settings
 * @returns {Promise<ServerHome>}
 */
export async function prepareHome(home, settings) {
  const userData = path.join(home, "user-data");
  const extensions = path.join(home, "extensions");
  await mkdir(path.join(userData, "User"), { recursive: true });
  await mkdir(extensions, { recursive: true });
  const file = path.join(userData, "User/settings.json");
  if (!existsSync(file)) await writeFile(file, JSON.stringify(settings, null, 2));
  return { home, userData, extensions };
}

/**
 * Installs an extension as a user does with "Install from VSIX…".
 * @param {Workbench} workbench
 * @param {ServerHome} home
 * @param {string} vsix absolute path
 * @throws {SetupError} when the workbench refuses it
 */
export async function installExtension(workbench, home, vsix) {
  const child = spawn(workbench.node, [workbench.entry, ...foldersOf(home), "--install-extension", vsix, "--force"], {
    cwd: home.home,
    env: environmentOf(home),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0 || !output().includes("successfully installed")) {
    throw new SetupError(`VS Code refused ${vsix}:\n${output().trim()}`);
  }
}

/**
 * Starts a server and resolves when it answers.
 * @param {Workbench} workbench
 * @param {ServerHome} home
 * @param {object} [options]
 * @param {number} [options.port] 0, the default, lets the system choose a free one
 * @param {Readonly<Record<string, string>>} [options.env] added to the environment
 * @param {boolean} [options.trusted] whether every folder is trusted without asking; true by default
 * @returns {Promise<Server>}
 * @throws {SetupError} when it ends before it answers
 */
export async function startServer(workbench, home, { port = 0, env = {}, trusted = true } = {}) {
  const child = spawn(
    workbench.node,
    [
      workbench.entry,
      ...foldersOf(home),
      "--auth=none",
      `--bind-addr=127.0.0.1:${port}`,
      "--disable-telemetry",
      "--disable-update-check",
      ...(trusted ? ["--disable-workspace-trust"] : []),
      "--disable-getting-started-override",
      ...(workbench.closesLeftWindows ? ["--reconnection-grace-time=1"] : []),
    ],
    {
      cwd: home.home,
      env: { ...environmentOf(home), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    },
  );
  const output = collect(child);
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.on("close", () => resolve()));
  const killNow = () => killGroup(child.pid, "SIGKILL");
  process.once("exit", killNow);
  void ended.then(() => process.off("exit", killNow));

  const stop = async () => {
    killGroup(child.pid, "SIGTERM");
    const late = setTimeout(killNow, 5_000);
    await ended;
    clearTimeout(late);
    killNow();
  };

  const answering = await listeningPort(child, output);
  if (answering === undefined || child.pid === undefined) {
    await stop();
    throw new SetupError(`code-server ${workbench.version} ended before it listened:\n${output().trim()}`);
  }
  return {
    port: answering,
    pid: child.pid,
    urlOf: (folder, file) => {
      const host = `127.0.0.1:${answering}`;
      const kind = folder.endsWith(".code-workspace") ? "workspace" : "folder";
      const payload = file === undefined ? "" : JSON.stringify([["openFile", `vscode-remote://${host}${encodeURI(file)}`]]);
      return `http://${host}/?${kind}=${encodeURIComponent(folder)}${payload === "" ? "" : `&payload=${encodeURIComponent(payload)}`}`;
    },
    ended,
    stop,
    output,
  };
}

/** @param {ServerHome} home */
function foldersOf(home) {
  return ["--user-data-dir", home.userData, "--extensions-dir", home.extensions];
}

/**
 * The user's environment without the variables of a surrounding VS Code, npm or test runner.
 * @param {ServerHome} home
 */
function environmentOf(home) {
  const foreign = /^(VSCODE_|ELECTRON_|npm_|VITEST|NODE_OPTIONS$|NODE_ENV$|INIT_CWD$|PORT$|CI$|TEST$)/;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    XDG_CONFIG_HOME: path.join(home.home, "config"),
    XDG_DATA_HOME: path.join(home.home, "data"),
    XDG_STATE_HOME: path.join(home.home, "state"),
  };
}

/**
 * The port that the server says it listens on; undefined when it ends first.
 * @param {import("node:child_process").ChildProcess} child
 * @param {() => string} output
 * @returns {Promise<number | undefined>}
 */
function listeningPort(child, output) {
  return new Promise((resolve) => {
    child.on("close", () => resolve(undefined));
    child.on("error", () => resolve(undefined));
    child.stdout?.on("data", () => {
      const match = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output());
      if (match) resolve(Number(match[1]));
    });
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {() => string}
 */
function collect(child) {
  let text = "";
  const add = (/** @type {Buffer} */ chunk) => (text = (text + chunk.toString()).slice(-65_536));
  child.stdout?.on("data", add);
  child.stderr?.on("data", add);
  return () => text;
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function killGroup(pid, signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group has already ended.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
