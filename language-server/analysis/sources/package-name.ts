/** A script's URL or path without what an import added to it, and that addition: `?t=1`, `#top`, or "". */
interface ScriptUrl {
  readonly file: string;
  readonly query: string;
}

/**
 * In a `file:` URL a query and a hash are never part of the file's name, which has `%3F` and `%23` instead. In a path (tsx adds queries to
 * those, too) they can be: `exists`, if it is known, decides.
 */
export function splitScriptUrl(url: string, exists?: (path: string) => boolean): ScriptUrl {
  const whole = { file: url, query: "" };
  const at = url.search(/[?#]/);
  if (at === -1) return whole;
  const parts = { file: url.slice(0, at), query: url.slice(at) };
  const hasExtension = /[^\\/]\.\w+$/.test(parts.file);
  const isQuery = url[at] === "?";
  // Tools that do not encode names write a folder `c#` as it is.
  if (isQuery && /^(?:webpack|webpack-internal|turbopack|rspack|ng|vite):/i.test(url)) return parts;
  if (/^file:/i.test(url)) return isQuery || hasExtension || !/[\\/]/.test(parts.query) ? parts : whole;
  if (!hasExtension || !/^(?:[a-z]:[\\/]|[\\/])/i.test(url) || exists?.(url) === true) return whole;
  return isQuery || exists?.(parts.file) === true ? parts : whole;
}

/** The name of a file, with the query or hash that follows it. */
export function fileNameOf(path: string): string {
  const { file } = splitScriptUrl(path);
  return path.slice(file.lastIndexOf("/") + 1);
}

/**
 * The package that contains a path: the innermost `node_modules/name` or `node_modules/@scope/name`, also through pnpm's links; undefined
 * outside packages.
 */
export function packageOf(path: string): string | undefined {
  const parts = path.split("/node_modules/");
  const inside = parts.length > 1 ? parts.at(-1) : path.startsWith("node_modules/") ? path.slice("node_modules/".length) : undefined;
  if (inside === undefined) return undefined;
  const [first = "", second] = inside.split("/");
  return first.startsWith("@") && second !== undefined ? `${first}/${second}` : first || undefined;
}

/**
 * The folder of the package that contains a path or URL; undefined outside packages, and in a tool's folder among them
 * (`node_modules/.cache`).
 */
export function packageFolder(path: string): string | undefined {
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*)\//.exec(path)?.[1];
}

/**
 * The place of a source that the map at `base` names by `reference`, which resolves to `resolved`. If a package's map leads outside all
 * packages, it was built in another layout: the source is not a file of the app, although one may exist there.
 */
export function sourceOfPackage(resolved: string, reference: string, base: string): string {
  const folder = packageFolder(base);
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(reference);
  if (folder === undefined || isAbsolute || resolved.includes("/node_modules/")) return resolved;
  const parts = resolved.split("/");
  const around = folder.split("/");
  const shared = parts.findIndex((part, index) => part !== around[index]);
  return [folder, ...parts.slice(shared)].join("/");
}

/** `@scope/name/lib/index.js` of a path in a package; other paths are as they are. */
export function inPackage(path: string): string {
  return packageOf(path) === undefined ? path : path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
