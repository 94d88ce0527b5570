import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Runs `work` with the path of a new private file. However it ends, by Ctrl+C too, the file is removed. */
export async function withPrivateFile<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-profile-"));
  const end = (signal: NodeJS.Signals): void => {
    rmSync(folder, { recursive: true, force: true });
    for (const each of signals) process.removeListener(each, end);
    // So that the shell sees which signal ended the process.
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, end);
  try {
    return await work(path.join(folder, "profile"));
  } finally {
    for (const signal of signals) process.removeListener(signal, end);
    await rm(folder, { recursive: true, force: true });
  }
}
