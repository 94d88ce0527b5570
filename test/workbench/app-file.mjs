import { readFile, stat } from "node:fs/promises";
import path from "node:path";

/** Usual entry files of apps, most likely first. */
const usualNames = ["server", "src/server", "index", "src/index", "app", "src/app", "main", "src/main"];
const endings = [".ts", ".js", ".mjs", ".cjs"];

/**
 * An app's entry file, as far as its folder shows it: `main` of its package.json, or a usual name.
 * @param {string} folder
 * @returns {Promise<string | undefined>} absolute path
 */
export async function appFile(folder) {
  const usual = usualNames.flatMap((name) => endings.map((ending) => name + ending));
  for (const name of [...(await mainOf(folder)), ...usual]) {
    const file = path.resolve(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return file;
  }
  return undefined;
}

/**
 * @param {string} folder
 * @returns {Promise<readonly string[]>} empty if package.json is unreadable or has none
 */
async function mainOf(folder) {
  try {
    const { main } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    return typeof main === "string" ? [main] : [];
  } catch {
    return [];
  }
}
