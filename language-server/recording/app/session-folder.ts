import type { NodeProgram } from "./app-command.ts";
import { copyFile, mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hooksFile } from "../../analysis/profile/profile.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import { currentPlatform } from "../../platform/current-platform.ts";
import { logTarget } from "../../platform/paths.ts";
import { nodeShim } from "../../platform/node-shim.ts";
import { ownFolder, removeOwnedFolder } from "../../platform/private/owned-folder.ts";
import { makeFolderIn, privateFolder } from "../../platform/private/private-folder.ts";
import { type ShimDescription, shimFile, type shimFolders } from "../in-app/child-start.ts";
import { reportsFolder } from "../in-app/open-session.ts";
import { parserFile, passFile, passHooksFile, type PassKind, type PassOrder } from "../in-app/pass/pass-protocol.ts";
import { closeSession, closeShims, endSessionFolder, restoreNamed } from "../processes/ended-session.ts";
import { removeLeftFolders } from "../processes/left-folders.ts";
import { packageManagerCases } from "../in-app/command-lines.ts";
import { existsSync } from "node:fs";

/** To Node a backslash in quotes is nothing; without it, cluster would take it for a debugger and give its workers `--inspect-port`. */
export const quietInspector = String.raw`"--\inspect-publish-uid=stderr"`;

const restorePauses: readonly Milliseconds[] = [0, 100, 1000];

/**
 * A private folder (0700) of one session: the preload that opens the inspector, reports of the app's processes, a `node` shim, a recorder's
 * logs. Processes that start late see from the absence of `reports` that the session is over.
 */
export class SessionFolder implements AsyncDisposable {
  readonly path: string;
  readonly #onProblem: (problem: UserError) => void;
  /** By the names of the folders in which others stand for them. */
  readonly #nodes = new Map<string, string>();
  readonly #ending = new AbortController();
  #restoring: Promise<void> = Promise.resolve();
  #isGivenAway = false;

  private constructor(folder: string, onProblem: (problem: UserError) => void) {
    this.path = folder;
    this.#onProblem = onProblem;
  }

