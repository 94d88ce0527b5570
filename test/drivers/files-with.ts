import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Files in these folders that contain a secret. */
export async function filesWith(secret: string, folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && (await readFile(file)).includes(secret)) found.push(file);
    }
  return found;
}
