import { expect, test } from "vitest";
import { type DecodedTickLog, TickLogDecoder } from "../../../../language-server/analysis/tick-log/tick-log-decoder.ts";
import { LogImports } from "../../../../language-server/analysis/tick-log/modules/log-imports.ts";
import { drawn } from "../drawn-log.ts";

const noPackages = { named: () => undefined, around: () => undefined, json: () => undefined };

interface Script {
  readonly url: string;
  readonly text: string;
}

const builtins = [
  "v8-version,12,4,254,21,-node.33,0",
  "profiler,begin,1000",
  "code-creation,Builtin,2,10,0x1000,256,AsyncFunctionAwaitResolveClosure",
  "code-creation,BytecodeHandler,0,10,0x1200,256,AddHandler",
];

/** The lines about a script; code of script n is at 0x`n + 2`000. */
function compiled({ url, text }: Script, at: number): readonly string[] {
  return [
    `code-creation,Script,10,${(at + 1) * 1000},0x${at + 2}000,256, ${url}:1:1,0x${at + 2}00,~`,
    `script-source,${at},${url},${text.replaceAll("\n", String.raw`\n`).replaceAll(",", String.raw`\x2C`)}`,
    `code-source-info,0x${at + 2}000,${at},0,${text.length},C0O0,,`,
  ];
}

/** A log in which V8 compiled each script 1,000 µs after the one before, and then took the ticks. */
function decode(scripts: readonly Script[], ticks: readonly string[], hasImports = true): DecodedTickLog {
  return decoded([...scripts.flatMap(compiled), ...ticks], hasImports);
}

function decoded(lines: readonly string[], hasImports = true): DecodedTickLog {
  const log = new TickLogDecoder();
  log.push([...builtins, ...lines, ""].join("\n"));
  return log.profile(undefined, undefined, hasImports ? new LogImports(noPackages) : undefined);
}

const entry = { url: "file:///app/entry.js", text: 'import "./a.js";\nimport "./b.js";\n' };
const a = { url: "file:///app/a.js", text: 'import "./b.js";\n' };
const b = { url: "file:///app/b.js", text: "work();\n" };

test("a module is on top of the imports that had it evaluated, in place of V8's loop", () => {
  const ticks = ["tick,0x1210,9000,0,0x0,0,0x4001,0x1001", "tick,0x1210,9500,0,0x0,0,0x3001,0x1001"];
  expect(drawn(decode([entry, a, b], ticks))).toEqual([" 1:0 >  1:0 >  1:0", " 1:0 >  1:0"]);
  const recorded = [entry, a, b].map(({ url }) => url);
  expect(decode([entry, a, b], ticks).profile.scripts.url.toSorted()).toEqual(recorded.toSorted());
});

test("the same of several frames of one module, as V8 has them around some instructions", () => {
  expect(drawn(decode([entry, a, b], ["tick,0x1210,9000,0,0x0,0,0x4001,0x4001,0x1001"]))).toEqual([" 1:0 >  1:0 >  1:0 >  1:0"]);
});

test("nothing is changed where nobody asks, or there are only scripts of CommonJS", () => {
  const ticks = ["tick,0x1210,9000,0,0x0,0,0x4001,0x1001"];
  const asLogged = ["AsyncFunctionAwaitResolveClosure >  1:0"];
  expect(drawn(decode([entry, a, b], ticks, false))).toEqual(asLogged);
  const scripts = [entry, a, b].map(({ url, text }) => ({ url: url.replace("file://", ""), text }));
  expect(drawn(decode(scripts, ticks))).toEqual(asLogged);
});

test("work of V8's compiler that no code asked for is that of the module which is compiled next", () => {
  // 2: the parser. 3: the bytecode compiler.
  const decoded = decode(
    [entry, a, b],
    ["tick,0x1,1500,0,0x0,2", "tick,0x1,2500,0,0x0,3", "tick,0x1,3500,0,0x0,2", "tick,0x1,500,0,0x0,2"],
  );
  expect(drawn(decoded)).toEqual(["(parser)", " 1:0 > (parser)", " 1:0 >  1:0 > (bytecode compiler)", "(parser)"]);
});

test("parsing JSON that modules import is that of its import: of several by their sizes", () => {
  const importer = {
    url: "file:///app/entry.js",
    text: 'import "./big.json" with { type: "json" };\nimport "./small.json" with { type: "json" };\n',
  };
  const sizes: Readonly<Record<string, number>> = { "/app/big.json": 3000, "/app/small.json": 1000 };
  const files = { ...noPackages, json: (path: string) => ({ url: `file://${path}`, size: sizes[path] ?? 0 }) };
  const found = new TickLogDecoder();
  const lines = [
    ...builtins,
    "code-creation,Builtin,2,10,0x1300,256,JsonParse",
    "code-creation,Script,10,20,0x1400,256,node:internal/main/run_main_module:1:1,0x1480,~",
    ...compiled(importer, 0),
    // Read, then parsed.
    ...["0x1", "0x1310", "0x1310", "0x1310"].map((pc, at) => `tick,${pc},${1500 + at * 100},0,0x0,0,0x1410`),
    "tick,0x2010,3000,0,0x0,0",
    // Not while modules were loaded.
    "tick,0x1310,4000,0,0x0,0,0x1410",
  ];
  found.push([...lines, ""].join("\n"));
  const { imports, ...decoded } = found.profile(undefined, undefined, new LogImports(files));
  expect(drawn({ ...decoded, imports })).toEqual([
    "≈ 1:0 > (native)",
    "≈ 1:0 > JSON.parse",
    "≈ 1:0 > JSON.parse",
    "≈ 2:0 > JSON.parse",
    " 1:0",
    "? 0:-1 > JSON.parse",
  ]);
  const edges = imports?.modules.flatMap((module) => module.edges.map(({ to, isInferred }) => [imports.modules[to]?.url, isInferred]));
  expect(edges).toEqual([
    ["file:///app/big.json", true],
    ["file:///app/small.json", true],
  ]);
});

