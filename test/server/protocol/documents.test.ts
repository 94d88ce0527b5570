import { expect, test } from "vitest";
import { createDocument, updateDocument } from "../../../language-server/lsp/documents.ts";

const end = { line: 1_000_000, character: 0 };

test("a change is applied; a malformed one is refused, before it can double the text", () => {
  const document = createDocument("file:///a.js", "javascript", 1, "one\ntwo\n");
  const start = { line: 1, character: 0 };
  expect(updateDocument(document, [{ range: { start, end }, text: "three" }], 2).getText()).toBe("one\nthree");
  expect(updateDocument(document, [{ text: "four" }], 3).getText()).toBe("four");
  const noLine = { character: 1 } as unknown as typeof end;
  for (const changed of [{ range: { start: end, end: noLine }, text: "" }, { range: { start: noLine, end }, text: "x" }, null]) {
    expect(() => updateDocument(document, [changed as { text: string }], 4)).toThrow(/didChange needs/);
    expect(document.getText()).toBe("four");
  }
});
