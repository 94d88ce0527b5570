import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { LoadDefaults } from "../../language-server/analysis/load/load.ts";
import { type AdviceItem, openRun, runAdvice } from "../../language-server/protocol/protocol.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { recordService } from "../drivers/server/recorded-load.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const root = path.resolve(import.meta.dirname, "../..");
const whole = { durationSeconds: 10, warmupSeconds: 2 };
const short = { durationSeconds: 5, warmupSeconds: 1 };
let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer("samples-advice");
  const tsc = path.join(root, "node_modules/.bin/tsc");
  for (const which of ["before", "after"]) {
    await promisify(execFile)(tsc, ["-p", path.join(root, "samples/ts-orders", which, "tsconfig.json")]);
  }
});

/**
 * Records a sample under the load that its package.json asks for, for as long as Heatline asks for by itself where a leak has to grow, else for a
 * shorter time, and asks for advice.
 */
async function adviceOn(sample: string): Promise<readonly AdviceItem[]> {
  const folder = path.join(root, "samples", sample);
  const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
    readonly heatline: { readonly load: LoadDefaults };
  };
  const isCompiled = sample.startsWith("ts-orders");
  const run = await recordService({
    folder,
    program: isCompiled ? "dist/server.js" : "server.js",
    runsFolder: await mkdtemp(path.join(tmpdir(), "heatline-samples-")),
    load: { ...manifest.heatline.load, ...(sample.startsWith("koa") ? whole : short) },
    runtimeArgs: isCompiled ? ["--enable-source-maps"] : [],
  });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  return await client.request(runAdvice, {});
}

/** The fault that each sample's README tells of: rule and line, or lines that have it alike: chance decides which of them has more ticks. */
const faults: Readonly<Record<string, readonly (readonly [rule: string, ...places: readonly string[]])[]>> = {
  "koa-listener-leak": [["listener-growth", "etagger.js:22"]],
  "express-login": [["synchronous-call", "passwords.js:9"]],
  "image-blur": [["javascript-kernel", "blur.js:28"]],
  "logging-framework": [
    ["stack-capture", "logger.js:30"],
    ["require-in-function", "books.js:4", "books.js:14"],
  ],
  "ts-orders": [["json-repeated", "tariff.ts:25"]],
};

test.each(Object.entries(faults))("%s: the planted fault is named at its line, and gone with the fix", async (sample, planted) => {
  const before = await adviceOn(`${sample}/before`);
  const found = before.map(({ rule, label }) => `${rule} ${label}`);
  for (const [rule, ...places] of planted)
    expect(places.map((place) => `${rule} ${place}`).some((fault) => found.includes(fault))).toBe(true);
  // Nothing else in the code is blamed more than the planted line.
  expect(before.find(({ label }) => label !== "")).toMatchObject({ rule: planted[0]?.[0], label: planted[0]?.[1] });
  const after = await adviceOn(`${sample}/after`);
  expect(after.filter(({ rule }) => planted.some(([fault]) => fault === rule))).toEqual([]);
});
