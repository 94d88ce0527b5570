import path from "node:path";
import { fileURLToPath } from "node:url";

/** The path of an own file of the app by its path or `file:` URL; undefined for anything else, such as what a package installed. */
export function ownScript(url: string, isForeign: (file: string) => boolean): string | undefined {
  const file = fileOf(url);
  if (file === undefined || /[\\/]node_modules[\\/]|[\\/]\.pnp\.c?js$/.test(file)) return undefined;
  return isForeign(file) ? undefined : file;
}

function fileOf(url: string): string | undefined {
  if (!url.startsWith("file:")) return path.isAbsolute(url) ? url : undefined;
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
