import { expect, test } from "vitest";
import { countedScript } from "../../../language-server/analysis/counts/counted-script.ts";
import { counted } from "../../drivers/counted-text.ts";

const script = (text: string) => ({ url: "/app.js", text, isOwn: true, isMapped: false });

test("threads count together, and a place that one of them cannot count is left out", () => {
  const text = `function twice(x) {
  return x * 2;
}
for (let i = 0; i < 5; i++) {
  twice(i);
}
`;
  const functions = counted(text);
  const { starts, functions: named } = countedScript(script(text), [functions, functions]);
  expect(starts.map(({ line, count, isTopLevel }) => [line, count, isTopLevel])).toEqual([
    [1, 10, false],
    [2, 10, false],
    [4, 2, true],
    [5, 10, true],
  ]);
  expect(named).toEqual([{ line: 1, column: 0, name: "twice", count: 10 }]);
  expect(countedScript(script(text), [functions, []]).starts).toEqual([]);
});

test("a line has the count of what begins first on it, and the largest of all", () => {
  const text = "const all = [1, 2, 3].map((x) => x + 1);\nif (all[0] === 1) all.pop();";
  const { starts } = countedScript(script(text), [counted(text)]);
  expect(starts.map(({ count, most }) => [count, most])).toEqual([
    [1, 3],
    [1, 1],
  ]);
});

test("after a loop whose turns have variables of their own only what V8 counts exactly is counted", () => {
  const text = `function made(most) {
  const all = [];
  for (let i = 0; i < 4; i++) {
    all.push(() => i);
  }
  all.reverse();
  for (const each of all) {
    each();
  }
  for (let i = 0; i < 4; i++) {
    if (i === most) return all;
    all.push(() => i);
  }
  return undefined;
}
made(9);
made(2);
`;
  const lines = countedScript(script(text), [counted(text)]).starts.map(({ line, count }) => [line, count]);
  expect(lines.filter(([line]) => (line as number) < 16)).toEqual([
    [1, 2],
    [2, 2],
    [3, 2],
    [4, 8],
    [6, 2],
    [7, 2],
    [8, 8],
    [10, 2],
    [11, 7],
    [12, 6],
  ]);
});

test("what runs or not without a count of V8's has none", () => {
  const text = `let kept;
function set(start =
  kept) {
  kept ??=
    start;
  kept?.[
    start];
}
set(1);
set(2);
`;
  const lines = countedScript(script(text), [counted(text)]).starts.map(({ line, count }) => [line, count]);
  expect(lines).toEqual([
    [1, 1],
    [2, 2],
    // The body begins there.
    [3, 2],
    [4, 2],
    [6, 2],
    [9, 1],
    [10, 1],
  ]);
});

test("loops have their turns, the calls of their function and the loop around them", () => {
  const text = `function pairs(n) {
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      n += 0;
    }
}
pairs(3);
pairs(3);
while (false);
`;
  const { loops } = countedScript(script(text), [counted(text)]);
  expect(loops.map(({ line, count, turns, calls, outer }) => [line, count, turns, calls, outer?.line])).toEqual([
    [2, 2, 6, 2, undefined],
    [3, 6, 18, 2, 2],
    [9, 1, 0, 0, undefined],
  ]);
});

test("of a package only functions are counted", () => {
  const text = "function f() {\n  return 1;\n}\nf();";
  expect(countedScript({ ...script(text), isOwn: false }, [counted(text)])).toMatchObject({
    starts: [],
    loops: [],
    functions: [{ line: 1, name: "f", count: 1 }],
  });
});
