import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import type { LoadDefaults } from "../analysis/load/load.ts";
import { lockFiles } from "../analysis/packages/lock-files.ts";
import { type PackageFacts, type PackageManager, slashes } from "./app-candidates.ts";

/** Reads package.json files as untrusted input: a key of an unexpected type is treated as absent. */

const manifest = v.object({
  name: v.fallback(v.optional(v.string()), undefined),
  main: v.fallback(v.optional(v.string()), undefined),
  bin: v.fallback(v.optional(v.union([v.string(), v.record(v.string(), v.string())])), undefined),
  packageManager: v.fallback(v.optional(v.string()), undefined),
  scripts: v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined),
  heatline: v.fallback(v.optional(v.object({ load: v.optional(v.unknown()) })), undefined),
});

/**
 * The package in a folder; undefined if there is none. `top` bounds the search for lock files. `loadOf` reads its load settings and throws for
 * invalid ones. Throws a SyntaxError for a package.json that is not valid JSON.
 */
export async function readPackage(
  folder: string,
  top: string,
  loadOf: (value: unknown, file: string) => LoadDefaults,
): Promise<PackageFacts | undefined> {
  const file = path.join(folder, "package.json");
  const text = await readFile(file, "utf8").catch(ifMissing);
  if (text === undefined) return undefined;
  const parsed = v.safeParse(manifest, JSON.parse(text));
  if (!parsed.success) return undefined;
  const { name = path.basename(folder), heatline, packageManager } = parsed.output;
  const scripts = Object.fromEntries(Object.entries(parsed.output.scripts ?? {}).filter(isTexts));
  const main = await mainFile(folder, parsed.output.main, scripts["start"] !== undefined);
  const bin = parsed.output.bin ?? {};
  const named = Object.entries(typeof bin === "string" ? { [name.replace(/^@[^/]+\//, "")]: bin } : bin);
  const exist = await Promise.all(named.map(async ([, each]) => await isFile(path.join(folder, each))));
  return {
    folder: slashes(folder),
    name,
    scripts,
    main,
    bins: named.filter((_, index) => exist[index]).map(([name, each]) => ({ name, file: slashes(path.normalize(each)) })),
    packageManager: await packageManagerOf(folder, top, packageManager),
    ...(heatline?.load === undefined ? {} : { load: loadOf(heatline.load, file) }),
  };
}

function isTexts(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}

/** The file that `node FOLDER` runs, or `npm start` without a start script. */
async function mainFile(folder: string, main: string | undefined, hasStart: boolean): Promise<string | undefined> {
  const named = main === undefined ? [] : [main, `${main}.js`, `${main}.cjs`, path.join(main, "index.js")];
  for (const each of [...named, ...(hasStart ? [] : ["server.js"]), "index.js"]) {
    if (await isFile(path.join(folder, each))) return slashes(path.normalize(each));
  }
  return undefined;
}

async function packageManagerOf(folder: string, top: string, declared: string | undefined): Promise<PackageManager> {
  const name = declared?.split("@")[0];
  if (name === "npm" || name === "yarn" || name === "pnpm") return name;
  for (const each of foldersUp(folder, top)) {
    for (const [lock, manager] of lockFiles) if (manager !== "bun" && (await isFile(path.join(each, lock)))) return manager;
  }
  return "npm";
}

async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(ifMissing);
  return found?.isFile() ?? false;
}

function ifMissing(error: unknown): undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
  throw error;
}

/** Folders from `from` up to `top`, both included; only `from` if it is not inside `top`. */
export function foldersUp(from: string, top: string): readonly string[] {
  const folders = [from];
  while (isInside(folders.at(-1) ?? top, top)) folders.push(path.dirname(folders.at(-1) ?? top));
  return folders;
}

function isInside(folder: string, top: string): boolean {
  const relative = path.relative(top, folder);
  return relative !== "" && relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
