import { copyFile, cp, lstat, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { removeWhenFree } from "../../platform/busy-files.ts";
import { ownFolder, removeOwnedFolder } from "../../platform/private/owned-folder.ts";
import { makeFolderIn, privateFolder } from "../../platform/private/private-folder.ts";
import { ifMissing } from "../../platform/refusals.ts";
import { removeLeftFolders } from "../processes/left-folders.ts";
import { Watchdog } from "../processes/watchdog-client.ts";
import { endLeft } from "../session/session.ts";
import { CheckoutError } from "./checkout-error.ts";
import { entriesOf, git, GitError, ifGitRefused } from "./git.ts";
import type { Repository, Version } from "./repository.ts";

export type Side = "base" | "head";

/** A version in a folder of its own. */
export interface Checkout {
  readonly side: Side;
  readonly version: Version;
  /** Absolute. */
  readonly root: string;
  /** The app's folder in it. */
  readonly app: string;
}

/** How git calls the worktrees of a bench that was killed, in its list: `…/bench-Ab12Cd/base`. */
const ofBench = /[/\\](?:heatline-)?bench-[A-Za-z0-9]{6}[/\\](?:base|head)$/;

/**
 * Git worktrees in one private folder: nothing in the user's folder changes, and at the end nothing of them is left in the repository. Their
 * paths are equally long. If this process is killed, the watchdog removes the folder, and the next bench what git knows of it.
 */
export class Checkouts implements AsyncDisposable {
  readonly folder: string;
  readonly watchdog: Watchdog;
  readonly #repository: Repository;
  readonly #added: string[] = [];

  private constructor(folder: string, watchdog: Watchdog, repository: Repository) {
    [this.folder, this.watchdog, this.#repository] = [folder, watchdog, repository];
  }

  /** `watchdog`: its bundle. */
  static async open(repository: Repository, watchdog: string): Promise<Checkouts> {
    const parent = await privateFolder();
    if (parent !== undefined) await removeLeftFolders(parent, endLeft);
    const folder = await makeFolderIn(parent, "bench");
    await ownFolder(folder);
    const checkouts = new Checkouts(folder, new Watchdog(watchdog), repository);
    checkouts.watchdog.removeAtEnd(folder);
    try {
      await checkouts.#forgetLeft();
      return checkouts;
    } catch (error) {
      await checkouts[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Puts a version there, with its submodules and the `.env` files that git ignores. Rejects with a CheckoutError if that fails. */
  async add(side: Side, version: Version, signal: AbortSignal): Promise<Checkout> {
    const root = path.join(this.folder, side);
    const values = { side: version.name };
    this.#added.push(root);
    try {
      await git(this.#repository.root, ["worktree", "add", "--detach", "--force", root, version.commit], signal);
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      throw new CheckoutError({ code: "command.bench.failed.checkout", values }, error.lines.slice(-10), { cause: error });
    }
    await this.#addSubmodules(root, version, signal);
    await this.#copyUncommitted(root, version.uncommitted ?? []);
    await this.#copyEnvFiles(root);
    const app = path.join(root, this.#repository.inside);
    if ((await lstat(app).catch(ifMissing)) === undefined)
      throw new CheckoutError({ code: "command.bench.noFolder", values: { ...values, folder: this.#repository.inside } });
    return { side, version, root, app };
  }

  /** Call when no process uses them any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const root of this.#added) await this.#forget(root);
    await removeOwnedFolder(this.folder);
    await this.watchdog[Symbol.asyncDispose]();
  }

  /** What a bench left in git's list that was killed with its watchdog. */
  async #forgetLeft(): Promise<void> {
    const list = entriesOf(await git(this.#repository.root, ["worktree", "list", "--porcelain", "-z"]).catch(withoutZero));
    for (const line of list) {
      const root = /^worktree (.*)$/s.exec(line)?.[1];
      if (root === undefined || !ofBench.test(root) || (await lstat(root).catch(ifMissing)) !== undefined) continue;
      await this.#forget(root);
    }
  }

  /** Only this one: `git worktree prune` would also forget those of the user's that are on a disk which is not there now. */
  async #forget(root: string): Promise<void> {
    // Large folders are removed faster by us, and git does not remove one that has submodules.
    await removeWhenFree(root);
    await git(this.#repository.root, ["worktree", "remove", "--force", "--force", root]).catch(ifGitRefused);
  }

  /** Those that the user's folder has come from there, without the network. */
  async #addSubmodules(root: string, version: Version, signal: AbortSignal): Promise<void> {
    if ((await lstat(path.join(root, ".gitmodules")).catch(ifMissing)) === undefined) return;
    try {
      const common = (await git(this.#repository.root, ["rev-parse", "--path-format=absolute", "--git-common-dir"], signal)).trim();
      const listed = await git(root, ["config", "--file", ".gitmodules", "--get-regexp", String.raw`^submodule\..*\.path$`], signal);
      for (const [, name = "", place = ""] of listed.matchAll(/^submodule\.(.*)\.path (.*)$/gm)) {
        const url = `submodule.${name}.url`;
        const isKnown = (await git(this.#repository.root, ["config", "--get", url]).catch(ifGitRefused)) !== undefined;
        const local = path.join(common, "modules", name);
        const isHere = (await lstat(local).catch(ifMissing)) !== undefined;
        // A repository on this machine is none that somebody else names: it is the user's own clone of the submodule.
        const options = isHere ? ["-c", "protocol.file.allow=always", "-c", `${url}=${local}`] : [];
        try {
          await git(root, [...options, "submodule", "update", "--init", "--recursive", "--", place], signal);
        } finally {
          // All worktrees share the settings.
          if (!isKnown)
            await git(this.#repository.root, ["config", "--local", "--remove-section", `submodule.${name}`]).catch(ifGitRefused);
        }
      }
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      throw new CheckoutError({ code: "command.bench.failed.submodules", values: { side: version.name } }, error.lines.slice(-10), {
        cause: error,
      });
    }
  }

  async #copyUncommitted(root: string, files: readonly string[]): Promise<void> {
    for (const file of files) {
      const [from, to] = [path.join(this.#repository.root, file), path.join(root, file)];
      await rm(to, { recursive: true, force: true });
      if ((await lstat(from).catch(ifMissing)) === undefined) continue;
      // A folder is a submodule's or another repository.
      await cp(from, to, { recursive: true, verbatimSymlinks: true, filter: (source) => path.basename(source) !== ".git" });
    }
  }

  /** They have secrets: copied with their modes into a folder that is the user's alone, and never shown. */
  async #copyEnvFiles(root: string): Promise<void> {
    const places = [":(glob)**/.env", ":(glob)**/.env.*", ":(exclude,glob)**/node_modules/**"];
    for (const file of entriesOf(await git(this.#repository.root, ["ls-files", "--others", "-z", "--", ...places]))) {
      const to = path.join(root, file);
      if ((await lstat(to).catch(ifMissing)) !== undefined) continue;
      await mkdir(path.dirname(to), { recursive: true });
      await copyFile(path.join(this.#repository.root, file), to);
    }
  }
}

/** For git before 2.36, which has lines. */
function withoutZero(error: unknown): string {
  return ifGitRefused(error) ?? "";
}
