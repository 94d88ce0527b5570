import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { nodeMajors } from "../../workbench/node-versions.mjs";
import { ask } from "../requests/recorded-pass.ts";
import { recordedCounts } from "./recorded-counts.ts";

const program = path.join(import.meta.dirname, "../../fixtures/counts/kinds.cjs");
const [requestsBefore, requestsInWindow] = [40, 80];

/** What the program says of its own lines: for a request. */
const expected = readFileSync(program, "utf8")
  .split("\n")
  .flatMap((text, index) => {
    const said = /\/\/ ×(\d+)$/.exec(text)?.[1];
    return said === undefined ? [] : [{ line: index + 1, text: text.trim(), perRequest: Number(said) }];
  });

async function send(port: number, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent++) await ask(port, "/");
}

test.for(nodeMajors)("Node %s: every line of every kind of code is counted exactly, from the app's start on", async (major) => {
  expect(expected.length).toBeGreaterThan(200);
  const { counts } = await recordedCounts(
    { program, major },
    (port) => send(port, requestsInWindow),
    (port) => send(port, requestsBefore),
  );
  expect(counts.requests).toBe(requestsBefore + requestsInWindow);
  const [source] = counts.sources.filter(({ path: file }) => file.endsWith("kinds.cjs"));
  const lines = new Map(source?.lines.map((line) => [line.line, line.count / counts.requests]));
  expect(expected.map((each) => ({ ...each, perRequest: lines.get(each.line) }))).toEqual(expected);
});

test("the lines of a bundle's sources are counted as exactly, by its source map", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-counts-"));
  try {
    const bundle = path.join(folder, "bundle.cjs");
    const options = { bundle: true, platform: "node", format: "cjs", minifyIdentifiers: true, sourcemap: "inline" } as const;
    await build({ ...options, entryPoints: [program], outfile: bundle });
    const { counts } = await recordedCounts({ program: bundle, major: 20 }, (port) => send(port, requestsInWindow));
    const [source] = counts.sources.filter(({ path: file }) => file.endsWith("kinds.cjs"));
    const lines = new Map(source?.lines.map((line) => [line.line, line.count / counts.requests]));
    expect(expected.map((each) => ({ ...each, perRequest: lines.get(each.line) }))).toEqual(expected);
  } finally {
    await rm(folder, { recursive: true });
  }
});
