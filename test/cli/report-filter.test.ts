import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { makeOrdersApp, type OrdersApp } from "../drivers/server/orders-app.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
let app: OrdersApp;

beforeAll(async () => {
  [cli, app] = await Promise.all([buildCommandLine(), makeOrdersApp()]);
});

async function reported(...options: readonly string[]): Promise<string> {
  const { code, out, err } = await cli.run(["report", app.run, ...options], { cwd: app.folder });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

async function jsonOf(...options: readonly string[]): Promise<JsonReport> {
  return JSON.parse(await reported(...options, "--json")) as JsonReport;
}

/** `name self total` of each function and of what has no source. */
function rowsOf({ functions, others }: JsonReport): readonly string[] {
  return [...functions, ...others].map(({ name, selfTicks, totalTicks }) => `${name} ${selfTicks} ${totalTicks}`);
}

function sumOf({ functions, others, filter }: JsonReport): number {
  return [...functions, ...others].reduce((sum, { selfTicks }) => sum + selfTicks, filter?.leftOutTicks ?? 0);
}

test("the time of hidden kinds and functions counts for their callers, and the report says what is hidden", async () => {
  const kinds = ["--hide-kinds", "native,deps,gc"];
  const out = await reported(...kinds);
  expect(out).toContain(
    "Filter: hidden, counted for the callers: 74.5 % native code, 10.0 % dependencies, 8.0 % garbage collection · 8.0 % of the busy time has no shown caller and is left out",
  );
  // What the run is made of stays that of the whole.
  expect(out).toContain("dependencies 10.0 %");
  expect(out).toMatch(/10\.0 % +10\.0 % {2}load/);
  expect(out).not.toContain("parse ");
  const json = await jsonOf(...kinds);
  expect(json.filter).toEqual({
    hidden: [
      { kind: "native", ticks: 745 },
      { kind: "dependency", ticks: 100 },
      { kind: "gc", ticks: 80 },
    ],
    hiddenFunctionTicks: 0,
    notBelowTicks: 0,
    notInGroupTicks: 0,
    notInFileTicks: 0,
    leftOutTicks: 80,
  });
  expect(rowsOf(json)).toEqual(["handler 50 900", "hash 750 750", "load 100 100", "(program) 20 20"]);
  expect(json.busyTicks).toBe(1000);
  expect(sumOf(json)).toBe(1000);

  const hidden = await jsonOf("--hide", "hash", "--hide-kinds", "native");
  expect(hidden.functions.map(({ name, selfTicks }) => `${name} ${selfTicks}`)).toContain("handler 800");
  expect(hidden.filter?.hiddenFunctionTicks).toBe(5);
  expect(sumOf(hidden)).toBe(1000);
});

test("only samples below a function or through a file are counted, and shares stay those of all busy time", async () => {
  const below = await jsonOf("--below", "hash@util.js:3");
  expect(below.functions.map(({ name, totalTicks }) => `${name} ${totalTicks}`)).toEqual(["hash 750"]);
  expect(below.lines.map(({ file, line, totalTicks }) => `${path.basename(file)}:${line} ${totalTicks}`)).toEqual([
    "util.js:5 745",
    "util.js:4 5",
  ]);
  expect(below.filter).toMatchObject({ notBelowTicks: 250, leftOutTicks: 250 });
  expect(below.others).toEqual([]);
  expect(sumOf(below)).toBe(1000);
  const text = await reported("--below", "hash@util.js:3");
  expect(text).toContain("Filter: 25.0 % left out: only below hash\n");
  expect(text).toMatch(/75\.0 % +75\.0 % {2}hash/);
  expect(text).not.toContain("(program)");

  const inFile = await jsonOf("--file", "PARSER");
  expect(inFile.filter).toMatchObject({ notInFileTicks: 900, leftOutTicks: 900 });
  expect(sumOf(inFile)).toBe(1000);
  // Rows are chosen from what the filter left.
  expect(rowsOf(await jsonOf("--file", "PARSER", "--filter", "deps"))).toEqual(["parse 100 100"]);
});

test("without a filter, and with one that takes nothing away, the report is the same", async () => {
  const plain = await jsonOf();
  expect(plain.filter).toBeUndefined();
  expect(await jsonOf("--merge-recursion")).toEqual(plain);
  expect(await reported("--merge-recursion")).toBe(await reported());
  expect(rowsOf(plain)).toContain("(program) 20 20");
});

test("samples without a stack of their own stay (program), those left out do not become it", async () => {
  const file = path.join(app.folder, "names.txt");
  writeFileSync(file, "main;parse 3\nmain;collect 2\n(program) 5\n");
  const { code, out } = await cli.run(["report", file, "--below", "parse", "--json"]);
  const json = JSON.parse(out) as JsonReport;
  expect([code, json.filter?.leftOutTicks, rowsOf(json)]).toEqual([0, 7, ["parse 3 3"]]);
});

test.each([
  [["--hide-kinds", "deps,toys"], "--hide-kinds accepts own, deps, node, native, gc, program, compile, not “toys”.", 2],
  [["--below", "play"], "There is no function play in this profile. Name one as heatline report lists it, or as NAME@FILE:LINE.", 1],
])("%j is refused", async (options, sentence, exit) => {
  expect(await cli.run(["report", app.run, ...options])).toEqual({ code: exit, out: "", err: `heatline: ${sentence}\n` });
});
