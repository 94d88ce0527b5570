import { expect, test } from "vitest";
import { markdownText, oneLine, plainLines, plainText } from "../../../language-server/analysis/escaping/markdown-text.ts";

test.each([
  [
    "[Show details](command:workbench.action.openSettingsJson).cpuprofile",
    "[Show details] (command:workbench.action.openSettingsJson).cpuprofile",
  ],
  ["[a]\u0000(command:x)", "[a] (command:x)"],
  ["[a]\u202E(command:x)", "[a] (command:x)"],
  ["$(trash) all", "$ (trash) all"],
  ["$(loading~spin)", "$ (loading~spin)"],
  ["$\u200F(trash)", "$ (trash)"],
  ["file\u202Egpj.exe", "filegpj.exe"],
  ["one\r\ntwo\u2028three\u009B31m\u001B[31m", "one two three 31m [31m"],
  ["$(selector).on('click') callback", "$ (selector).on('click') callback"],
  ["$('#id').on, $ (x), a[0] (b), 日本語 …", "$('#id').on, $ (x), a[0] (b), 日本語 …"],
])("%j is shown as %j", (text, expected) => {
  expect(plainText(text)).toBe(expected);
});

test("hidden characters are left out, line breaks and tabs are blanks", () => {
  expect(oneLine("a\u202Eb\u200Bc\u{E0041}d\u001B[31m\r\n\te\u2028f")).toBe("abcd [31m e f");
});

test("a very long text is cut", () => {
  expect(plainText("x".repeat(1_000_000))).toHaveLength(2001);
});

test("tooltips keep their line breaks", () => {
  expect(plainLines("a\u0007\r\n[b](command:x)")).toBe("a \n[b] (command:x)");
});

test("Markdown in a name creates no markup, links, addresses or tables", () => {
  expect(markdownText("a | [b](command:x) https://evil.example <img> & @you\n# c")).toBe(
    "a \\| \\[b\\] \\(command\\:x\\) https\\:\\/\\/evil\\.example \\<img\\> \\& \\@you \\# c",
  );
});
