import { expect, test } from "vitest";
import { harmless, harmlessJson } from "../../../language-server/analysis/escaping/hidden-characters.ts";

test("names cannot send control codes to a terminal, also in JSON, which still parses to the same", () => {
  const name = "a\u001B[31mb\u007Fc\u009B2Jd\u202Ee\u2028f";
  expect(harmless(name)).toBe("a?[31mb?c?2Jd?e?f");
  const json = harmlessJson({ name });
  expect(json).not.toMatch(/[\p{Bidi_Control}\u2028\u2029]/u);
  // The line breaks between fields come from JSON formatting.
  expect(json.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(json)).toEqual({ name });
});
