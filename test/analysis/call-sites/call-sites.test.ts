import { expect, test } from "vitest";
import { analysed, lineAt, lineTable } from "../costs/drawn-costs.ts";
import { drawnProfile } from "../drawn-profile.ts";
import { placed } from "../sources/placed-profile.ts";

function costs(drawing: string, text: string) {
  return analysed(placed(drawnProfile(drawing), text), { "app.js": text }).costs;
}

test("a unique call of the function's name is the call site, with its column, marked as inferred", () => {
  const text = `function main() {
  before();
  const x = hash(1);
}
function hash(n) {
  return n;
}`;
  const result = costs(
    `
    main@app.js    main@app.js
    hash@app.js:6  hash@app.js:6
  `,
    text,
  );
  expect(lineTable(result)).toEqual({ "app.js:6": "2 2 2", "app.js:3": "0 0 2" });
  expect(lineAt(result, "app.js:3")).toMatchObject({ inferredTicks: 2, columns: [{ column: 12, endColumn: 19, totalTicks: 2 }] });
});

test("several calls remain candidates, and are never part of a total", () => {
  const text = `function main() {
  hash(1);
  hash(2);
}
function hash(n) {
  return n;
}`;
  const result = costs(
    `
    main@app.js    main@app.js    main@app.js:2
    hash@app.js:6  hash@app.js:6  hash@app.js:6
  `,
    text,
  );
  expect(lineTable(result)).toEqual({ "app.js:6": "3 3 3", "app.js:2": "0 0 1", "app.js:3": "0 0 0" });
  expect([lineAt(result, "app.js:2").candidateTicks, lineAt(result, "app.js:3").candidateTicks]).toEqual([2, 2]);
});

test("two calls on one line give that line, without a column", () => {
  const result = costs(
    `
    main@app.js
    hash@app.js:2
  `,
    `function main() { hash(1) + hash(2); }
function hash(n) {}`,
  );
  expect(lineAt(result, "app.js:1")).toMatchObject({ totalTicks: 1, inferredTicks: 1, columns: [] });
});

test("own lines get the time that a dependency or Node core takes under an inferred call", () => {
  const result = costs(
    `
    handle@app.js   handle@app.js
    update@node:x:9  digest@node:x:5
  `,
    `function handle(hash) {
  hash.update("x");
  return hash.digest();
}`,
  );
  expect(lineTable(result)).toMatchObject({ "app.js:2": "0 1 1", "app.js:3": "0 1 1" });
});

test.each([
  ["a constructor", "main@app.js", "C@app.js:1", "class C { constructor() {} }\nfunction main() {\n  new C();\n}", 3],
  [
    "a getter",
    "main@app.js",
    "get size@app.js:1",
    "const o = { get size() { return 1; } };\nfunction main() {\n  o.size;\n  size();\n}",
    3,
  ],
  ["a callback written in the call", "main@app.js", "@app.js:4", "function main(x) {\n  other();\n  return x.map((n) =>\n    n);\n}", 3],
  ["a function passed by name", "main@app.js", "by@app.js:1", "function by() {}\nfunction main(x) {\n  log(1);\n  x.sort(by);\n}", 4],
  ["an alias", "main@app.js", "hash@app.js:1", "function hash() {}\nfunction main(x) {\n  const h = hash;\n  log();\n  h();\n}", 5],
  [
    "an exported alias",
    "main@app.js",
    "hash@app.js:1",
    "function hash() {}\nmodule.exports = { digest: hash };\nfunction main(x) {\n  log();\n  x.digest();\n}",
    5,
  ],
  ["a call through `call`", "main@app.js", "hash@app.js:1", "function hash() {}\nfunction main(x) {\n  log();\n  hash.call(x);\n}", 4],
  [
    "a parameter that may be anything",
    "main@app.js",
    "hash@app.js:1",
    "function hash() {}\nfunction log() {}\nfunction main(next) {\n  log();\n  next();\n}",
    5,
  ],
  [
    "a generator",
    "main@app.js",
    "gen@app.js:1",
    "function* gen() {}\nfunction main() {\n  const g = gen();\n  for (const x of g) log(x);\n}",
    4,
  ],
  ["the script itself", "top@app.js", "hash@app.js:1", "function hash() {}\n\nhash();", 3],
])("%s is found", (_, caller, callee, text, line) => {
  const result = costs(`${caller}\n${callee}`, text);
  expect(lineAt(result, `app.js:${line}`)).toMatchObject({ totalTicks: 1, inferredTicks: 1 });
});

test("positions that the recorder saw are not changed", () => {
  const result = costs(
    `
    main@app.js:3
    hash@app.js:1
  `,
    "function hash() {}\nfunction main() { hash();\n other(); }",
  );
  expect(lineAt(result, "app.js:3")).toMatchObject({ totalTicks: 1, inferredTicks: 0 });
});

test("for a text that cannot be parsed, calls stay unknown and one problem says so", () => {
  const text = "<?php function ( {{{";
  const { costs: result, problems } = analysed(
    drawnProfile(`
      main@app.js    other@app.js
      hash@app.js:6  hash@app.js:6
    `),
    { "app.js": text },
  );
  expect(lineTable(result)).toEqual({ "app.js:6": "2 2 2" });
  expect(problems).toMatchObject([{ count: 1 }]);
});
