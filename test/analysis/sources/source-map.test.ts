import { build, transform } from "esbuild";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { analyse, type Analysis } from "../../../language-server/analysis/analyse.ts";
import { certainties, functionKinds, type Profile } from "../../../language-server/analysis/profile/profile.ts";
import { readSourceMap } from "../../../language-server/analysis/sources/source-map.ts";
import { parseSyntax } from "../../../language-server/analysis/syntax/syntax-parser.ts";

const source = `interface Order { id: number }

export function price(order: Order): number {
  const start: number = order.id;
  return helper(
    start,
  );
}

const helper = (n: number): number => {
  return n * 2;
};
`;

async function compiled(): Promise<{ readonly code: string; readonly map: string }> {
  return transform(source, { loader: "ts", sourcemap: true, sourcefile: "../src/order.ts", format: "cjs", sourcesContent: true });
}

/** A profile of one sample: `names` of functions in a script, callers first, the last at a line that contains `text`. */
function sampleOf(code: string, url: string, names: readonly string[], text: string): Profile {
  const syntax = parseSyntax(code, "out.js");
  if (syntax === undefined) throw new Error("not parsed");
  const rows = names.map((name) => syntax.functions.name.lastIndexOf(name));
  const line = code.split("\n").findIndex((each) => each.includes(text)) + 1;
  const count = names.length;
  return {
    scripts: { url: [url], hash: [""] },
    functions: {
      name: names,
      script: new Int32Array(count),
      line: Int32Array.from(rows, (row) => syntax.functions.line[row] as number),
      column: Int32Array.from(rows, (row) => syntax.functions.column[row] as number),
      kind: new Uint8Array(count).fill(functionKinds.indexOf("script")),
    },
    stacks: {
      prefix: Int32Array.from({ length: count }, (_, row) => row - 1),
      func: Int32Array.from({ length: count }, (_, row) => row),
      line: Int32Array.from({ length: count }, (_, row) => (row === count - 1 ? line : 0)),
      column: new Int32Array(count).fill(-1),
      certainty: Uint8Array.from({ length: count }, (_, row) => certainties.indexOf(row === count - 1 ? "exact" : "unknown")),
    },
    samples: { stack: Int32Array.of(count - 1), time: Float64Array.of(0) },
    interval: 1000,
  };
}

function analysed(profile: Profile, code: string, map: string, mapBase: string, url = "file:///app/dist/order.js"): Analysis {
  return analyse({
    threads: [{ name: "main", profile }],
    scripts: [{ url, hash: "code", mapHash: map === "" ? "" : "map", mapBase }],
    textOf: (hash) => (hash === "code" ? code : hash === "map" ? map : undefined),
    workspaceFolders: ["/app"],
    ownCode: [],
    nodeMajor: 20,
  });
}

function columnOf(code: string, part: string): number {
  const at = code.indexOf(part);
  return at - (code.lastIndexOf("\n", at) + 1);
}

function places({ costs }: Analysis): string[] {
  return [
    ...costs.lines.map((line) => `${costs.sources[line.source]?.path}:${line.line} ${line.totalTicks}`),
    ...costs.functions.map((func) => `${func.name} ${costs.sources[func.source]?.path}:${func.line}:${func.column}`),
  ];
}

test("lines, functions and inferred call sites of a compiled script are mapped to its TypeScript", async () => {
  const { code, map } = await compiled();
  const analysis = analysed(
    sampleOf(code, "file:///app/dist/order.js", ["price", "helper"], "n * 2"),
    code,
    map,
    "file:///app/dist/order.js.map",
  );
  expect(places(analysis)).toEqual([
    "/app/src/order.ts:11 1",
    "/app/src/order.ts:5 1",
    "helper /app/src/order.ts:10:15",
    "price /app/src/order.ts:3:21",
  ]);
  expect(analysis.costs.sources).toMatchObject([{ path: "/app/src/order.ts", category: "own", mapped: true }]);
  expect(analysis.textOf(0)).toBe(source);
  expect(analysis.problems).toEqual([]);
});

