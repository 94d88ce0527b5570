import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

let folder: string;

/** Temporary files of a project's tests are in one folder, removed at the end: many processes still read them after their test. */
export async function setup(): Promise<void> {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-tests-"));
  process.env["TMPDIR"] = folder;
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
