import { groupKey } from "../../analysis/groups/group-key.ts";
import type { CodeGroup } from "../../analysis/groups/group-names.ts";
import { UserError } from "../../analysis/user-error.ts";

const mostNames = 20;

/** The key of the only group called so: by its name, by the end of its path, or by both with its line. Throws a UserError if there is none, or several. */
export function groupCalled(text: string, groups: readonly CodeGroup[]): string {
  const found = groups.filter((each) => namesOf(each).includes(text) || isAt(each, text));
  const [first] = found;
  const names = (some: readonly CodeGroup[]): string => {
    const all = [...new Set(some.map((each) => namesOf(each).at(-1) ?? ""))];
    return `${all.slice(0, mostNames).join(", ")}${all.length > mostNames ? ", …" : ""}`;
  };
  if (first === undefined)
    throw groups.length === 0
      ? new UserError("filter.noGroups", { name: text })
      : new UserError("filter.noGroup", { name: text, names: names(groups) });
  if (found.some((each) => groupKey(each) !== groupKey(first)))
    throw new UserError("filter.severalGroups", { name: text, names: names(found) });
  return groupKey(first);
}

/** The last one is like no other group's. */
function namesOf({ name, path, line }: CodeGroup): readonly string[] {
  if (path === "") return [name];
  return name === "" ? [`${path}:${line}`] : [name, `${name}@${path}:${line}`];
}

function isAt({ path, line }: CodeGroup, text: string): boolean {
  return path !== "" && [path, `${path}:${line}`].some((place) => `/${place}`.endsWith(`/${text.replaceAll("\\", "/")}`));
}
