import { expect, test } from "vitest";
import { reportWordsIn } from "../../language-server/lsp/words/group-text.ts";
import { startsText } from "../../language-server/reports/starts-text.ts";

const words = reportWordsIn("en");

test("starts ended by themselves, or when a server listened; one that did neither was stopped", () => {
  const startup = { starts: 1, listened: false, eachMs: 9700 };
  expect(startsText({ startup, end: "exited" }, words)).toBe("1 start until it ended, 9.7 s");
  expect(startsText({ startup: { ...startup, listened: true }, end: "exited" }, words)).toBe("1 start until it listened, 9.7 s");
  expect(startsText({ startup, end: "time-cap" }, words)).toBe("1 start, stopped as it did not end, 9.7 s");
  expect(startsText({ startup: { ...startup, starts: 2, marginMs: 100 }, end: "time-cap" }, words)).toBe(
    "2 starts, the last one stopped as it did not end, 9.7 s ± 100 ms each",
  );
  expect(startsText({ startup: undefined }, words)).toBe("");
});