test("an inline map, Windows paths and a sourceRoot give the same file", async () => {
  const { code, map } = await compiled();
  const profile = sampleOf(code, "file:///app/dist/order.js", ["helper"], "n * 2");
  const inline = `data:application/json;charset=utf-8;base64,${Buffer.from(map).toString("base64")}`;
  expect(places(analysed(profile, code, inline, "file:///app/dist/order.js"))[0]).toBe("/app/src/order.ts:11 1");
  expect(readSourceMap(map, "C:\\app\\dist\\order.js.map")?.paths).toEqual(["C:/app/src/order.ts"]);
  expect(
    readSourceMap(
      JSON.stringify({ ...(JSON.parse(map) as object), sources: ["order.ts"], sourceRoot: "../src/" }),
      "/app/dist/order.js.map",
    )?.paths,
  ).toEqual(["/app/src/order.ts"]);
});

test.each([
  ["/ws/node_modules/saxes/saxes.js.map", "../../src/saxes.ts", "/ws/node_modules/saxes/src/saxes.ts"],
  ["file:///ws/node_modules/@acme/lib/dist/index.js.map", "../../../../src/index.ts", "/ws/node_modules/@acme/lib/src/index.ts"],
  ["C:\\ws\\node_modules\\lib\\index.js.map", "../../src/index.ts", "C:/ws/node_modules/lib/src/index.ts"],
  ["/ws/node_modules/lib/dist/index.js.map", "../src/index.ts", "/ws/node_modules/lib/src/index.ts"],
  ["/ws/node_modules/lib/dist/index.js.map", "../../parser/index.js", "/ws/node_modules/parser/index.js"],
  ["/ws/node_modules/lib/dist/index.js.map", "file:///ws/packages/lib/src/index.ts", "/ws/packages/lib/src/index.ts"],
  ["/ws/node_modules/.cache/nuxt/index.mjs.map", "../../../server/api.ts", "/ws/server/api.ts"],
  ["/ws/dist/index.js.map", "../../other/index.ts", "/other/index.ts"],
])("the map %s names %s: %s", (base, source, path) => {
  expect(readSourceMap(JSON.stringify({ version: 3, sources: [source], names: [], mappings: "AAAA" }), base)?.paths).toEqual([path]);
});

test("code that an in-memory compiler adds to a file is not on that file's lines, and counts for the line that calls it", async () => {
  const url = "file:///app/src/merge.ts";
  const text = `// One.\n// Two.\n// Three.\nexport function merge(a: object): object {\n  return { ...a, b: 1 };\n}\n`;
  const { code, map } = await transform(text, { loader: "ts", sourcemap: true, sourcefile: "merge.ts", format: "cjs", target: "es2017" });
  expect(code).toContain("__spreadValues = ");
  const profile = sampleOf(code, url, ["merge", "__spreadValues"], "for (var prop in b ||");
  const { costs } = analysed(profile, code, map, url, url);
  const lines = costs.lines.map(({ source: row, line, withLibrariesTicks }) => `${costs.sources[row]?.path}:${line} ${withLibrariesTicks}`);
  expect(lines).toContain("/app/src/merge.ts:5 1");
  expect(lines.filter((line) => line.startsWith("/app/src/merge.ts:"))).toHaveLength(1);
  expect(
    costs.functions.map(({ name, source: row }) => `${name} ${costs.sources[row]?.path} ${costs.sources[row]?.category}`).sort(),
  ).toEqual(["__spreadValues /app/src/merge.ts (compiled) dependency", "merge /app/src/merge.ts own"]);
});

test("a compiler's helper counts for the line that calls it, not for the first line of the script", async () => {
  const url = "file:///app/src/close.ts";
  const text = `// One.\nimport fs from "node:fs";\nexport function adder(n: number) {\n  const add = (x: number): number => x + n;\n  return add;\n}\nfs;\n`;
  // The way tsx does it.
  const options = {
    loader: "ts",
    sourcemap: true,
    sourcefile: "close.ts",
    format: "cjs",
    keepNames: true,
    minifyWhitespace: true,
  } as const;
  const { code, map } = await transform(text, options);
  const lineOf = (part: string): number => code.slice(0, code.indexOf(part)).split("\n").length;
  const [helper, call] = ["__defProp(target", "__name(x=>"].map((part) => ({ line: lineOf(part), column: columnOf(code, part) }));
  expect(helper?.line).toBe(call?.line);
  const profile = sampleOf(code, url, ["adder", "__name"], "__defProp(target");
  profile.stacks.line.set([call!.line, helper!.line]);
  profile.stacks.column.set([call!.column, helper!.column]);
  profile.stacks.certainty.fill(certainties.indexOf("exact"));
  const { costs } = analysed(profile, code, map, url, url);
  const own = costs.lines.filter(({ source: row }) => costs.sources[row]?.category === "own");
  expect(own.map(({ line, withLibrariesTicks }) => [line, withLibrariesTicks])).toEqual([[4, 1]]);
});

