import { spawn } from "node:child_process";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { SetupError } from "../workbench/setup-error.mjs";

/** A separate Windows 10, with its own registry and processes. */
export class Wine {
  /** @param {string} prefix folder that holds it */
  constructor(prefix) {
    /** @readonly */
    this.prefix = prefix;
  }

  /** Node refuses to start on wine's default Windows version. @throws {SetupError} */
  async create() {
    console.log("Setting up a Windows 10 in wine …");
    await mkdir(this.prefix, { recursive: true });
    const code = await this.run(["winecfg", "/v", "win10"], { output: path.join(this.prefix, "winecfg.txt"), limitMs: 180_000 });
    await this.end();
    if (code !== 0) throw new SetupError(`wine winecfg ended with code ${code ?? "none"}: see ${this.prefix}/winecfg.txt`);
  }

  /**
   * Runs a program of Windows to its end. Its output goes to a file: Node for Windows cannot write to a pipe of Linux.
   * @param {readonly string[]} command
   * @param {{ output: string, limitMs: number, cwd?: string, path?: string, env?: Readonly<Record<string, string>> }} options `path`: a
   *   folder that comes first in its PATH
   * @returns {Promise<number | null>} its exit code; null where it took too long and was ended
   */
  async run(command, { output, limitMs, cwd, path: first, env = {} }) {
    const file = await open(output, "w");
    try {
      const child = spawn("wine", command, {
        cwd,
        stdio: ["ignore", file.fd, file.fd],
        env: { ...this.#environment(), ...(first === undefined ? {} : { WINEPATH: windowsPath(first) }), ...env },
      });
      const limit = setTimeout(() => void this.end(), limitMs);
      return await ended(child).finally(() => clearTimeout(limit));
    } finally {
      await file.close();
    }
  }

  /** Ends everything that runs in it, including its server. */
  async end() {
    for (const flag of ["-k", "-w"]) await ended(spawn("wineserver", [flag], { stdio: "ignore", env: this.#environment() }));
  }

  #environment() {
    const { HOME = "/", PATH = "" } = process.env;
    // No display, no sound, no offer to install Mono or Gecko.
    return { HOME, PATH, LANG: "C.UTF-8", WINEPREFIX: this.prefix, WINEDEBUG: "-all", WINEDLLOVERRIDES: "mscoree,mshtml=" };
  }
}

/**
 * The path of a Linux file as Windows programs see it.
 * @param {string} file
 */
export function windowsPath(file) {
  return `Z:${file.replaceAll("/", "\\")}`;
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number | null>}
 */
function ended(child) {
  return new Promise((resolve, reject) => child.on("error", reject).on("close", (code) => resolve(code)));
}
