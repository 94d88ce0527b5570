import { realpath } from "node:fs/promises";
import path from "node:path";
import { CheckoutError } from "./checkout-error.ts";
import { entriesOf, git, GitError, ifGitRefused } from "./git.ts";

/** The user's repository, which is only read, but for its list of worktrees. */
export interface Repository {
  /** Absolute, without links. */
  readonly root: string;
  /** The app's folder in it, "" if that is the root. */
  readonly inside: string;
}

/** One of the two versions. */
export interface Version {
  /** As the user named it; for the working tree its own name. */
  readonly name: string;
  /** Full hash. */
  readonly commit: string;
  /** The files of the user's folder that are not as in the commit; undefined if the version is the commit alone. */
  readonly uncommitted?: readonly string[] | undefined;
}

/** How the working tree is called where a Git reference is asked for. */
const workingTreeName = "working tree";

/** Of a folder in a working tree. */
export async function repositoryAt(folder: string): Promise<Repository> {
  const found = await git(folder, ["rev-parse", "--show-toplevel"]).catch((error: unknown) => {
    if (!(error instanceof GitError)) throw error;
    // It may be that the folder is another user's.
    throw new CheckoutError({ code: "command.bench.noRepository", values: { folder } }, error.lines, { cause: error });
  });
  const root = await realpath(found.replace(/\n$/, ""));
  return { root, inside: path.relative(root, await realpath(folder)) };
}

/** A commit by any name that git knows; a branch that only `origin` has is found, too. */
export async function versionNamed({ root }: Repository, name: string): Promise<Version> {
  const commit = (await commitOf(root, name)) ?? (await commitOf(root, `origin/${name}`));
  if (commit !== undefined) return { name, commit };
  const isShallow = (await git(root, ["rev-parse", "--is-shallow-repository"])).trim() === "true";
  throw new CheckoutError({ code: isShallow ? "command.bench.noRefInShallow" : "command.bench.noRef", values: { ref: name } });
}

/** The user's folder as it is now, with changes that are not committed and files that are new to git, but not with ignored ones. */
export async function workingTree({ root }: Repository): Promise<Version> {
  const { commit } = await versionNamed({ root, inside: "" }, "HEAD");
  const [changed, added] = await Promise.all([
    git(root, ["diff", "--name-only", "--no-renames", "-z", "HEAD"]),
    git(root, ["ls-files", "--others", "--exclude-standard", "-z"]),
  ]);
  return { name: workingTreeName, commit, uncommitted: [...entriesOf(changed), ...entriesOf(added)] };
}

/**
 * What a change is compared with unless the user says it: the commit where it left the default branch; on that branch itself the commit
 * before, or the last one if something is not committed.
 */
export async function baseOf({ root }: Repository, head: Version): Promise<Version> {
  const named = (await git(root, ["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"]).catch(ifGitRefused))?.trim();
  for (const branch of [named, "origin/main", "origin/master", "main", "master"]) {
    if (branch === undefined || branch === "" || (await commitOf(root, branch)) === undefined) continue;
    const left = (await git(root, ["merge-base", branch, head.commit]).catch(ifGitRefused))?.trim();
    if (left !== undefined && left !== head.commit) return { name: branch, commit: left };
    break;
  }
  if ((head.uncommitted ?? []).length > 0) return { name: "HEAD", commit: head.commit };
  const before = await commitOf(root, `${head.commit}^`);
  if (before === undefined) throw new CheckoutError({ code: "command.bench.noBase" });
  return { name: `${head.uncommitted === undefined ? head.name : "HEAD"}^`, commit: before };
}

/** Files that differ between two versions, from the root of the repository. */
export async function changedFiles({ root }: Repository, base: Version, head: Version): Promise<readonly string[]> {
  const between = entriesOf(await git(root, ["diff", "--name-only", "--no-renames", "-z", base.commit, head.commit]));
  return [...new Set([...between, ...(base.uncommitted ?? []), ...(head.uncommitted ?? [])])].sort();
}

/** Undefined if there is none of that name. What begins like an option is none. */
async function commitOf(root: string, name: string): Promise<string | undefined> {
  if (name.startsWith("-")) return undefined;
  const found = await git(root, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`]).catch(ifGitRefused);
  return found?.trim();
}
