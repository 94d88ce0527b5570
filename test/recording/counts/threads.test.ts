import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ask } from "../requests/recorded-pass.ts";
import { recordedCounts } from "./recorded-counts.ts";

const program = path.join(import.meta.dirname, "../../fixtures/counts/threads.cjs");
const requests = 20;

async function send(port: number): Promise<void> {
  for (let sent = 0; sent < requests; sent++) await ask(port, "/");
}

test("workers and children count with the main thread, also where the user has V8 write coverage of its own", async () => {
  const coverage = await mkdtemp(path.join(os.tmpdir(), "heatline-coverage-"));
  try {
    const { counts, run } = await recordedCounts({ program, major: 20, env: { NODE_V8_COVERAGE: coverage } }, send);
    expect(counts.requests).toBe(requests);
    expect(run.threads.map(({ name }) => name.replace(/\d+/, "N"))).toEqual(["main", "worker N", "child N"]);
    const [source] = counts.sources.filter(({ path: file }) => file.endsWith("threads.cjs"));
    expect(source?.functions.find(({ name }) => name === "shared")?.count).toBe(3 * requests);
    expect(source?.lines.find(({ line }) => line === 8)?.count).toBe(3 * requests);
    expect(run.problems.map(({ code }) => code)).toContain("counts.ownCoverage");
  } finally {
    await rm(coverage, { recursive: true });
  }
});
