import { groupKey } from "../../analysis/groups/group-table.ts";
import type { CodeGroup } from "../../analysis/groups/group-names.ts";
import { uniqueEnds } from "../../analysis/sources/path-ends.ts";
import { shortPath } from "../report/report-text.ts";
import { UserError } from "../../analysis/user-error.ts";

const mostNames = 20;

/**
 * The key of the only group called so: by its name, by the end of its path, or by both with its line. Throws a UserError if there is none, or
 * several. `groups`: dearest first.
 */
export function groupCalled(text: string, groups: readonly CodeGroup[]): string {
  const nameOf = namesAmong(groups);
  const named = groups.find((each) => nameOf(each) === text);
  const found = named === undefined ? groups.filter((each) => namesOf(each).includes(text) || isAt(each, text)) : [named];
  const [first] = found;
  const names = (some: readonly CodeGroup[]): string => {
    const all = [...new Set(some.map(nameOf))];
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

/** Names as the report has them, relative to the working folder, else by the ends of paths: each unlike those of all other groups. */
function namesAmong(groups: readonly CodeGroup[]): (group: CodeGroup) => string {
  const uniqueEnd = uniqueEnds(groups.map(({ path }) => path));
  const endOf = (path: string): string => {
    const [end, short] = [uniqueEnd(path), shortPath(path)];
    return short !== path && short.length > end.length ? short : end;
  };
  const isOnly = (isLike: (other: CodeGroup) => boolean): boolean => groups.filter(isLike).length === 1;
  return ({ name, path, line }) => {
    if (path === "" || (name !== "" && isOnly((other) => other.name === name))) return name;
    const isAlone = name === "" && isOnly((other) => other.path === path);
    const place = isAlone ? endOf(path) : `${endOf(path)}:${line}`;
    return name === "" ? place : `${name}@${place}`;
  };
}

/** In full. */
function namesOf({ name, path, line }: CodeGroup): readonly string[] {
  if (path === "") return [name];
  return name === "" ? [`${path}:${line}`] : [name, `${name}@${path}:${line}`];
}

function isAt({ path, line }: CodeGroup, text: string): boolean {
  return path !== "" && [path, `${path}:${line}`].some((place) => `/${place}`.endsWith(`/${text.replaceAll("\\", "/")}`));
}
