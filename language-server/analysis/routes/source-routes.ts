import { decorated, type FileRoute, type FileRoutes, joinPaths, type Mount } from "./file-routes.ts";

/** A route found in the source. */
export interface SourceRoute {
  readonly method: string;
  /** Parameters as `:id`. */
  readonly path: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** See `FileRoute`. */
  readonly isCompared: boolean;
}

/** Maximum depth of routers mounted on routers. */
const deepest = 6;

/**
 * The routes of an app's files (by path with forward slashes) with the prefixes of their mounts. If `program` is one of the files and loads
 * any routes, only those of the files that it loads.
 */
export function sourceRoutes(all: ReadonlyMap<string, FileRoutes>, program: string): readonly SourceRoute[] {
  const loaded = loadedBy(program, all);
  const found = routesOf(loaded);
  return found.length > 0 ? found : routesOf(all);
}

function loadedBy(program: string, all: ReadonlyMap<string, FileRoutes>): ReadonlyMap<string, FileRoutes> {
  const loaded = new Map<string, FileRoutes>();
  const load = (file: string): void => {
    const routes = all.get(file);
    if (routes === undefined || loaded.has(file)) return;
    loaded.set(file, routes);
    for (const specifier of routes.imports) load(resolved(specifier, file, all) ?? "");
  };
  load(program);
  return loaded;
}

function routesOf(files: ReadonlyMap<string, FileRoutes>): readonly SourceRoute[] {
  const found: SourceRoute[] = [];
  for (const [file, { routes }] of files) {
    for (const route of routes) {
      const { method, line, isCompared } = route;
      for (const prefix of prefixesOf(files, file, route, deepest))
        found.push({ method, path: plainPath(joinPaths(prefix, route.path)), file, line, isCompared });
    }
  }
  const unique = new Map(found.map((each) => [`${each.method} ${each.path}`, each]));
  return [...unique.values()].filter(({ path }) => !path.includes("*"));
}

/** The prefixes of a receiver; several if it is mounted several times. */
function prefixesOf(
  files: ReadonlyMap<string, FileRoutes>,
  file: string,
  at: Pick<FileRoute, "receiver" | "offset">,
  depth: number,
): readonly string[] {
  const own = files.get(file)?.prefixes.get(at.receiver) ?? "";
  if (at.receiver === "" || depth === 0) return [own];
  const outer: string[] = [];
  for (const [mounting, { mounts }] of files) {
    for (const mount of mounts) {
      if (!reaches(mount, mounting, file, at, files)) continue;
      const before = prefixesOf(files, mounting, { receiver: mount.receiver, offset: -1 }, depth - 1);
      outer.push(...before.map((prefix) => joinPaths(prefix, mount.prefix)));
    }
  }
  return (outer.length === 0 ? [""] : [...new Set(outer)]).map((prefix) => joinPaths(prefix, own));
}

function reaches(
  { target, receiver }: Mount,
  mounting: string,
  file: string,
  at: Pick<FileRoute, "receiver" | "offset">,
  files: ReadonlyMap<string, FileRoutes>,
): boolean {
  switch (target.kind) {
    case "variable":
      return mounting === file && target.name === at.receiver && receiver !== at.receiver;
    case "range":
      return mounting === file && at.offset >= target.start && at.offset < target.end;
    case "decorated":
      return at.receiver === decorated;
    case "module":
      return mounting !== file && resolved(target.specifier, mounting, files) === file;
  }
}

const endings = ["", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".tsx", ".jsx", "/index.js", "/index.ts", "/index.mjs"];

/** The file that a relative specifier refers to; in TypeScript `./x.js` means `./x.ts`. */
function resolved(specifier: string, from: string, files: ReadonlyMap<string, FileRoutes>): string | undefined {
  const folder = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") folder.pop();
    else if (part !== ".") folder.push(part);
  }
  const base = folder.join("/");
  const bases = [base, base.replace(/\.js$/, ".ts"), base.replace(/\.mjs$/, ".mts")];
  return bases.flatMap((each) => endings.map((ending) => each + ending)).find((each) => files.has(each));
}

/** Removes patterns and modifiers of parameters: `/:id(\\d+)?` and `/:id{[0-9]+}` become `/:id`. */
function plainPath(path: string): string {
  return (
    path
      .replaceAll(/(:\w+)\([^/]*\)/g, "$1")
      // Hono's pattern of a parameter; in Express 5 braces hold a part of the path that may be missing.
      .replaceAll(/(:\w+)\{[^}:./][^}:]*\}/g, "$1")
      .replaceAll(/(:\w+)[?+]/g, "$1")
      .replaceAll(/\{([^}]*)\}/g, "$1")
  );
}
