import { pathOfUrl } from "./ownership.ts";
import { packageFolder } from "./package-name.ts";
import { madeOnce } from "../collections.ts";

/** Maps folders (or URL prefixes) as the app sees them to folders on this machine: for containers, remote machines and bundlers. */
export type PathMappings = Readonly<Record<string, string>>;

/** Maps the path of a script or source to this machine. */
export type LocalPath = (path: string) => string;

export interface SourcePathOptions {
  /** The first mappings that match are used; in each, the longest prefix wins. */
  readonly mappings?: readonly PathMappings[] | undefined;
  /** Absolute paths. */
  readonly workspaceFolders: readonly string[];
  /** Whether a file exists; without it, sources with made-up schemes are not looked up. */
  readonly exists?: ((path: string) => boolean) | undefined;
}

/** Prefixes match whole segments. A path that climbs out of the prefix (`..`) is left unchanged. */
export function pathMapper(mappings: readonly PathMappings[]): LocalPath {
  const tables = mappings.map(byPrefix).filter((table) => table.size > 0);
  return (path) => {
    if (tables.length === 0 || /(?:^|\/)\.\.(?:\/|$)/.test(path)) return path;
    for (const table of tables) {
      for (const prefix of prefixesOf(path)) {
        const to = table.get(keyOf(prefix));
        if (to !== undefined) return to + path.slice(prefix.length);
      }
    }
    return path;
  };
}

/** A search can find a mapping for each of many folders, so they are looked up, not tried in turn. */
function byPrefix(mappings: PathMappings): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const [from, to] of Object.entries(mappings)) {
    const key = keyOf(prefixOf(from));
    if (from.trim() !== "" && to.trim() !== "" && !table.has(key)) table.set(key, prefixOf(to));
  }
  return table;
}

/** The path, then its folders from the innermost one on; "" is the root. */
function* prefixesOf(path: string): Generator<string> {
  yield path;
  for (let end = path.lastIndexOf("/"); end >= 0; end = end === 0 ? -1 : path.lastIndexOf("/", end - 1)) yield path.slice(0, end);
}

function keyOf(prefix: string): string {
  return /^[a-z]:/i.test(prefix) ? prefix.toLowerCase() : prefix;
}

/** The mappings of folders that are the start of none of the paths. Those of a bundler's addresses are left out. */
export function unusedMappings(mappings: PathMappings, paths: readonly string[]): readonly (readonly [there: string, here: string])[] {
  return Object.entries(mappings).filter(([from]) => {
    const prefix = prefixOf(from);
    return /^(?:\/|[a-z]:)/i.test(prefix) && !paths.some((path) => startsWith(path, prefix));
  });
}

/**
 * Finds the file of a source that a map names. Bundlers make up schemes (`webpack://app/./src/a.ts`, `turbopack:///[project]/src/a.ts`)
 * with paths relative to the bundler's folder: that of the bundle, or one above it, up to the workspace folder. Sources of a package's
 * bundle are in that package, shipped or not. Never leads outside the workspace and that package.
 */
export function sourcePaths({ mappings = [], workspaceFolders, exists }: SourcePathOptions): (path: string, script: string) => string {
  const local = pathMapper(mappings);
  const folders = workspaceFolders.map(prefixOf).filter((folder) => folder !== "");
  const known = new Map<string, string>();
  const find = (path: string, script: string): string => {
    const mapped = local(path);
    const relative = mapped === path ? bundledPath(path) : undefined;
    if (relative === undefined || exists === undefined) return mapped;
    // A script that a bundler evaluates has no folder of its own.
    const home = path === script ? undefined : packageFolder(local(script));
    const around = foldersAbove(local(script), folders);
    const possible = home === undefined ? [...around, ...folders] : around.filter((folder) => `${folder}/`.startsWith(`${home}/`));
    for (const folder of new Set(possible)) if (exists(`${folder}/${relative}`)) return `${folder}/${relative}`;
    return home === undefined ? path : `${home}/${relative}`;
  };
  return (path, script) => madeOnce(known, `${path}\n${script}`, () => find(path, script));
}

/** Next.js and webpack put the layer that code is built for before its path; other names in parentheses are folders. */
const layer =
  /^\((?:rsc|ssr|app-[\w-]+|pages-[\w-]+|action-browser|api(?:-node)?|middleware|instrument|edge-[\w-]+|sc_\w+|shared)\)\/|^\([\w-]+\)\/(?=\.\/)/;
/** What turbopack says about a module behind its path: ` [app-rsc] (ecmascript)`. */
const moduleKind = / \[[\w-]+\](?: \([^()]*\))*$/;

/** The path after a bundler's scheme, relative to the bundler's folder; undefined for anything else, and for the bundler's own code. */
function bundledPath(path: string): string | undefined {
  // React shows functions of the server by their address there.
  const parts = /^(?:rsc:\/\/React\/[\w-]+\/)?(?:webpack|webpack-internal|turbopack|rspack|ng|vite):\/\/(.*)$/s.exec(path);
  if (parts === null) return undefined;
  // `//name/./src` contains the bundle's name, `///src` does not.
  const behind = (parts[1] ?? "")
    .replace(/^(?!\[)[^/]*\//, "")
    .replace(/^\/+/, "")
    .replace(layer, "")
    .replace(/^\[project\]\//, "")
    // Loaders stand before the file that they loaded.
    .replace(/^.*!/s, "")
    .replace(moduleKind, "")
    .replace(/(?:\?[\w-]*)?(?:#[\w-]*)?$/, "");
  const segments = behind.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.length === 0 || segments.includes("..") || bundlersOwn.test(behind)) return undefined;
  return segments.join("/");
}

const bundlersOwn = /^(?:webpack\/|\(webpack\)|external |\[(?:turbopack|externals|next|root)[^\]]*\]\/)/;

/** The folder of a file and its parents within a workspace folder, innermost first. */
function foldersAbove(file: string, workspaceFolders: readonly string[]): string[] {
  const above: string[] = [];
  let folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  const top = workspaceFolders.filter((each) => `${folder}/`.startsWith(`${each}/`)).sort((a, b) => a.length - b.length)[0];
  if (top === undefined) return above;
  for (; folder.length >= top.length; folder = folder.slice(0, folder.lastIndexOf("/"))) above.push(folder);
  return above;
}

/** Paths with a drive are compared without regard to case. */
function startsWith(path: string, prefix: string): boolean {
  const start = path.slice(0, prefix.length);
  const isEqual = start === prefix || (/^[a-z]:/i.test(prefix) && start.toLowerCase() === prefix.toLowerCase());
  return isEqual && (path.length === prefix.length || path[prefix.length] === "/");
}

function prefixOf(path: string): string {
  return pathOfUrl(path.trim()).replace(/\/+$/, "");
}
