import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { stateEnv } from "./drivers/state-folder.ts";

let folder: string | undefined;

/** For tests whose other temporary files are not in a folder of their own: they do not touch the private folder of whoever runs them. */
export async function setup(): Promise<void> {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-state-"));
  Object.assign(process.env, stateEnv(folder), { XDG_CACHE_HOME: path.join(folder, "cache") });
}

export async function teardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