test("an index map with sections is read like any other", async () => {
  const { map } = await compiled();
  const sectioned = JSON.stringify({ version: 3, sections: [{ offset: { line: 10, column: 0 }, map: JSON.parse(map) as object }] });
  const whole = readSourceMap(map, "/app/dist/order.js.map");
  const parts = readSourceMap(sectioned, "/app/dist/order.js.map");
  const line = Array.from({ length: 60 }, (_, index) => index + 1).find((each) => whole?.original(each, 0) !== undefined) ?? 0;
  expect(parts?.original(line + 10, 0)).toMatchObject({ line: whole?.original(line, 0)?.line });
});

test.each([
  ["no JSON", "{"],
  ["another shape", "[]"],
  ["a source's column below 0", '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAD"}'],
  ["mappings that are none", '{"version":3,"sources":["a.ts"],"names":[],"mappings":"*§%"}'],
  ["a source that is not there", '{"version":3,"sources":[],"names":[],"mappings":"AAAA,EAEE"}'],
  ["nothing at all", ""],
])("a broken map (%s) is one problem, and generated lines are shown", async (_, map) => {
  const { code } = await compiled();
  const analysis = analysed(sampleOf(code, "file:///app/dist/order.js", ["price", "helper"], "n * 2"), code, map || " ", "/app/dist/x.map");
  expect(places(analysis)[0]).toMatch(/^\/app\/dist\/order\.js:\d+ 1$/);
  expect(analysis.problems).toMatchObject([{ count: 1 }]);
});

test("a minified function's lines are one inferred line, and its calls are distinguished by column", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "heatline-"));
  try {
    await writeFile(path.join(folder, "order.ts"), `${source}\nconsole.log(price({ id: 1 }), helper(3), helper(4));`);
    const result = await build({
      entryPoints: [path.join(folder, "order.ts")],
      bundle: true,
      minifyWhitespace: true,
      minifySyntax: true,
      sourcemap: "external",
      write: false,
      outdir: "/app/dist",
      format: "iife",
    });
    const code = result.outputFiles.find((file) => file.path.endsWith(".js"))?.text ?? "";
    const map = result.outputFiles.find((file) => file.path.endsWith(".map"))?.text ?? "";
    const { costs } = analysed(
      sampleOf(code, "file:///app/dist/order.js", ["price", "helper"], "n*2"),
      code,
      map,
      "/app/dist/order.js.map",
    );
    expect(costs.functions.map(({ name, line, totalTicks }) => `${name} ${line} ${totalTicks}`)).toEqual(["helper 10 1", "price 3 1"]);
    expect(costs.lines.map(({ line, totalTicks, inferredTicks }) => `${line} ${totalTicks} ${inferredTicks}`)).toEqual(["10 1 1", "5 1 1"]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test.each([
  ["null", { sources: [null, "src/a.ts"] }],
  ["empty", { sources: ["", "src/a.ts"], sourceRoot: "" }],
  ["a root alone", { sources: ["", "a.ts"], sourceRoot: "src/" }],
])("a source without a name (%s) is not the folder of its map: its code has no original", (_what, sources) => {
  // Line 1 is of the nameless source; line 2 begins with it and goes on with src/a.ts.
  const file = { version: 3, names: [], mappings: "AAAA;AACA,ICAA", ...sources };
  const inSections = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: file }] };
  for (const each of [file, inSections]) {
    const map = readSourceMap(JSON.stringify(each), "file:///app/dist/a.js.map");
    expect(map?.paths).toEqual(["", "/app/dist/src/a.ts"]);
    expect(map?.original(1, 0)).toBeUndefined();
    expect(map?.originalsOfLine(1, 0, Infinity)).toEqual([]);
    expect(map?.original(2, 5)).toMatchObject({ source: 1, line: 2 });
    expect(map?.originalsOfLine(2, 0, Infinity)).toMatchObject([{ source: 1, line: 2 }]);
  }
});
