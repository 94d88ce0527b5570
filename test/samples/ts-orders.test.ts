// @module-tag thorough

import { readFile } from "node:fs/promises";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { expect, test } from "vitest";
import { RunningSample } from "./running-sample.ts";
import { plantedLine, sampleFile, samples, variants } from "./samples.ts";

interface Invoice {
  readonly lines: readonly { readonly cents: number }[];
  readonly totalCents: number;
}

const paths = ["/customers/1/invoice", "/customers/2/invoice", "/customers/3/invoice", "/customers/3/orders", "/customers/4/invoice", "/"];

test("before and after write the same invoices, also the second time", async () => {
  const [before, after] = await Promise.all(
    variants.map(async (variant) => {
      await using app = await RunningSample.start("ts-orders", variant);
      const answers = [];
      for (const path of [...paths, ...paths]) answers.push(await app.json(path));
      return answers;
    }),
  );
  expect(before).toEqual(after);
  expect(before?.slice(0, paths.length)).toEqual(before?.slice(paths.length));
  expect(before?.map((answer) => answer.status).slice(0, paths.length)).toEqual([200, 200, 200, 200, 404, 404]);
});

test("an invoice has a line for each order line, and their sum", async () => {
  await using app = await RunningSample.start("ts-orders", "before");
  const invoice = (await app.json("/customers/3/invoice")).body as Invoice;
  expect(invoice.lines).toHaveLength(156);
  expect(invoice.totalCents).toBe(invoice.lines.reduce((sum, line) => sum + line.cents, 0));
});

test("starting builds, with a source map that leads back to the planted line", async () => {
  await using app = await RunningSample.start("ts-orders", "before");
  expect((await app.get("/customers/1/invoice")).status).toBe(200);
  const built = (await readFile(sampleFile("ts-orders", "before", "dist/tariff.js"), "utf8")).split("\n");
  const map = new TraceMap(await readFile(sampleFile("ts-orders", "before", "dist/tariff.js.map"), "utf8"));
  const line = built.findIndex((text) => text.includes("JSON.parse(JSON.stringify(")) + 1;
  const column = built[line - 1]?.indexOf("JSON.parse") ?? -1;
  const sample = samples.find((candidate) => candidate.name === "ts-orders");
  expect(originalPositionFor(map, { line, column })).toMatchObject({
    source: "../src/tariff.ts",
    line: sample && (await plantedLine(sample)),
  });
});