  /**
   * `inApp` holds the bundles of in-app/. They are copied: the app may be unable to read the folder of this program. Folders of sessions that
   * could not remove them are removed first; `save` takes out of them what is still wanted. Rejects with the error of the file system where no
   * folder can be made: `privateFolderProblem` says it.
   */
  static async create(
    inApp: string,
    onProblem: (problem: UserError) => void = () => undefined,
    save: (folder: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<SessionFolder> {
    const parent = await privateFolder();
    if (parent !== undefined) await removeLeftFolders(parent, save);
    // The real path, as Node reports it to the preload.
    const session = new SessionFolder(await makeFolderIn(parent, "s"), onProblem);
    try {
      await session.#fill(inApp);
    } catch (error) {
      await session[Symbol.asyncDispose]();
      throw error;
    }
    return session;
  }

  async #fill(inApp: string): Promise<void> {
    await ownFolder(this.path);
    await mkdir(this.reports);
    // One after the other: nothing may still be written after one failed.
    await copyFile(path.join(inApp, "preload.js"), this.preload);
    await copyFile(path.join(inApp, "terminal-launcher.js"), this.terminalLauncher);
  }

  /** Has the app's threads mark or count what that pass is about. Call before the first of its processes is started. */
  async recordPass(inApp: string, kind: PassKind): Promise<void> {
    const order: PassOrder = { kinds: [kind] };
    await writeFile(path.join(this.path, passFile), JSON.stringify(order));
    await copyFile(path.join(inApp, "pass-hooks.js"), path.join(this.path, passHooksFile));
    if (kind === "waits") await copyFile(path.join(inApp, "../parser.js"), path.join(this.path, parserFile));
  }

  /** Has the app's starts measured by a preload of its own, without a recorder. Call before the first of its processes is started. */
  async measureStarts(inApp: string): Promise<void> {
    await copyFile(path.join(inApp, "trial-preload.js"), this.preload);
  }

  /** Where the app's processes report themselves, in one JSON file each. */
  get reports(): string {
    return path.join(this.path, reportsFolder);
  }

  /** The ongoing recording, as a run folder. */
  get live(): string {
    return path.join(this.path, "live");
  }

  /** Call before the first process is started that has the folder in its environment. */
  giveAway(): void {
    this.#isGivenAway = true;
  }

  /** Node arguments that allow an app under Node's permission model to load the hooks and report itself. */
  get access(): readonly string[] {
    return [`--allow-fs-read=${this.path}/*`, `--allow-fs-write=${this.reports}/*`];
  }

  /**
   * Options by which a Node loads the preload. With `stderr` alone the inspector gives its address to nobody who asks its port: whoever has
   * it can run code in the app. The line on stderr is taken out of the app's output.
   */
  get nodeOptions(): string {
    return `${this.preloadOption} ${quietInspector}`;
  }

  /** The one that every Node takes. */
  get preloadOption(): string {
    // Not as in JSON: to Node a backslash stands before quotes and backslashes alone, and a folder's name may have a new line.
    return `--require "${this.preload.replaceAll(/["\\]/g, "\\$&")}"`;
  }

  get preload(): string {
    return path.join(this.path, hooksFile);
  }

  get terminalLauncher(): string {
    return path.join(this.path, "run.cjs");
  }

  /** The command for the terminal launcher. */
  get terminalCommand(): string {
    return path.join(this.path, "command.json");
  }

  /**
   * Writes a `node` that adds arguments to the real one, and returns its folder, to be put first in PATH; undefined on Windows. It adds
   * nothing for package managers (Node programs too, often started by `#!/usr/bin/env node`). `shim.json` holds for the preload which Node it
   * stands for, and what it adds. `path-bin` is for the Node of PATH, if the app is started by the path of another one.
   */
  async writeNodeShim(
    { nodePath, nodeVersion }: NodeProgram,
    nodeArgs: readonly string[],
    name: (typeof shimFolders)[number],
  ): Promise<string | undefined> {
    const folder = path.join(this.path, name);
    // It is there already if the app is started again.
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, shimFile);
    const logs = logTarget(this.path).folder;
    const shim = nodeShim({ nodePath, nodeArgs, accessArgs: this.access, packageManagers: packageManagerCases, description: file, logs });
    if (shim !== undefined) await writeFile(path.join(folder, "node"), shim, { mode: 0o755 });
    this.#nodes.set(name, nodePath);
    const target = await realpath(nodePath);
    const { access: accessArgs, nodeOptions } = this;
    const description: ShimDescription = { nodePath, target, nodeVersion, nodeArgs, accessArgs, nodeOptions, platform: currentPlatform };
    await writeFile(file, JSON.stringify(description));
    return shim === undefined ? undefined : folder;
  }

  /** Someone deletes it while the app runs, whose processes name it. */
  restore(): void {
    this.#restoring = this.#restore();
  }

  async #restore(): Promise<void> {
    // What deletes it may not have come to all that is in it.
    for (const pause of restorePauses) {
      await delay(pause, undefined, { signal: this.#ending.signal, ref: false }).catch(() => undefined);
      if (this.#ending.signal.aborted) return;
      await restoreNamed(this.path, this.#nodes);
    }
  }

  /** From now on nothing starts with the recorder's arguments: nothing more can be logged. */
  async stopLogging(): Promise<void> {
    await closeShims(this.path);
  }

  /** From now on nothing that starts becomes part of the session. Call before its processes are killed. */
  async close(): Promise<void> {
    await closeSession(this.path);
  }

  /** Call when its processes have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await this.#restoring;
    const isRemoved = await (this.#isGivenAway ? endSessionFolder(this.path) : removeOwnedFolder(this.path));
    if (!isRemoved) this.#onProblem(new UserError("app.leftFolder", { folder: this.path }));
  }
}

/**
 * Why an app ended at once that was started as another user (`setpriv`, `gosu`), or sees other files: its Node, which is to load the preload,
 * cannot read it, or its shell cannot read the `node` shim. `reason`: the line of its output that says why. Otherwise the problem as it is.
 */
export function unlessUnreadable(problem: UserError, reason: string, folder: Pick<SessionFolder, "path" | "preload">): UserError {
  if (!reason.includes(folder.path) || !existsSync(folder.preload)) return problem;
  return new UserError("app.unreadableFolder", { why: problem.coded, folder: folder.path }, { cause: problem });
}