test("CommonJS that V8 compiles twice, as Node does to see what it is, is one module", () => {
  const module = { url: "file:///app/main.mjs", text: 'import "./c.js";\n' };
  const script = { url: "/app/c.js", text: "work();\n" };
  const found = decode([module, script, script], ["tick,0x1,2500,0,0x0,2", "tick,0x1210,9000,0,0x0,0,0x4001,0x1001"]);
  expect(drawn(found)).toEqual([" 1:0 > (parser)", " 1:0 >  1:0"]);
  expect(found.imports?.modules.map(({ url }) => url).toSorted()).toEqual([script.url, module.url]);
  // Another text of the same name is another module.
  const other = { ...script, text: "other();\n" };
  expect(drawn(decode([module, script, other], ["tick,0x1210,9000,0,0x0,0,0x4001,0x1001"]))).toEqual([
    "AsyncFunctionAwaitResolveClosure >  1:0",
  ]);
});

test("an ES module that CommonJS requires is on top of the require, and of the imports between them", () => {
  const caller = { url: "/app/main.cjs", text: 'require("./a.js");\n' };
  const ticks = ["tick,0x1210,9000,0,0x0,0,0x4001,0x1001,0x2001"];
  const found = decode([caller, a, b], ticks);
  expect(drawn(found)).toEqual([" 1:0 >  1:0 >  1:0"]);
  expect(found.imports?.entries.map((entry) => found.imports?.modules[entry]?.url)).toEqual([caller.url]);
  const required = found.imports?.modules.findIndex(({ url }) => url === a.url);
  expect(found.imports?.modules.find(({ url }) => url === caller.url)?.edges).toEqual([
    { to: required, line: 1, column: 0, kind: "require", isFirst: true },
  ]);
});

test("what an import() loads is on top of the function that calls it, whose callers are not known", () => {
  const later = { url: "file:///app/entry.js", text: 'async function load() {\n  await import("./b.js");\n}\nload();\n' };
  const load = [
    "code-creation,Function,10,1100,0x9000,64,load file:///app/entry.js:1:20,0x900,~",
    "code-source-info,0x9000,0,19,51,C0O19,,",
  ];
  const log = ["tick,0x1210,9000,0,0x0,0,0x3001,0x1001"];
  expect(drawn(decoded([...compiled(later, 0), ...load, ...compiled(b, 1), ...log]))).toEqual(["load 2:8 >  1:0"]);
  // It has not been compiled.
  expect(drawn(decode([later, b], log))).toEqual([" 1:0"]);
});

test("so is which require loaded a script that no import did, also without samples", () => {
  const main = { url: "file:///app/main.mjs", text: 'import "./a.js";\n' };
  const a = { url: "/app/a.js", text: '// require("./never");\nrequire("./b");\nrequire("./c");\n' };
  const b = { url: "/app/b.js", text: 'const load = () => require("./c.js");\nrequire("./d.js");\n' };
  const [c, d, alone] = ["c", "d", "alone"].map((name) => ({ url: `/app/${name}.js`, text: "work();\n" })) as [Script, Script, Script];
  const { imports } = decode([main, a, b, d, c, alone], ["tick,0x1210,9000,0,0x0,0,0x3001,0x2001"]);
  const nameOf = (module: number): string => imports?.modules[module]?.url.split("/").at(-1) ?? "";
  expect(
    imports?.modules.flatMap(({ edges }, from) =>
      edges.map(({ to, line, kind, isFirst, isInferred }) =>
        [nameOf(from), line, kind, nameOf(to), isFirst ? "first" : "", isInferred === true ? "≈" : ""].join(" ").trimEnd(),
      ),
    ),
  ).toEqual([
    "a.js 2 require b.js first",
    "a.js 3 require c.js",
    "main.mjs 1 static a.js first",
    // Of two, the one that was compiled last.
    "b.js 1 require c.js first ≈",
    "b.js 2 require d.js first",
  ]);
  expect(imports?.entries.map(nameOf)).toEqual(["main.mjs"]);
});

test("a program that begins with CommonJS has what that requires", () => {
  const main = { url: "/app/main.js", text: 'require("./a");\nimport(process.argv[2]);\n' };
  const module = { url: "file:///app/config.mjs", text: "export default 1;\n" };
  const [a, plugin] = ["a", "plugin"].map((name) => ({ url: `/app/${name}.js`, text: 'require("./a");\n' })) as [Script, Script];
  const { imports } = decode([main, a, module, plugin], ["tick,0x1210,9000,0,0x0,0,0x3001,0x2001"]);
  const names = imports?.modules.map(({ url }) => url.split("/").at(-1));
  expect(names?.toSorted()).toEqual(["a.js", "config.mjs", "main.js"]);
  expect(imports?.entries.map((entry) => names?.[entry])).toContain("main.js");
});

test("which module loaded which is reported in the order of their evaluation", () => {
  expect(decode([entry, a, b], []).imports).toEqual({
    modules: [
      { url: b.url, edges: [] },
      { url: a.url, edges: [{ to: 0, line: 1, column: 0, kind: "static", isFirst: true }] },
      {
        url: entry.url,
        edges: [
          { to: 1, line: 1, column: 0, kind: "static", isFirst: true },
          { to: 0, line: 2, column: 0, kind: "static", isFirst: false },
        ],
      },
    ],
    entries: [2],
  });
});
