/** The package that a path lies in: the innermost `node_modules/name` or `node_modules/@scope/name`, pnpm's links followed; undefined outside of them. */
export function packageOf(path: string): string | undefined {
  const parts = path.split("/node_modules/");
  const inside = parts.length > 1 ? parts.at(-1) : path.startsWith("node_modules/") ? path.slice("node_modules/".length) : undefined;
  if (inside === undefined) return undefined;
  const [first = "", second] = inside.split("/");
  return first.startsWith("@") && second !== undefined ? `${first}/${second}` : first || undefined;
}

/** The folder of the package that a path or URL lies in; undefined outside of packages, and in a tool's folder among them (`node_modules/.cache`). */
export function packageFolder(path: string): string | undefined {
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*)\//.exec(path)?.[1];
}

/**
 * Where a source lies that the map at `base` names by `reference`, which is `resolved`, too. A package whose map leads out of all packages was
 * laid out in another way when it was built: what it names is no file of the app, although one may happen to lie there.
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
