import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { cacheFolder } from "./workbench/installation.mjs";

let folder: string | undefined;

/** The folder for what is made once and shared by all tests, such as the samples' recordings: that of `npm test`, or one for this run. */
export async function setup(): Promise<void> {
  if (process.env["HEATLINE_SHARED"] !== undefined) return;
  await mkdir(cacheFolder, { recursive: true });
  folder = await mkdtemp(path.join(cacheFolder, "shared-"));
  process.env["HEATLINE_SHARED"] = folder;
}

export async function teardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
