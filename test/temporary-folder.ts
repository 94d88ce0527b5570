import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

let folder: string;

/** Temporary files of a project's tests lie in one folder, which goes with them: many tests leave theirs for the processes that still read them. */
export async function setup(): Promise<void> {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-tests-"));
  process.env["TMPDIR"] = folder;
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
