/** Name of the innermost package that contains a path; "" outside `node_modules`. */
export function packageOf(path: string): string {
  const inside = path.slice(path.lastIndexOf("/node_modules/") + "/node_modules/".length);
  if (!path.includes("/node_modules/")) return "";
  const [first = "", second = ""] = inside.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}
