import { type Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { existsHere } from "../regular-file.ts";
import { isTestFile, readJson } from "./built-scripts.ts";
import { ifRefused } from "../../platform/refusals.ts";

const mostFolders = 2000;
const code = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/;
const notBuilt = /\.d\.[cm]?ts$|^(?!next\.config).*\.config\.[cm]?[jt]s$|\.stories\.[jt]sx?$/;
/** Names of folders that builds are written to. */
const outputs = /^(?:dist|build|out|output|_build|\.output|\.next|\.svelte-kit|\.nuxt)$/;
const noCode = /^(?:node_modules|coverage|public|static|tests?|__tests__|__mocks__|e2e|cypress|playwright|scripts|tools|docs|examples)$/;

/** Whether a folder's name is one that builds are written to. */
export function isOutputName(name: string): boolean {
  return outputs.test(name);
}

/**
 * The nearest folder with a package.json that has a name or scripts, but none that a build wrote into its output. The file's own folder if
 * there is none.
 */
export async function packageHome(file: string): Promise<string> {
  let found: string | undefined;
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const isBuilt = found === undefined || isOutputName(path.relative(folder, found).split(path.sep)[0] ?? "");
    if (isBuilt && (await isPackage(folder))) found = folder;
    if (path.dirname(folder) === folder) return found ?? path.dirname(file);
  }
}

async function isPackage(folder: string): Promise<boolean> {
  const manifest = path.join(folder, "package.json");
  const read = existsHere(manifest) ? await readJson(manifest, v.looseObject({})) : undefined;
  return read !== undefined && ("name" in read || "scripts" in read);
}

/** A package's own code from which it may be built, without tests, tools' settings and other packages. */
export async function packageCode(home: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [home];
  for (let read = 0; waiting.length > 0 && read < mostFolders; read++) {
    const folder = waiting.pop() ?? home;
    const entries: readonly Dirent[] = (await readdir(folder, { withFileTypes: true }).catch(ifRefused)) ?? [];
    if (folder !== home && entries.some(({ name }) => name === "package.json")) continue;
    // Beside a folder for sources there are the scripts and settings of tools.
    const hasSources = folder === home && entries.some((entry) => entry.name === "src" && entry.isDirectory());
    for (const entry of entries) {
      const { name } = entry;
      if (entry.isDirectory() && !name.startsWith(".") && !noCode.test(name) && !outputs.test(name)) waiting.push(path.join(folder, name));
      if (hasSources && entry.isFile() && !name.startsWith("next.config.")) continue;
      if (entry.isFile() && code.test(name) && !notBuilt.test(name) && !isTestFile(name)) found.push(path.join(folder, name));
    }
  }
  return found;
}
