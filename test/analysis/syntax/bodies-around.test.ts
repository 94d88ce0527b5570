import { expect, test } from "vitest";
import { bodiesAround } from "../../../language-server/analysis/syntax/bodies-around.ts";

/** For each `@` in a text, what is around it: the text before the brace of its body, or before its arrow. */
function around(marked: string): readonly string[] {
  const offsets: number[] = [];
  const text = marked.replace(/@/g, (_mark, at: number) => {
    offsets.push(at - offsets.length);
    return "";
  });
  return bodiesAround(text, offsets).map((body) => {
    if (body === undefined) return "unknown";
    if (body.isInArrow) return "arrow";
    return body.brace < 0 ? "script" : (/(?:^|\n)([^\n]*)$/.exec(text.slice(0, body.brace))?.[1]?.trim() ?? "");
  });
}

test.each([
  ["@import('a');", ["script"]],
  ["function f() {\n  if (a) { for (const x of y) { @import(x); } }\n}\n@import('b');", ["function f()", "script"]],
  [
    "const f = async () => {\n  try { @a } catch (error) { @b } finally { @c }\n};",
    ["const f = async () =>", "const f = async () =>", "const f = async () =>"],
  ],
  ["class A {\n  method(a = {}) { switch (a) { case 1: @a } }\n  get b() { return { c: @b }; }\n}", ["method(a = {})", "get b()"]],
  ["function outer() {\n  const inner = () => 1;\n  @a\n}", ["function outer()"]],
  ["const load = () => @import('a');\nconst x = @import('b');", ["arrow", "script"]],
  ["const one = () => 1\nconst two = await @import('a')\n", ["script"]],
  ["const text = `function f() { ${() => { @a }} }`; @b", ["const text = `function f() { ${() =>", "script"]],
  ["/* function f() { */ @a; '{'; /[{]/; @b", ["script", "script"]],
  ["function f() { @a ) }", ["unknown"]],
])("%j", (text, expected) => {
  expect(around(text)).toEqual(expected);
});
