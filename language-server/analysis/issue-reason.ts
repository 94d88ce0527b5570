import type * as v from "valibot";
import type { CommonText } from "../texts/coded-text.ts";

/** Why a value is refused, for `{reason}` in a text: valibot's own messages are English. */
export function issueReason(issue: v.BaseIssue<unknown>): CommonText {
  const { type, kind, input, requirement } = issue;
  if (kind === "schema" && input === undefined) return { code: "issue.missing" };
  const bound = Number(requirement);
  switch (type) {
    case "string":
      return { code: "issue.text" };
    case "number":
    case "finite":
      return { code: "issue.number" };
    case "integer":
      return { code: "issue.wholeNumber" };
    case "boolean":
      return { code: "issue.boolean" };
    case "array":
      return { code: "issue.list" };
    case "object":
    case "record":
      return { code: "issue.object" };
    case "strict_object":
      return { code: issue.expected === "never" ? "issue.unknownKey" : "issue.object" };
    case "picklist":
      // valibot says `("exact" | "inspector")`.
      return { code: "issue.oneOf", values: { allowed: (issue.expected ?? "").replaceAll(/[()"]/g, "").replaceAll(" | ", ", ") } };
    case "min_value":
      return { code: "issue.atLeast", values: { bound } };
    case "max_value":
      return { code: "issue.atMost", values: { bound } };
    case "non_empty":
      return { code: "issue.empty" };
    case "max_length":
      return { code: "issue.tooLong" };
    default:
      return { code: "issue.odd" };
  }
}
