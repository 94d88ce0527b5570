import { readdir, stat } from "node:fs/promises";
import path from "node:path";

const known = ["bin", "ended.json", "heatline-hooks.cjs", "owner.json", "path-bin"];

/**
 * Whether a folder has only what processes may name that outlive their session. Only on Linux can be known that none does: elsewhere each
 * session leaves it until the machine has started again.
 */
export async function isOutlived(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  if (!names.includes("ended.json") || names.some((name) => !known.includes(name))) return false;
  return (await stat(path.join(folder, "heatline-hooks.cjs"))).size === 0;
}
