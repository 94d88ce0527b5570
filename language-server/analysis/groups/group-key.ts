import type { CodeGroup } from "./group-names.ts";

type Keyed = Pick<CodeGroup, "kind" | "name" | "path" | "line">;

/** Names a group in every run that has it, for filters. */
export function groupKey({ kind, name, path, line }: Keyed): string {
  return [kind, name, path, line].join("\t");
}

/** The name to show for a group that a filter names: `slow-plugin`, or `setup.ts:1` for what has no name of its own. */
export function nameInKey(key: string): string {
  const [, name = "", path = "", line = ""] = key.split("\t");
  return name === "" ? `${path.slice(path.lastIndexOf("/") + 1)}:${line}` : name;
}
