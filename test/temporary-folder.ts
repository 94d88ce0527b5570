import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { stateEnv } from "./drivers/state-folder.ts";

const prefix = "heatline-tests-";
let folder: string | undefined;

/**
 * Temporary files of the tests are in one folder, removed at the end: many processes still read them after their test. Projects of one run
 * share it, since in a folder within a folder the paths of sockets get too long.
 */
export async function setup(): Promise<void> {
  if (path.basename(os.tmpdir()).startsWith(prefix)) return;
  folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  process.env["TMPDIR"] = folder;
  // Nor is the private folder of whoever runs the tests touched.
  Object.assign(process.env, stateEnv(folder), { XDG_CACHE_HOME: path.join(folder, "cache") });
}

export async function teardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
