import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { hooksFile } from "../../analysis/profile/profile.ts";
import { packageManagerCases } from "../in-app/package-managers.ts";
import { nodeCommandScript } from "../platform/node-command-script.ts";

/**
 * A private folder (0700) for the time of one session: the preload that brings up the inspector, the reports of the app's
 * processes, a `node` shim, logs of a recorder. Its disappearance tells late-started processes that nobody waits for them.
 */
export class SessionFolder implements AsyncDisposable {
  readonly path: string;

  private constructor(folder: string) {
    this.path = folder;
  }

  /** `inApp` holds the bundles of in-app/. They are copied: the app may be unable to read the folder of this program. */
  static async create(inApp: string): Promise<SessionFolder> {
    // As Node will tell the preload where it stands.
    const folder = await mkdtemp(path.join(await realpath(os.tmpdir()), "heatline-"));
    const session = new SessionFolder(folder);
    await mkdir(session.reports);
    await Promise.all([
      copyFile(path.join(inApp, "preload.js"), session.preload),
      copyFile(path.join(inApp, "terminal-launcher.js"), session.terminalLauncher),
    ]);
    return session;
  }

  /** Where the app's processes report themselves, one JSON file each. */
  get reports(): string {
    return path.join(this.path, "reports");
  }

  /** The recording that goes on, as a run folder. */
  get live(): string {
    return path.join(this.path, "live");
  }

  /** Node arguments by which an app under Node's permission model may still load the hooks and report itself. */
  get access(): readonly string[] {
    return [`--allow-fs-read=${this.path}/*`, `--allow-fs-write=${this.reports}/*`];
  }

  get preload(): string {
    return path.join(this.path, hooksFile);
  }

  get terminalLauncher(): string {
    return path.join(this.path, "run.cjs");
  }

  /** What the terminal launcher is to start. */
  get terminalCommand(): string {
    return path.join(this.path, "command.json");
  }

  /**
   * Writes a `node` that adds arguments to the real one, and returns its folder, to be put first in PATH. Package managers
   * (themselves Node programs, often started by `#!/usr/bin/env node`) pass through it untouched; no other waits for a debugger. `shim.json` beside it tells the preload
   * which Node it stands for, and what it adds.
   */
  async writeNodeShim(nodePath: string, nodeArgs: readonly string[]): Promise<string> {
    const folder = path.join(this.path, "bin");
    await mkdir(folder);
    if (process.platform === "win32") {
      await writeFile(path.join(folder, "node.cmd"), nodeCommandScript(nodePath, nodeArgs));
      await this.#describeShim(folder, nodePath, nodeArgs);
      return folder;
    }
    const shim = path.join(folder, "node");
    const script = `#!/bin/sh
case "\${1##*/}" in
  ${packageManagerCases}) exec ${shellQuoted(nodePath)} "$@" ;;
esac
access=
for arg do
  shift
  case "$arg" in
    --inspect-brk|--inspect-brk=*) arg="--inspect\${arg#--inspect-brk}" ;;
    --inspect-wait|--inspect-wait=*) arg="--inspect\${arg#--inspect-wait}" ;;
    --permission|--experimental-permission) access=1 ;;
  esac
  set -- "$@" "$arg"
done
[ -z "$access" ] || set -- ${this.access.map(shellQuoted).join(" ")} "$@"
exec ${shellQuoted(nodePath)} ${nodeArgs.map(shellQuoted).join(" ")} "$@"
`;
    await writeFile(shim, script);
    await chmod(shim, 0o755);
    await this.#describeShim(folder, nodePath, nodeArgs);
    return folder;
  }

  async #describeShim(folder: string, nodePath: string, nodeArgs: readonly string[]): Promise<void> {
    await writeFile(path.join(folder, "shim.json"), JSON.stringify({ target: await realpath(nodePath), nodeArgs }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 8 });
  }
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
