import { lstatSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Texts of a run folder by hash. Synchronous, as the analysis asks for them one by one: only call it in the worker. Undefined if the file
 * is missing, is a link, or the hash is malformed.
 */
export function runTexts(folder: string): (hash: string) => string | undefined {
  return (hash) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
    try {
      const file = path.join(folder, "scripts", hash);
      return lstatSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
    } catch (error) {
      if (error instanceof Error && "code" in error) return undefined;
      throw error;
    }
  };
}
