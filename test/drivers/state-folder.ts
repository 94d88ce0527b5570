import { readdir } from "node:fs/promises";
import path from "node:path";
import { privatePath } from "../../language-server/platform/private/state-path.ts";
import { platformName } from "./other-platform.ts";

/** The environment in which Heatline's private folder is below a folder; see `stateFolder`. */
export function stateEnv(base: string): Readonly<Record<string, string>> {
  return platformName() === "darwin" ? { HOME: base } : { XDG_STATE_HOME: path.join(base, "state") };
}

/** Heatline's private folder, in an environment of `stateEnv`. */
export function stateFolder(base: string): string {
  const platform = platformName() === "darwin" ? "darwin" : "linux";
  return privatePath({ platform, env: stateEnv(base), home: base }) ?? "";
}

/** What is in it: sessions, and what Heatline keeps there. Empty before the first session. */
export async function stateEntries(base: string): Promise<readonly string[]> {
  try {
    return await readdir(stateFolder(base));
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}
