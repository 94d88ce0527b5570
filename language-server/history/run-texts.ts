import path from "node:path";
import { readUnlinkedSync } from "./regular-file.ts";
import { totalLimit } from "./scripts/script-files.ts";
import { unlessRefused } from "../platform/refusals.ts";

/**
 * Texts of a run folder by hash. Synchronous, as the analysis asks for them one by one: only call it in the worker. Undefined if the file
 * is missing, is a link, is larger than all texts that a run keeps, or the hash is malformed.
 */
export function runTexts(folder: string): (hash: string) => string | undefined {
  return (hash) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
    return unlessRefused(() => readUnlinkedSync(path.join(folder, "scripts", hash), totalLimit)?.toString());
  };
}
