import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { cacheFolder } from "./workbench/installation.mjs";

let folder: string | undefined;

/** Where the tests share what they record of the samples: the folder that `npm test` made for all its steps, or one of this run's own. */
export async function setup(): Promise<void> {
  if (process.env["HEATLINE_RECORDINGS"] !== undefined) return;
  await mkdir(cacheFolder, { recursive: true });
  folder = await mkdtemp(path.join(cacheFolder, "recordings-"));
  process.env["HEATLINE_RECORDINGS"] = folder;
}

export async function teardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
