import { expect, test } from "vitest";
import * as v from "valibot";
import { issueReason } from "../../language-server/analysis/issue-reason.ts";
import { commonText } from "../../language-server/texts/common-texts.ts";

const wholeFrom1To9 = v.pipe(v.number(), v.minValue(1), v.maxValue(9), v.integer());

test.each<readonly [string, v.GenericSchema, unknown, string]>([
  ["nothing", v.object({ port: v.number() }), {}, "it is missing"],
  ["no text", v.string(), 7, "it must be text"],
  ["no number", wholeFrom1To9, "fast", "it must be a number"],
  ["a fraction", wholeFrom1To9, 1.5, "it must be a whole number"],
  ["less", wholeFrom1To9, 0, "it must be at least 1"],
  ["more", wholeFrom1To9, 10, "it must be at most 9"],
  ["no boolean", v.boolean(), "yes", "it must be true or false"],
  ["no list", v.array(v.string()), {}, "it must be a list"],
  ["no object", v.object({}), "x", "it must be an object"],
  ["another word", v.picklist(["exact", "inspector"]), "fast", "it must be one of these: exact, inspector"],
  ["no text at all", v.pipe(v.string(), v.nonEmpty()), "", "it is empty"],
  ["too much text", v.pipe(v.string(), v.maxLength(2)), "abc", "it is too long"],
  ["an unknown key", v.strictObject({ path: v.string() }), { path: "/", pathh: "/" }, "there is no such key"],
  ["another form", v.pipe(v.string(), v.regex(/^a$/)), "b", "its value is not valid"],
])("%s is refused in our own words, in every language", (_what, schema, value, english) => {
  const { issues } = v.safeParse(schema, value);
  const reason = issueReason(issues![0]);
  expect(commonText(reason, "en")).toBe(english);
  for (const locale of ["ru", "zh-cn"] as const)
    expect(commonText(reason, locale)).not.toMatch(/(?!true|false|exact|inspector)\b[a-z]{2,}/i);
});
