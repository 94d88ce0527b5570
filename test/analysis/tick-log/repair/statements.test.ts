import { expect, test } from "vitest";
import { isLongLine, Statements } from "../../../../language-server/analysis/tick-log/repair/statements.ts";

/** The part of a text from the start of the statement to the position that `•` marks. */
function part(drawn: string): string {
  const offset = drawn.indexOf("•");
  const text = drawn.replace("•", "");
  return text.slice(Math.max(0, new Statements(text, 0, text.length).startOf(offset)), offset);
}

test.each([
  ["let a=1;b=•c", "b="],
  ["if(a){b=•c}", "b="],
  ["if(a){b()}c=•d", "c="],
  ["for(const x of y)z+=•f(x)", "z+="],
  ["if(a===b)c=•d", "c="],
  ["a(),b(c,d),e=•f", "e="],
  ["let a=f(),b=•g()", "b="],
  ["a&&(b(),c=•d)", "c="],
  ["a=/[;/]/;b=•c", "b="],
  ["a='it\\'s;';b=•c", "b="],
  ["for(let i=0;i<n;i++)a=•b", "a="],
  ["x=>{a;b=•c}", "b="],
])("in %s the statement starts with %s", (drawn, expected) => {
  expect(part(drawn)).toBe(expected);
});

test.each([
  ["x;out=[...out,`${row.•id}`]", "out=[...out,`${row."],
  ["x;out=[...out,`${row.id}: ${row.•name}`]", "out=[...out,`${row.id}: ${row."],
  ["x;f(a,b,g(c,•d))", "f(a,b,g(c,"],
  ["x;a=b[c,•d]", "a=b[c,"],
  ["x;(a+b)*•c", "(a+b)*"],
  ["x;f(a)(b).•c", "f(a)(b)."],
  ["x;for(let i=0;i<•n;i++)a", "for(let i=0;i<"],
  ["x;o={a:1,b:•c}", "o={a:1,b:"],
  ["x;a=b/c+d/•e", "a=b/c+d/"],
  ["x;s='a;b'+•c", "s='a;b'+"],
  ["x;s=`a;${b}`+•c", "s=`a;${b}`+"],
])("in %s a comma, a bracket or a template does not end the statement", (drawn, expected) => {
  expect(part(drawn)).toBe(expected);
});

test("only a line that nobody writes by hand is more than one place", () => {
  const short = "a = b;\n";
  expect(isLongLine(`${short}${"x".repeat(500)}`, 2, 2)).toBe(false);
  expect(isLongLine(`${short}${"x".repeat(500)}`, short.length, 0)).toBe(true);
  expect(isLongLine("x".repeat(300), 250, 250)).toBe(true);
});
