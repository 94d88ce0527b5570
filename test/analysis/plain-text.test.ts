import { expect, test } from "vitest";
import { markdownText, oneLine, plainLines, plainText } from "../../language-server/analysis/plain-text.ts";

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

test("of all characters only control and direction characters, line breaks and tags are replaced or left out", () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const each = String.fromCodePoint(code);
    const between = /[\p{Cc}\p{Zl}\p{Zp}]/u.test(each) ? " " : /[\p{Bidi_Control}\u{E0000}-\u{E007F}]/u.test(each) ? "" : each;
    if (oneLine(`a${each}b`) !== `a${between}b`) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
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
