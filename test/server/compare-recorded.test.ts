import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoadDefaults } from "../../language-server/analysis/load/load.ts";
import { isChange } from "../../language-server/analysis/compare/chance/verdict.ts";
import { compare } from "../../language-server/protocol/compare/compare.ts";
import type { Comparison } from "../../language-server/protocol/compare/comparison.ts";
import { recordedSample } from "../samples/recorded-sample.ts";
import { plantedLine, samples } from "../samples/samples.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { recordService } from "../drivers/server/recorded-load.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const load: LoadDefaults = {
  path: "/test",
  headers: { "accept-encoding": "gzip" },
  connections: 20,
  durationSeconds: 3,
  warmupSeconds: 1,
};
let runsFolder: string;
let bundle: string;

beforeAll(async () => {
  runsFolder = await mkdtemp(path.join(tmpdir(), "heatline-compare-"));
  bundle = await bundleServer();
});
afterAll(() => rm(runsFolder, { recursive: true }));

function record(): Promise<string> {
  const folder = path.resolve(import.meta.dirname, "../../samples/koa-listener-leak/after");
  return recordService({ folder, program: "server.js", runsFolder, load });
}

function changed(rows: Comparison["functions"] | Comparison["lines"]): readonly string[] {
  return rows.filter(({ verdict }) => isChange(verdict)).map((row) => `${row.verdict} ${row.label} ${row.delta}`);
}

test("of three runs of an unchanged app two have no difference, however busy the machine", { tags: "thorough" }, async () => {
  const runs = [await record(), await record(), await record()];
  await using client = await LspClient.start(bundle);
  const found: (readonly string[])[] = [];
  for (const [base, next] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ] as const) {
    const comparison = await client.request(compare, { baseFolder: runs[base], newFolder: runs[next] });
    expect(comparison.functions.length).toBeGreaterThan(50);
    expect(comparison.functions.every(({ edited }) => !edited)).toBe(true);
    found.push([...changed(comparison.functions), ...changed(comparison.lines)]);
  }
  // Now and then one run differs from both others, in one function and its line: one of thirty did.
  expect(found).toContainEqual([]);
});

test("the fixed line is the top improvement, nothing unrelated is called different, and the ratio is that of the load reports", async () => {
  const { before: base, after: next } = await recordedSample("koa-listener-leak");
  await using client = await LspClient.start(bundle);
  const comparison = await client.request(compare, { baseFolder: base, newFolder: next });
  const [sample] = samples;
  if (sample?.name !== "koa-listener-leak") throw new Error("The planted line is of another sample.");
  expect(comparison.lines[0]).toMatchObject({
    label: `etagger.js:${await plantedLine(sample)}`,
    text: sample.plantedText,
    functionName: "rememberEtag",
    verdict: "faster",
  });
  // `emit`, whose time counts for its caller in announce.js, no longer walks through thousands of listeners.
  const isPartOfFix = ({ label, verdict }: Pick<Comparison["lines"][number], "label" | "verdict">): boolean =>
    label.startsWith("etagger.js:") || (label.startsWith("announce.js:") && /faster|vanished/.test(verdict));
  expect(comparison.lines.filter((line) => isChange(line.verdict) && !isPartOfFix(line))).toEqual([]);
  expect(comparison.functions[0]).toMatchObject({ name: "rememberEtag", edited: false });
  const own = comparison.functions.filter(({ category, verdict }) => category === "own" && isChange(verdict));
  expect(own.filter((row) => !isPartOfFix(row))).toEqual([]);
  const [before, after] = [comparison.base.load?.requestsPerSecond ?? 0, comparison.next.load?.requestsPerSecond ?? 0];
  expect(before).toBeGreaterThan(0);
  expect(comparison.loadRatio).toBeCloseTo(after / before, 10);
  expect(comparison.loadRatio).toBeGreaterThan(2);
  expect(comparison.per).toBe("request");
  const { load: _load, ...head } = comparison.next;
  expect(head).toMatchObject({ folder: next, recorder: "exact" });
});
