import { readdir } from "node:fs/promises";
import path from "node:path";
import { privatePath } from "../../language-server/platform/private/state-path.ts";
import { platformName } from "./other-platform.ts";
import { isOutlived } from "./outlived-session.ts";

/** The environment in which Heatline's private folder is below a folder; see `stateFolder`. */
export function stateEnv(base: string): Readonly<Record<string, string>> {
  return platformName() === "darwin" ? { HOME: base } : { XDG_STATE_HOME: path.join(base, "state") };
}

/** Heatline's private folder, in an environment of `stateEnv`. */
export function stateFolder(base: string): string {
  const platform = platformName() === "darwin" ? "darwin" : "linux";
  return privatePath({ platform, env: stateEnv(base), home: base }) ?? "";
}

/**
 * What is in it: sessions, and what Heatline keeps there; on another system than Linux without what stays until that starts again. Empty before
 * the first session.
 */
export async function stateEntries(base: string): Promise<readonly string[]> {
  try {
    const names = await readdir(stateFolder(base));
    if (platformName() === "linux") return names;
    const isStaying = await Promise.all(names.map((name) => isOutlived(path.join(stateFolder(base), name))));
    return names.filter((_name, index) => isStaying[index] !== true);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}
