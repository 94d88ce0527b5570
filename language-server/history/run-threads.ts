import type { Problem, Profile } from "../analysis/profile/profile.ts";
import { checkWidth } from "../analysis/profile/profile-width.ts";
import { type UserError, caughtUserError } from "../analysis/user-error.ts";
import { readThread } from "./run-store.ts";
import type { Run } from "./run.ts";
import { realFolder } from "./scripts/script-files.ts";

export interface ReadThread {
  readonly id: number;
  readonly name: string;
  readonly profile: Profile;
}

/** A thread that cannot be read becomes a problem of the run; if none can, throws the reason as a UserError. */
export async function readThreads(
  folder: string,
  run: Run,
): Promise<{ readonly threads: readonly ReadThread[]; readonly problems: readonly Problem[] }> {
  const threads: ReadThread[] = [];
  const refusals: UserError[] = [];
  const taken = { bytes: 0 };
  for (const thread of run.threads) {
    try {
      threads.push({ id: thread.id, name: thread.name, profile: await readThread(folder, thread, taken) });
    } catch (error) {
      refusals.push(caughtUserError(error));
    }
  }
  const [first] = refusals;
  if (threads.length === 0 && first !== undefined) throw first;
  checkWidth(threads);
  return { threads, problems: refusals.map(({ coded }) => ({ ...coded, count: 1 })) };
}

/** The workspace's folders as given and with links resolved: V8 reports scripts by their real path. */
export async function workspaceFoldersOf(run: Run): Promise<readonly string[]> {
  const { workspaceFolders, cwd } = run.app;
  const folders = workspaceFolders.length === 0 ? [cwd] : workspaceFolders;
  const real = await Promise.all(folders.map(realFolder));
  return [...new Set([...folders, ...real])];
}
