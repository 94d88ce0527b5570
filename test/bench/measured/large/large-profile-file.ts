import { access, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { cacheFolder } from "../../../workbench/installation.mjs";
import { type LargeApp, writeLargeApp } from "./large-app.ts";
import { type LargeProfileOptions, writeLargeProfile } from "./large-profile.ts";

/** A large profile in the cache with its app, generated if missing. Remove `.cache/bench` to regenerate them. */
export async function largeProfile(options: LargeProfileOptions): Promise<{ readonly app: LargeApp; readonly file: string }> {
  const folder = path.join(cacheFolder, "bench");
  await mkdir(folder, { recursive: true });
  const app = await writeLargeApp(path.join(folder, "app"), 1);
  const slower = options.slower === undefined ? "" : `-slower-${options.slower.func}-${options.slower.times}`;
  const file = path.join(folder, `large-${options.megabytes}-${options.seed}${slower}.cpuprofile`);
  if (await exists(file)) return { app, file };
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  await writeLargeProfile(partial, app, options);
  await rename(partial, file);
  return { app, file };
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
