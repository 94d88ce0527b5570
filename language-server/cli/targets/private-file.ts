import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { ownFolder } from "../../platform/private/owned-folder.ts";
import { makePrivateFolder } from "../../platform/private/private-folder.ts";

const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Runs `work` with the path of a new private file. However it ends, by Ctrl+C too, the file is removed; after SIGKILL by the next session. */
export async function withPrivateFile<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await makePrivateFolder("profile");
  const end = (signal: NodeJS.Signals): void => {
    rmSync(folder, { recursive: true, force: true });
    for (const each of signals) process.removeListener(each, end);
    // So that the shell sees which signal ended the process.
    process.kill(process.pid, signal);
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
