import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { parseSyntax, parseSyntaxAround } from "../../../language-server/analysis/syntax/syntax-parser.ts";
import { functionAt, shownName, type Syntax } from "../../../language-server/analysis/syntax/syntax.ts";

interface Place {
  readonly line: number;
  readonly column: number;
}

function openPlaces({ functions }: Syntax): readonly Place[] {
  return [...functions.name.keys()]
    .slice(1)
    .filter((row) => functions.name[row] === "" || functions.name[row] === "default")
    .map((row) => ({ line: functions.line[row] as number, column: functions.column[row] as number }));
}

function namesAt(syntax: Syntax | undefined, places: readonly Place[]): readonly string[] {
  if (syntax === undefined) throw new Error("not parsed");
  return places.map(({ line, column }) => shownName(syntax, functionAt(syntax, line, column, "(anonymous)")));
}

test.each([
  [
    "a regular expression with brackets, and divisions",
    "x = a / f(1) / 2; if (b) /[(/]}'/.test(c); use(() => `}${{}}` / 2 / 1); y = {} / 1;",
  ],
  ["a template in a template", "log(`a ${`}` + list.map((x) => { return `{${x}`; })} b`, () => 1);"],
  ["comments in places where they mislead", "a /* } */ / b; // '\nreturn /* ( */ /'/.test(on('x', () => {})) // `"],
  ["a switch", "switch (a) { case 1: one(); on(() => {}); break; default: off(() => { two(); }); }"],
  ["a branch that begins after a semicolon", "if (a) b(); else on(() => {}); do c(() => {}); while (d);"],
  ["a loop's jumps", "outer: for (const a of b) { if (c) continue; a.on(() => {}); if (d) break outer; }"],
  ["private names of a class", "class A { #a = 1; m() { const b = () => {}; this.#a.on(() => this.#a); return #a in b; } }"],
  ["a class that extends a call", "class A extends mixin({ a: 1 }) { m() { on(() => {}); } }"],
  ["a generator", "function* g() { const a = yield b(() => {}); yield* c(() => {}); }"],
  ["a module", "import a from 'a'; export const b = 1; await a(() => {}); export default () => a(async () => {});"],
  ["names that are declared twice, in two blocks", "{ let a; on(() => a); } { let a; on(() => a); let b = off(() => b); }"],
  ["a text without semicolons", "#!/usr/bin/env node\nconst a = require('a')\n\na('b', function () {\n  c(() => {})\n})\n"],
  ["keywords as properties", "a.if(b) / c; a.return / on(() => {}) / 2; ({ class: 1, switch: (() => {})() });"],
  ["functions in functions that are both wanted", "a(() => { b(); c('d', () => { e(); f(() => {}); }); g(); }, () => {});"],
])("%s: statements alone name the same functions as the whole text", (_, text) => {
  const whole = parseSyntax(text, "app.js") as Syntax;
  const places = openPlaces(whole);
  expect(places.length).toBeGreaterThan(0);
  const around = parseSyntaxAround(text, "app.js", places);
  expect(namesAt(around, places)).toEqual(namesAt(whole, places));
  for (const place of places) expect(namesAt(parseSyntaxAround(text, "app.js", [place]), [place])).toEqual(namesAt(whole, [place]));
});

const { resolve } = createRequire(import.meta.url);

test.each(["autocannon", "chrome-remote-interface/lib/api.js", "prettier/doc.js"])(
  "in %s parsing only statements gives the same names as parsing the whole text",
  (module) => {
    const file = resolve(module);
    const text = readFileSync(file, "utf8");
    const whole = parseSyntax(text, file) as Syntax;
    const all = openPlaces(whole);
    for (const places of [all, all.filter((_, index) => index % 7 === 0)])
      expect(namesAt(parseSyntaxAround(text, file, places), places)).toEqual(namesAt(whole, places));
  },
);

test("for a place that the text does not have, the whole text is parsed", () => {
  expect(parseSyntaxAround("on(() => {});", "app.js", [{ line: 1, column: 4 }])).toBeUndefined();
  expect(parseSyntaxAround("on(() => {});", "app.js", [{ line: 3, column: 0 }])).toBeUndefined();
  expect(parseSyntaxAround("on(() => {);", "app.js", [{ line: 1, column: 3 }])).toBeUndefined();
});

test("code around a function's statement is not parsed", () => {
  const syntax = parseSyntaxAround("function a() { b(() => 1); c(() => 2); } d(() => 3);", "app.js", [{ line: 1, column: 29 }]);
  expect(namesAt(syntax, [{ line: 1, column: 29 }])).toEqual(["c() callback"]);
  expect(syntax?.functions.name).toHaveLength(2);
});
