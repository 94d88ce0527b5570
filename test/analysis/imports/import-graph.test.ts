import { expect, test } from "vitest";
import { importGraph } from "../../../language-server/analysis/imports/import-graph.ts";
import type { ImportEdge } from "../../../language-server/analysis/imports/resolved-imports.ts";

/** `a > b` is a static import, `a => b` an `import()`, in the order of the text. */
function edgesOf(scripts: readonly string[], imports: readonly string[]): readonly ImportEdge[] {
  return imports.map((text, offset) => {
    const [from = "", arrow, to = ""] = text.split(" ");
    return { from: scripts.indexOf(from), to: scripts.indexOf(to), offset, isDynamic: arrow === "=>", isInferred: false };
  });
}

interface Followed {
  readonly order: string;
  /** Which import had each evaluated. */
  readonly first: readonly string[];
}

/** Scripts in the order in which they were loaded. `compiled`: ranks of the functions of `import()`s, by offset. */
function followed(loaded: string, imports: readonly string[], compiled: Readonly<Record<number, number>> = {}): Followed {
  const scripts = loaded.split(" ");
  const ranks = (script: number): number => script * 10;
  const graph = importGraph(scripts.length, edgesOf(scripts, imports), [], {
    rankAt: (script, offset) => compiled[offset] ?? ranks(script),
    rankOf: ranks,
    isModule: () => true,
  });
  const nameOf = (script: number): string => scripts[script] ?? "";
  const first = graph.order.flatMap((script) => {
    const edge = graph.edges[graph.first[script] ?? -1];
    return edge === undefined ? [] : [`${nameOf(edge.from)}${edge.isInferred ? " ~ " : " "}${nameOf(script)}`];
  });
  return { order: graph.order.map(nameOf).join(" "), first };
}

test("modules are evaluated after what they import, in the order of their imports, and not in that of their loading", () => {
  expect(followed("entry b a c", ["entry > a", "entry > b", "a > c"])).toEqual({
    order: "c a b entry",
    first: ["a c", "entry a", "entry b"],
  });
});

test("the first importer in the order of evaluation pays", () => {
  expect(followed("entry a shared b", ["entry > a", "entry > shared", "a > b", "b > shared"]).first).toEqual([
    "b shared",
    "a b",
    "entry a",
  ]);
});

test("a cycle ends at what is being evaluated", () => {
  expect(followed("entry a b", ["entry > a", "a > b", "b > a", "b > entry"])).toEqual({ order: "b a entry", first: ["a b", "entry a"] });
});

test("what an import() loads is evaluated later, and does not pay again", () => {
  expect(followed("entry a late b", ["entry > a", "entry => late", "late > a", "late > b"])).toEqual({
    order: "a entry b late",
    first: ["entry a", "late b", "entry late"],
  });
});

test("a module that was loaded before all that import it was loaded by something else", () => {
  expect(followed("required deep entry", ["entry > required", "required > deep"])).toEqual({
    order: "deep required entry",
    first: ["required deep"],
  });
});

test("an import() counts only if its function had been compiled; of several the latest is presumed", () => {
  expect(followed("entry other late", ["entry => late", "other => late"], { 0: 15, 1: -1 }).first).toEqual(["entry late"]);
  expect(followed("entry other late", ["entry => late", "other => late"], { 0: 25, 1: 25 }).first).toEqual([]);
  expect(followed("entry other late", ["entry => late", "other => late"], { 0: 15, 1: 12 }).first).toEqual(["entry ~ late"]);
});

test("deep and dense imports take no stack and little time", () => {
  const count = 15_000;
  const deep = Array.from({ length: count - 1 }, (_, from) => ({ from, to: from + 1, offset: 0, isDynamic: false, isInferred: false }));
  const code = { rankAt: () => 0, rankOf: () => Infinity, isModule: () => true };
  expect(importGraph(count, deep, [], code).order[0]).toBe(count - 1);
  const open = Array.from({ length: 1000 }, (_, offset) => ({ from: 0, offset }));
  expect(importGraph(count, [], open, code).first[count - 1]).toBeGreaterThanOrEqual(0);
});
