import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { ownFolder } from "../../platform/private/owned-folder.ts";
import { privateFolderProblem } from "../../platform/private/private-folder-problem.ts";
import { makePrivateFolder } from "../../platform/private/private-folder.ts";

const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

const mostAttempts = 100;

/**
 * Runs `work` with the path of a new private file. However it ends, by Ctrl+C too, the file is removed; after SIGKILL by the next session.
 * Rejects with a UserError where no such file can be written.
 */
export async function withPrivateFile<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  let folder: string | undefined;
  try {
    folder = await makePrivateFolder("profile");
    return await inFolder(folder, work);
  } catch (error) {
    throw privateFolderProblem(error, folder);
  }
}

async function inFolder<Result>(folder: string, work: (file: string) => Promise<Result>): Promise<Result> {
  const end = (signal: NodeJS.Signals): void => {
    try {
      removeNow(folder);
    } finally {
      for (const each of signals) process.removeListener(each, end);
      // So that the shell sees which signal ended the process.
      process.kill(process.pid, signal);
    }
  };
  for (const signal of signals) process.on(signal, end);
  try {
    await ownFolder(folder);
    return await work(path.join(folder, "profile"));
  } finally {
    for (const signal of signals) process.removeListener(signal, end);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Meanwhile files may be made in it that were asked for before. (Node 20 removes what is in a folder once, whatever `maxRetries` is.) */
function removeNow(folder: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === mostAttempts) throw error;
    }
  }
}
