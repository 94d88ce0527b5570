import { expect, test } from "vitest";
import { type BuiltSource, staleSources } from "../../../language-server/analysis/builds/stale-sources.ts";

const built = 1_000_000;

function source(file: string, facts: Partial<BuiltSource>): BuiltSource {
  return { file, built: undefined, text: "now", writtenMs: built - 60_000, bornMs: built - 60_000, ...facts };
}

function staleOf(...sources: readonly BuiltSource[]): readonly string[] {
  return staleSources({ newestMs: built, sources });
}

test("another text than in the map is stale, whatever the times say", () => {
  expect(staleOf(source("src/a.ts", { built: "before" }))).toEqual(["src/a.ts"]);
  expect(staleOf(source("src/a.ts", { built: "now", writtenMs: built + 3_600_000 }))).toEqual([]);
});

test.each([
  ["line ends of another system", "a\r\nb\r\n", "a\nb\n"],
  ["a byte order mark", "a", "\uFEFFa"],
])("%s are the same text", (_what, one, other) => {
  expect(staleOf(source("src/a.ts", { built: one, text: other }))).toEqual([]);
});

test("texts that a loader made before the bundler are no texts of files: times decide", () => {
  const loaded = ["src/a.ts", "src/b.ts"].map((file) => source(file, { built: "compiled" }));
  expect(staleOf(...loaded)).toEqual([]);
  expect(staleOf(...loaded, source("src/c.js", { built: "now" }))).toEqual([]);
  expect(staleOf(source("src/a.ts", { built: "compiled", writtenMs: built + 1 }), source("src/b.ts", { built: "compiled" }))).toEqual([
    "src/a.ts",
    "src/b.ts",
  ]);
  expect(staleOf(source("src/a.ts", { built: "before" }), source("src/b.ts", { built: "now" }))).toEqual(["src/a.ts"]);
});

test("components and styles have parts of their text in maps: times decide", () => {
  expect(staleOf(source("src/App.vue", { built: "<script> alone" }))).toEqual([]);
  expect(staleOf(source("src/App.vue", { built: "<script> alone", writtenMs: built + 60_000 }))).toEqual(["src/App.vue"]);
});

test("without a text, an edit after the build is stale at once", () => {
  expect(staleOf(source("src/a.ts", { writtenMs: built + 5 }))).toEqual(["src/a.ts"]);
  expect(staleOf(source("src/a.ts", { writtenMs: built - 5 }))).toEqual([]);
});

test("a checkout writes sources after committed output, within some seconds", () => {
  const cloned = { writtenMs: built + 900, bornMs: built + 900 };
  expect(staleOf(source("src/a.ts", cloned), source("src/b.ts", cloned))).toEqual([]);
  expect(staleOf(source("src/a.ts", { writtenMs: built + 60_000, bornMs: built + 60_000 }))).toEqual(["src/a.ts"]);
});

test("a system that does not report when a file was created has the checkout's time as tolerance", () => {
  expect(staleOf(source("src/a.ts", { writtenMs: built + 900, bornMs: 0 }))).toEqual([]);
  expect(staleOf(source("src/a.ts", { writtenMs: built + 11_000, bornMs: 0 }))).toEqual(["src/a.ts"]);
});

test("a compiler's digest that is the same excuses a newer time", () => {
  expect(staleOf(source("src/a.ts", { isSame: true, writtenMs: built + 60_000 }))).toEqual([]);
  expect(staleOf(source("src/a.ts", { isSame: false, writtenMs: built + 60_000 }))).toEqual(["src/a.ts"]);
});
