/** The package that a path lies in: the innermost `node_modules/name` or `node_modules/@scope/name`, pnpm's links followed; undefined outside of them. */
export function packageOf(path: string): string | undefined {
  const parts = path.split("/node_modules/");
  const inside = parts.length > 1 ? parts.at(-1) : path.startsWith("node_modules/") ? path.slice("node_modules/".length) : undefined;
  if (inside === undefined) return undefined;
  const [first = "", second] = inside.split("/");
  return first.startsWith("@") && second !== undefined ? `${first}/${second}` : first || undefined;
}
