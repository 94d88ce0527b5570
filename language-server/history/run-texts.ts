import { lstatSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Texts of a run folder by hash. Read one by one when the analysis asks, so synchronously: only the worker may do that. What is not
 * there, is a link, or goes by no proper hash, was not kept.
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
