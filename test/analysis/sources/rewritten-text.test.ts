import { parse } from "@babel/parser";
import { expect, test } from "vitest";
import { linesBeforeRewriting } from "../../../language-server/analysis/sources/script-locator.ts";
import { rewriteWaits } from "../../../language-server/recording/in-app/waits/rewriting/rewrite-waits.ts";
import type { Parse } from "../../../language-server/recording/in-app/waits/rewriting/syntax-tree.ts";

const text = `"use strict";
async function order(id) {
  const found = await load(
    id,
  );
  return found;
}
`;

test.each([
  ["in a function", text],
  ["at the top level of a module", "const found = await load(1);\nexport { found };\n"],
])("each line of a text that the waits pass rewrote is that line of the file: %s", (_where, before) => {
  const rewritten = rewriteWaits(before, {
    parse: parse as unknown as Parse,
    path: "/app/order.mjs",
    isModule: true,
    threadId: 0,
    reserve: () => 1,
  });
  expect(rewritten?.sites).toHaveLength(1);
  const lines = before
    .split("\n")
    .map((_line, index) => index)
    .concat(before.split("\n").length);
  const found = (ran = ""): readonly number[] => [...(linesBeforeRewriting(ran, before) ?? [])];
  expect(found(rewritten?.text)).toEqual(lines);
  // Node adds that where it strips types.
  expect(found(`${rewritten?.text}\n\n//# sourceURL=file:///app/order.mts`)).toEqual([...lines, 0, 0]);
});

test("other texts, and those that something else changed, too, are compared line by line", () => {
  const rewritten = rewriteWaits(text, { parse: parse as unknown as Parse, path: "a.mjs", isModule: true, threadId: 0, reserve: () => 1 });
  expect(linesBeforeRewriting(text, text)).toBeUndefined();
  expect(linesBeforeRewriting(`// banner\n${rewritten?.text}`, text)).toBeUndefined();
});
