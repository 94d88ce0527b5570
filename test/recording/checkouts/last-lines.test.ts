import { expect, test } from "vitest";
import { LastLines } from "../../../language-server/recording/checkouts/checkout-error.ts";

function shown(...texts: readonly string[]): readonly string[] {
  const lines = new LastLines();
  for (const text of texts) lines.add(Buffer.from(text));
  return lines.last;
}

test("of a long output the first lines and the end are shown: npm begins with the reason, and a stack is at the end", () => {
  expect(shown("a\n\nb", "c\r\n\u001B[31md\u001B[39m\n")).toEqual(["a", "bc", "d"]);
  const usage = Array.from({ length: 3000 }, (_, line) => `npm error usage ${line}\n`);
  const lines = shown("npm error Missing: ms@2.1.3 from lock file\n", ...usage, "npm error log");
  expect([lines[0], lines[6], lines.at(-1), lines.length]).toEqual([
    "npm error Missing: ms@2.1.3 from lock file",
    "…",
    "npm error log",
    21,
  ]);
});
