import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import Module from "node:module";
import path from "node:path";
import { pathsOf } from "../current-platform.ts";
import { unlessRefused } from "../refusals.ts";
import { ourSurroundings, type Surroundings } from "./state-path.ts";

/** Others may not write there: what V8 compiled is run. */
const writtenByOthers = 0o022;
/** Of a Node, with up to 1 MB each; and Nodes. An update of Heatline has files of its own. */
const mostFiles = 12;
const mostNodes = 6;

/** Where what V8 compiled is kept: XDG's base directory for what can be made again, and Apple's and Microsoft's. */
export function codeCachePath({ platform, env, home }: Pick<Surroundings, "platform" | "env" | "home">): string | undefined {
  const paths = pathsOf(platform);
  const [variable, below, name] = placeOf(platform);
  const given = variable === undefined ? undefined : env[variable];
  if (given !== undefined && paths.isAbsolute(given)) return paths.join(given, name);
  return paths.isAbsolute(home) ? paths.join(home, ...below, name) : undefined;
}

/**
 * From now on Node keeps what V8 compiles of the modules that it loads, and takes what is kept: from Node 22.1 on. Does nothing where the folder
 * cannot be made or others can write to it, and if the user has a compile cache already.
 */
export function keepCompiledCode(surroundings: Surroundings = ourSurroundings()): void {
  // Not in Node 20.
  const { enableCompileCache, getCompileCacheDir } = Module as Partial<typeof Module>;
  const { env, uid } = surroundings;
  if (enableCompileCache === undefined || getCompileCacheDir?.() !== undefined || env["NODE_DISABLE_COMPILE_CACHE"] !== undefined) return;
  const folder = codeCachePath(surroundings);
  if (folder === undefined || !isUsable(folder, uid)) return;
  removeOld(folder);
  enableCompileCache(folder);
}

/** Whether code is kept: then modules are loaded by `require`. */
export function isKeepingCode(): boolean {
  return (Module as Partial<typeof Module>).getCompileCacheDir?.() !== undefined;
}

function isUsable(folder: string, uid: number | undefined): boolean {
  unlessRefused(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const found = unlessRefused(() => lstatSync(folder));
  return found?.isDirectory() === true && (uid === undefined || (found.uid === uid && (found.mode & writtenByOthers) === 0));
}

/** Nobody says which are of versions that are gone; what is used is soon made again. */
function removeOld(folder: string): void {
  const namesIn = (each: string): readonly string[] => unlessRefused(() => readdirSync(each)) ?? [];
  const nodes = namesIn(folder);
  const full = nodes.map((node) => path.join(folder, node)).filter((node) => nodes.length > mostNodes || namesIn(node).length > mostFiles);
  for (const each of full) unlessRefused(() => rmSync(each, { recursive: true, force: true }));
}

/** The variable that names the parent folder, where that is in the home folder, and what ours is called. */
function placeOf(platform: NodeJS.Platform): [variable: string | undefined, below: readonly string[], name: string] {
  // The private folder has the usual name there.
  if (platform === "win32") return ["LOCALAPPDATA", ["AppData", "Local"], "heatline-cache"];
  return platform === "darwin" ? [undefined, ["Library", "Caches"], "heatline"] : ["XDG_CACHE_HOME", [".cache"], "heatline"];
}
