import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { JsonComparison } from "../../language-server/reports/json-comparison.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-compare-files-"));
const stacks = path.join(import.meta.dirname, "../fixtures/stacks");
const [one, other] = ["table.perf-1.txt.gz", "table.perf-2.txt.gz"].map((name) => path.join(stacks, name)) as [string, string];

beforeAll(async () => {
  cli = await buildCommandLine();
});

async function compared(before: string, after: string): Promise<{ readonly code: number | null; readonly ratio: number }> {
  const { code, out } = await cli.run(["compare", before, after, "--fail-above", "10", "--json"]);
  const { busy } = JSON.parse(out) as JsonComparison;
  return { code, ratio: busy.after / busy.before };
}

test("two recordings by perf of the same program are within the limit, in either order", async () => {
  for (const files of [[one, other] as const, [other, one] as const]) {
    const { code, ratio } = await compared(...files);
    expect([files, code]).toEqual([files, 0]);
    expect(Math.abs(Math.log(ratio))).toBeLessThan(0.1);
  }
});

test("a recording by perf in which a tenth of the time was busy is exceeded by far", async () => {
  const lazy = path.join(folder, "lazy.txt");
  const samples = gunzipSync(readFileSync(one)).toString().trimEnd().split("\n\n");
  const few = samples.filter((_, index) => index % 10 === 0 || index === samples.length - 1);
  writeFileSync(lazy, few.map((sample) => `${sample}\n\n`).join(""));
  const { code, ratio } = await compared(lazy, one);
  expect(code).toBe(3);
  expect(ratio).toBeGreaterThan(5);
});
