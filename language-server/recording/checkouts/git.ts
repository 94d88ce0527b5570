import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Bytes } from "../../analysis/units.ts";
import { applyEnv } from "../app/app-command.ts";
import { CheckoutError } from "./checkout-error.ts";

const mostOutput: Bytes = 256 * 1024 * 1024;

/** What git passes to its hooks of their repository: ours may be started by one, such as pre-push, and works in other folders. */
const ofHooks = [
  ..."GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_COMMON_DIR GIT_OBJECT_DIRECTORY".split(" "),
  ..."GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE GIT_QUARANTINE_PATH GIT_INTERNAL_SUPER_PREFIX".split(" "),
];

/** For what runs in another folder. */
export const withoutHook: Readonly<Record<string, null>> = Object.fromEntries(ofHooks.map((name) => [name, null]));

/** In the repository's own environment, in English; asks nobody for a password, and leaves the index as it is. */
const changes: Readonly<Record<string, string | null>> = {
  ...withoutHook,
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  LC_ALL: "C",
};

/** Hooks such as post-checkout are for the user's own folder. */
const ownOptions = ["-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false", "-c", "core.quotePath=false"];

/** What git writes to stdout. Rejects with a GitError if it fails, with a CheckoutError if there is no git. */
export async function git(folder: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const options = { cwd: folder, env: applyEnv(process.env, changes), maxBuffer: mostOutput, windowsHide: true };
  try {
    const { stdout } = await promisify(execFile)("git", [...ownOptions, ...args], {
      ...options,
      ...(signal === undefined ? {} : { signal }),
    });
    return stdout;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    signal?.throwIfAborted();
    if ("code" in error && error.code === "ENOENT") throw new CheckoutError({ code: "command.bench.noGit" }, [], { cause: error });
    throw new GitError("stderr" in error ? String(error.stderr) : error.message, { cause: error });
  }
}

/** Of output that ends each entry with a zero byte. */
export function entriesOf(output: string): readonly string[] {
  return output.split("\0").filter((entry) => entry !== "");
}

export class GitError extends Error {
  override readonly name = "GitError";

  get lines(): readonly string[] {
    return this.message.trim().split("\n");
  }
}

/** For `catch`: undefined in place of what git refuses. */
export function ifGitRefused(error: unknown): undefined {
  if (!(error instanceof GitError)) throw error;
}
