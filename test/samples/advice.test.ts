import { beforeAll, expect, test } from "vitest";
import { type AdviceItem, runAdvice } from "../../language-server/protocol/callers.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";
import { putInPlace, type RecordedSample, recordedSample } from "./recorded-sample.ts";
import type { Variant } from "./samples.ts";
import { someOf } from "../workbench/some-of.mjs";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

async function adviceOn(recorded: RecordedSample, variant: Variant): Promise<readonly AdviceItem[]> {
  await putInPlace(recorded, variant);
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: recorded[variant] });
  return await client.request(runAdvice, {});
}

/** The fault in each sample's README: a rule and a line, or several equally affected lines, of which chance decides the hottest. */
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

test.each(someOf(1, Object.entries(faults)))(
  "%s: the planted fault is reported at its line, and is gone after the fix",
  async (sample, planted) => {
    const recorded = await recordedSample(sample);
    const before = await adviceOn(recorded, "before");
    const found = before.map(({ rule, label }) => `${rule} ${label}`);
    for (const [rule, ...places] of planted)
      expect(places.map((place) => `${rule} ${place}`).some((fault) => found.includes(fault))).toBe(true);
    // The planted line comes first in the advice on code.
    expect(before.find(({ label }) => label !== "")).toMatchObject({ rule: planted[0]?.[0], label: planted[0]?.[1] });
    const after = await adviceOn(recorded, "after");
    expect(after.filter(({ rule }) => planted.some(([fault]) => fault === rule))).toEqual([]);
  },
);
