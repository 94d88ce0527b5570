import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { functionAround, siteKinds, type Syntax } from "../../../language-server/analysis/syntax/syntax.ts";
import { parseSyntax } from "../../../language-server/analysis/syntax/syntax-parser.ts";

function parsed(text: string, path = "app.js"): Syntax {
  const syntax = parseSyntax(text, path);
  if (syntax === undefined) throw new Error("not parsed");
  return syntax;
}

function functionsOf({ functions }: Syntax): string[] {
  return functions.name.map((name, row) => `${name} ${functions.line[row]}:${functions.column[row]}`).slice(1);
}

function sitesOf({ sites }: Syntax): string[] {
  return sites.name.map((name, row) => `${siteKinds[sites.kind[row] as number]} ${name} ${sites.line[row]}:${sites.column[row]}`);
}

interface CallPlace {
  readonly getLineNumber: () => number | null;
  readonly getColumnNumber: () => number | null;
}

/** The positions that V8 reports for calls of `here` (1-based line, 0-based column), in execution order. */
function placesByV8(text: string): string[] {
  const places: string[] = [];
  const here = (): unknown => {
    const [, , site] = new Error("here").stack as unknown as readonly CallPlace[];
    places.push(`${site?.getLineNumber()}:${(site?.getColumnNumber() ?? 0) - 1}`);
    return here;
  };
  const run = runInThisContext(`(function (probe) {${text}\n})`, { columnOffset: -"(function (probe) {".length }) as (
    probe: () => unknown,
  ) => void;
  const restored = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  Error.prepareStackTrace = (_, sites) => sites;
  try {
    run(() => here());
  } finally {
    if (restored === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
    else Object.defineProperty(Error, "prepareStackTrace", restored);
  }
  return places;
}

test.each([
  ["a plain call", "probe();"],
  ["a method", "const o = { m: probe };\n  o.m();"],
  ["a method on its own line", "const o = { a: { m: probe } };\no\n  .a\n  .m ( 1 );"],
  ["a method with a reserved name", "const o = { delete: probe, get: probe };\no.delete(); o.get();"],
  ["a computed method", "const o = { m: probe };\n  o['m'] ();"],
  ["optional calls", "const o = { m: probe };\n o?.m(); o.m?.(); probe?.();"],
  ["a call in parentheses", "(probe)();\n(0, probe)();"],
  ["a constructor", "function C() { probe(); }\nnew C();"],
  ["a tagged template", "const o = { t: probe };\nprobe`x`; o.t`y`;"],
  ["a private method", "class C { #m() { probe(); } run() { return this.#m(); } }\nnew C().run();"],
  ["a super call", "class A { constructor() { probe(); } }\nclass B extends A { constructor() { super(); } }\nnew B();"],
])("%s is at the position that V8 reports", (_, text) => {
  const known = sitesOf(parsed(text)).map((site) => site.split(" ").at(-1));
  const byV8 = placesByV8(text);
  expect(byV8.length).toBeGreaterThan(0);
  expect(known).toEqual(expect.arrayContaining(byV8));
});

test("functions are named and placed as V8 does", () => {
  const text = `function plain (a) {}
const arrow = async (n) => n, single = n => n;
const named = function inner () {};
class A { #p() {} get x() {} static s = 1; f = () => 1; constructor () {} async m () {} [Symbol.iterator]() {} ["c" + 1]() {} }
class B extends A {}
exports.late = function () {}; A.prototype.later = () => 1;
const o = { m() {}, k: () => 1, set y(v) {} };
[1].map((x) => x);`;
  expect(functionsOf(parsed(text))).toEqual([
    "plain 1:15",
    "arrow 2:14",
    "single 2:39",
    "inner 3:29",
    "<instance_members_initializer> 4:0",
    "<static_initializer> 4:0",
    "#p 4:12",
    "get x 4:23",
    "f 4:47",
    "A 4:68",
    "m 4:82",
    "[Symbol.iterator] 4:105",
    " 4:120",
    "B 5:0",
    "exports.late 6:24",
    "A.later 6:51",
    "m 7:13",
    "k 7:23",
    "set y 7:37",
    " 8:8",
  ]);
});

test.each([
  ["CommonJS with a hashbang and a return", "#!/usr/bin/env node\nif (x) return;\nfunction f() {}", "a.js"],
  ["a module with top-level await", "import x from 'y';\nawait x();\nexport function f() {}", "a.mjs"],
  [
    "TypeScript",
    "export abstract class C<T> { constructor(private readonly x: T) {} }\nfunction f<T extends (a: 1) => 2>(this: C<T>, a?: T): a is T { return a!; }",
    "a.ts",
  ],
  ["TSX", "const f = <T,>(p: T) => <div onClick={() => f(p)}>{f<number>(1)}</div>;", "a.tsx"],
  ["JSX in a .js file", "function f() { return <b>{g()}</b>; }", "a.js"],
  ["decorators", "@d() class C { @e f() {} }", "a.ts"],
  ["an accessor", "export class C { accessor a = 1; @bit accessor b = false; f() {} }", "a.ts"],
  ["using", "function f() { using a = open(); }", "a.js"],
  ["imports of a phase", 'import source a from "./a.wasm";\nimport defer * as b from "./b.js";\nfunction f() {}', "a.mjs"],
  ["what packages are written in", 'export v from "v";\nconst f = () => g(() => throw new Error());', "a.js"],
  ["an error half-way", "function f() { const a = 1; const a = 2; }", "a.js"],
])("%s is parsed", (_, text, path) => {
  expect(functionsOf(parsed(text, path)).join(" ")).toMatch(/\bf /);
});

test("the decorator of a parameter is a call", () => {
  expect(sitesOf(parsed("class C { f(@d(1) a: A) {} }", "a.ts"))).toEqual(["call d 1:13"]);
});

test("a text that is not a program, or is too large, is not parsed", () => {
  expect(parseSyntax("<?php function ( {{{", "a.php")).toBeUndefined();
  expect(parseSyntax(" ".repeat(6_000_001), "a.js")).toBeUndefined();
});

test("a deep expression does not exhaust the stack", () => {
  expect(sitesOf(parsed(`x(${"1 + ".repeat(3000)}1);`))).toEqual(["call x 1:0"]);
});

test("the innermost function around a place is found", () => {
  const syntax = parsed("function a() {\n  const b = () => {\n    c();\n  };\n  b();\n}\na();");
  const around = (line: number, column = -1): string => syntax.functions.name[functionAround(syntax, line, column)] ?? "";
  expect([1, 2, 3, 4, 5, 7].map((line) => around(line))).toEqual(["a", "b", "b", "b", "a", ""]);
  expect([around(2, 5), around(2, 15)]).toEqual(["a", "b"]);
});

const svelte = `<script module lang="ts">
  export const shown = new Map<string, number>();
</script>
<script lang="ts">
  let { data }: { data: string } = $props();
  function heavy(n: number): string {
    return data.repeat(n);
  }
</script>

<h1 on:click={() => heavy(1)}>{heavy(2)} </h1>
`;

test("the scripts of a component are parsed at their positions", () => {
  const syntax = parsed(svelte, "/app/src/+page.svelte");
  expect(functionsOf(syntax)).toEqual(["heavy 6:16"]);
  expect(sitesOf(syntax)).toEqual(["new Map 2:23", "call $props 5:35", "call repeat 7:16"]);
  expect(functionsOf(parsed("\n---\nconst f = (n: number) => n;\n---\n<p>{f(1)}</p>\n", "index.astro"))).toEqual(["f 3:10"]);
  expect(functionsOf(parsed("<template>{{ f }}</template>\n<script setup lang=ts>ts\nfunction f() {}\n</script>", "App.vue"))).toEqual([
    "f 3:10",
  ]);
  expect(functionsOf(parsed("<p>no script</p>", "None.vue"))).toEqual([]);
  expect(functionsOf(parsed("const f = () => 1;", "App.vue"))).toEqual(["f 1:10"]);
});
