import type { Problem } from "../profile/profile.ts";

/** Whether it says that a file's text is not what was recorded: its places are inferred or missing. */
export function isOfOtherText({ code }: Pick<Problem, "code">): boolean {
  return code === "script.contradicted" || code === "script.otherLines";
}
