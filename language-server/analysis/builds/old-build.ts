import type { Problem } from "../profile/profile.ts";

const codes = new Set<Problem["code"]>(["build.ranOld", "sources.newer", "sources.newerMore"]);

/** Of a run that ran an old build: the folder or file that was changed since, as it is shown; "" for any other run. */
export function changedSince(problems: readonly Problem[]): string {
  const source = problems.find(({ code }) => codes.has(code))?.values?.["source"];
  return typeof source === "string" ? source : "";
}
