import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { profileOfStacks } from "../drawn-profile.ts";

/** Stacks as `profileOfStacks` takes them, where `~` stands for the folder of packages, and a function without a name is a module's. */
export function toolStacks(stacks: readonly (readonly string[])[], starts: Readonly<Record<string, number>> = {}): Profile {
  const { scripts, functions, ...profile } = profileOfStacks(stacks, { starts });
  return {
    ...profile,
    scripts: { ...scripts, url: scripts.url.map((url) => url.replace("/~", "/node_modules/")) },
    functions: { ...functions, column: functions.column.map((at, func) => (functions.name[func] === "Object.<anonymous>" ? 0 : at)) },
  };
}
