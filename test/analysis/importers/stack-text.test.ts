import { readFile } from "node:fs/promises";
import path from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../../language-server/analysis/importers/importer.ts";
import { textFrame } from "../../../language-server/analysis/importers/stack-text.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";
import { analysed } from "../costs/drawn-costs.ts";

/** 14 samples recorded with `perf record -g` of `node --perf-basic-prof` 20. */
const perfFile = path.join(import.meta.dirname, "../../fixtures/stacks/hash.perf-script.txt");

function read(text: string): ImportedFile & { readonly format: string } {
  const importer = importerFor(text.slice(0, 4096));
  if (importer?.reads !== "text") throw new Error(`Not recognised as a text of stacks: ${importer?.name}`);
  return { ...importer.read(text), format: importer.name };
}

/** Number of samples with each function on the stack. */
function totals({ functions, stacks, samples }: Profile): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of samples.stack) {
    const names = new Set<string>();
    for (let at = row; at !== -1; at = stacks.prefix[at] as number) names.add(functions.name[stacks.func[at] as number] as string);
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

test("perf's own output: functions with their places, callers first, and a note on what it lacks", async () => {
  const { format, threads, problems, hasPositions } = read(await readFile(perfFile, "utf8"));
  expect(format).toBe("perf script output");
  expect(hasPositions).toBe(false);
  expect(threads.map(({ name }) => name)).toEqual(["node 7583"]);
  const { profile } = threads[0]!;
  expect(profile.samples.stack).toHaveLength(14);
  expect(totals(profile).get("outer")).toBe(12);
  expect(totals(profile).get("leaf")).toBe(2);
  const outer = profile.functions.name.indexOf("outer");
  expect([profile.functions.line[outer], profile.functions.column[outer]]).toEqual([3, 14]);
  expect(profile.scripts.url[profile.functions.script[outer] as number]).toBe("file:///projects/hash/app.mjs");
  expect(profile.samples.time[0]).toBe(0);
  expect(profile.interval).toBeGreaterThan(0);
  expect(problems).toEqual([{ code: "perfScript.onlyFunctions", count: 1 }]);
});

test("for perf's output of an app without --perf-basic-prof a problem says what to do", () => {
  const text =
    "node 42 1.000: 1 cycles:\n\t7f [unknown] (/tmp/x)\n\t55 main+0x1 (/usr/bin/node)\n\nnode 42 1.001: 1 cycles:\n\t7f [unknown] (/tmp/x)\n";
  const { problems, threads } = read(text);
  expect(threads[0]?.profile.interval).toBeCloseTo(1000);
  expect(problems).toMatchObject([{ code: "perfScript.noJavaScript" }, { code: "perfScript.unnamed", count: 2 }]);
});

test.each([
  "node  7583  2652.814749:    1001001 cpu-clock: ",
  "node 7583/7590 [001] 2652.814749: 1001001 cycles:u: ",
  "node 7583 [000] d..1. 2652.814749: 250000 cpu-clock:pppH: ",
  "V8 DefaultWorke  7583  2652.814749:    1001001 cpu-clock: ",
])("a sample of perf begins like %s", (head) => {
  const { threads } = read(`# captured on a Sunday\n\n${head}\n\t55 main+0x1 (/usr/bin/node)\n\n`);
  expect(threads[0]?.profile.samples.stack).toHaveLength(1);
});

test("collapsed stacks: each count is that many samples", () => {
  const { format, threads, problems } = read(
    "main (app.js:1);hash (util.js:3:5) 3\nmain (app.js:1);JS:*hash /app/util.js:3:5_[j] 2\nread 1\n",
  );
  expect(format).toBe("collapsed stacks");
  const { profile } = threads[0]!;
  expect(Object.fromEntries(totals(profile))).toEqual({ main: 5, hash: 5, read: 1 });
  expect(problems).toHaveLength(1);
});

test.each([
  ["main;hot 30 45\nmain;cold 10 5\nmain;gone 20 0\n"],
  ["main;hot 0 45\nmain;cold 0 5\n"],
  ["# a comment\nmain (app.js:1);hash (util.js:3:5) 12.5 0\nmain (app.js:1) 1 2\n"],
  ["main;hot\t30\t20\nmain;cold\t1\t2\n"],
  ["main;hot\t30\t20\r\nmain;cold\t1\t2\r\n"],
  ["main;hot -5\nmain;cold 3\n"],
  ["main;hot 5\nmain;cold\t-3.5\n"],
  ["main;hot 5 -5\nmain;cold -3 0\n"],
  [`${"main;hot 5\n".repeat(30)}main;cold -3\n`],
])("stacks with the numbers of two profiles, or with negative ones, are refused as a difference: %j", (text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ coded: { code: "collapsed.isDifference", values: {} } }));
});

test("a tab may stand before the count", () => {
  expect(Object.fromEntries(totals(read("main;worker 2\t45\nmain;step -3\t5\n").threads[0]!.profile))).toEqual({
    main: 50,
    "worker 2": 45,
    "step -3": 5,
  });
});

test("a function whose name ends with a number is no difference, and an offset is not part of a name", () => {
  expect(Object.fromEntries(totals(read("main+0x5f;worker 2 45\nmain+0x1;hash+0x1f_[j] 5\n").threads[0]!.profile))).toEqual({
    main: 50,
    "worker 2": 45,
    hash: 5,
  });
  const own = "# Heatline: samples, 1000 microseconds per sample 0\nmain;worker 2 45\n";
  expect(Object.fromEntries(totals(read(own).threads[0]!.profile))).toEqual({ main: 45, "worker 2": 45 });
});

test.each(["[unknown];main 3\n", "[kernel.kallsyms];[libc.so.6] 3\n", "[42];main 3\n"])(
  "collapsed stacks may begin with a bracket: %s",
  (text) => {
    expect(read(text.repeat(3)).format).toBe("collapsed stacks");
  },
);

test("collapsed stacks of V8 14: code that was entered in a loop is the same function", () => {
  const { threads } = read(
    ["o*hotOne", "*hotOne", "~hotOne", "o+hotOne"].map((name) => `node;JS:${name} file:///app/hot.mjs:9:16 25\n`).join(""),
  );
  expect(Object.fromEntries(totals(threads[0]!.profile))).toEqual({ node: 100, hotOne: 100 });
});

test("collapsed output of current perf is in nanoseconds: it gives as many samples as periods, with the same shares", () => {
  const { threads, problems } = read("# a comment\nmain;hash (/app/util.js:3) 27027027\nmain;read 9009009\n");
  const { profile } = threads[0]!;
  expect(Object.fromEntries(totals(profile))).toEqual({ main: 4, hash: 3, read: 1 });
  expect(profile.interval).toBeCloseTo(9009.009);
  expect(problems).toMatchObject([{ code: "collapsed.nanoseconds" }]);
});

test("amounts of an unknown unit are weights, also with decimals", () => {
  const { threads, problems } = read("main;hash (/app/util.js:3) 12.5\nmain;read 37.5\n");
  const { costs } = analysed(threads[0]!.profile);
  expect(costs.functions.map(({ name, totalTicks }) => [name, totalTicks / costs.busyTicks])).toEqual([["hash", 0.25]]);
  expect(costs.samples).toBe(2);
  expect(problems).toMatchObject([{ code: "collapsed.unknownUnit" }]);
});

test("a first stack that is longer than the part used to detect the format is recognised", () => {
  const frames = Array.from(
    { length: 60 },
    (_, at) => `aFunctionOfSomeLength${at} (/projects/service/source/some-folder/file-${at}.js:${at}:12)`,
  );
  expect(read(`${frames.join(";")} 3\n`).threads[0]?.profile.samples.stack).toHaveLength(3);
});

test("perf: all threads of a recording have one interval, the period if the event is a clock", () => {
  const sample = (thread: number, time: number): string =>
    `node 42/${thread} ${time.toFixed(6)}:    1000000 cpu-clock:ppp: \n\t55 main+0x1 (/usr/bin/node)\n\n`;
  const text = [1, 1.001, 1.002, 1.003].map((at) => sample(42, at)).join("") + [1, 1.3, 1.7].map((at) => sample(43, at)).join("");
  expect(read(text).threads.map(({ name, profile }) => [name, profile.interval, profile.samples.stack.length])).toEqual([
    ["node 42", 1000, 4],
    ["node 43", 1000, 3],
  ]);
});

test("perf: with a sampling frequency the periods are weights; of several events only one counts", () => {
  const sample = (time: number, period: number, event: string): string =>
    `node 42 ${time.toFixed(6)}: ${period} ${event}: \n\t55 f${period}+0x1 (/usr/bin/node)\n\n`;
  const { threads, problems } = read(sample(1, 100, "cycles:u") + sample(1.001, 300, "cycles:u") + sample(1.002, 5, "cache-misses"));
  const { samples, interval } = threads[0]!.profile;
  expect(Array.from(samples.weight ?? [], (weight) => weight * interval).map(Math.round)).toEqual([500, 1500]);
  expect(problems).toContainEqual({ code: "perfScript.otherEvents", count: 1 });
});

test.each([
  ["a header", (text: string) => `# ========\n# captured on    : Wed\n${"# event : name = cpu-clock\n".repeat(400)}# ========\n#\n${text}`],
  ["source lines", (text: string) => text.replaceAll(/\)\n/g, ")\n  dl-lookup.c:400\n")],
  ["instructions", (text: string) => text.replaceAll(/\n\n/g, "\n insn: 44 89 da\n")],
  ["processes", (text: string) => text.replaceAll("node 42", "node 42/42")],
  ["no files", (text: string) => text.replaceAll(/ \(.*\)\n/g, "\n")],
  ["no events", (text: string) => text.replaceAll(/1000000 cpu-clock:ppp: /g, "")],
  ["no times", (text: string) => text.replaceAll(/\d+\.\d+:/g, "")],
])("perf's output with %s is read", (_what, change) => {
  const text = "node 42 1.000000:    1000000 cpu-clock:ppp: \n\t 55 JS:*hash /app/util.js:3:5+0x1a (/tmp/perf-42.map)\n\n";
  const { format, threads } = read(change(text.repeat(3)));
  expect(format).toBe("perf script output");
  expect(Object.fromEntries(totals(threads[0]!.profile))).toEqual({ hash: 3 });
});

test.each([
  ["JS:*hash /app/util.js:24:11", { name: "hash", url: "/app/util.js", line: 24, column: 11 }],
  ["LazyCompile:~get size file:///app/a b.mjs:7", { name: "get size", url: "file:///app/a b.mjs", line: 7, column: 0 }],
  ["JS:^ node:crypto:1:1", { name: "", url: "node:crypto", line: 1, column: 1 }],
  ["*hash /app/util.js:24:11", { name: "hash", url: "/app/util.js", line: 24, column: 11 }],
  ["JS:*hash C:\\app\\util.js:24:11", { name: "hash", url: "C:\\app\\util.js", line: 24, column: 11 }],
  ["hash (/app/util.js:24:11)", { name: "hash", url: "/app/util.js", line: 24, column: 11 }],
  ["JS:o*hotOne file:///app/hot.mjs:9:16", { name: "hotOne", url: "file:///app/hot.mjs", line: 9, column: 16 }],
  ["JS:o+hotOne file:///app/hot.mjs:9:16", { name: "hotOne", url: "file:///app/hot.mjs", line: 9, column: 16 }],
  ["JS:o+'hotOne file:///app/hot.mjs:9:16", { name: "hotOne", url: "file:///app/hot.mjs", line: 9, column: 16 }],
  ["JS:*'burn file:///app/hot.mjs:2:14", { name: "burn", url: "file:///app/hot.mjs", line: 2, column: 14 }],
  ["JS:o2 /app/odd.cjs:8:12", { name: "o2", url: "/app/odd.cjs", line: 8, column: 12 }],
  ["o*hotOne /app/hot.mjs:9:16", { name: "hotOne", url: "/app/hot.mjs", line: 9, column: 16 }],
  ["JS:o*odd name; x /app/odd.cjs:7:26", { name: "odd name; x", url: "/app/odd.cjs", line: 7, column: 26 }],
  ["JS:*vmed /app/my dir (1)/a b.js:1:15", { name: "vmed", url: "/app/my dir (1)/a b.js", line: 1, column: 15 }],
  [
    "JS:*inData data:text/javascript,f(n) { x + 1; }:1:23",
    { name: "inData", url: "data:text/javascript,f(n) { x + 1; }", line: 1, column: 23 },
  ],
  ["JS:*http://x:1:2 /app/odd.cjs:7:238", { name: "http://x:1:2", url: "/app/odd.cjs", line: 7, column: 238 }],
  ["JS:*evalled :1:18", { name: "evalled", url: "", line: 1, column: 18 }],
  ["LazyCompile:_tickDomainCallback node.js:387", { name: "_tickDomainCallback", url: "node.js", line: 387, column: 0 }],
  ["JS:*wasm-function[3]", { name: "wasm-function[3]", url: "", line: 0, column: 0 }],
  ["Function::Call", { name: "Function::Call", url: "", line: 0, column: 0 }],
  ["v8::internal::Heap::CollectGarbage", { name: "v8::internal::Heap::CollectGarbage", url: "", line: 0, column: 0 }],
])("the frame %s", (text, frame) => {
  expect(textFrame(text)).toEqual(frame);
});

test("text that is not a stack is reported, not guessed", () => {
  expect(importerFor("hello\nworld 12x\n")).toBeUndefined();
  expect(importerFor("some prose\nand 42\n")).toBeUndefined();
  expect(importerFor("GET /index 200\nGET /orders 404\n")).toBeUndefined();
  expect(importerFor("GET /index;id=1 200\nGET /orders;id=2 404\n")).toBeUndefined();
  expect(importerFor('127.0.0.1 - - [27/Nov/2026:01:02:03 +0000] "GET /a;id=1 HTTP/1.1" 200 12\n'.repeat(3))).toBeUndefined();
  expect(importerFor("Mozilla/5.0 (X11; Linux x86_64) 200\n".repeat(3))).toBeUndefined();
  expect(importerFor("cache miss 12\nquery a;b 7\nquery c 9\n")).toBeUndefined();
  expect(() => read("node 42 1.000: 1 cycles:\n\nnode 42 1.001: 1 cycles:\n")).toThrow(UserError);
  expect(read(`${"a;b 3\n".repeat(30)}nonsense\n`).problems).toContainEqual({
    code: "collapsed.badLines",
    count: 1,
  });
});

const piece = fc.constantFrom(
  "\n",
  "\r\n",
  "\t",
  " ",
  ";",
  ":",
  "(",
  ")",
  "+0x1a",
  "JS:*",
  "node",
  "hash",
  "/app/util.js:24:11",
  "7f12 ",
  "1.5",
  "42",
  "_[j]",
  "é",
);

/** Whether every sample has a valid stack, or the text was rejected with a message. */
function isSoundOrRefused(text: string): boolean {
  try {
    return read(text).threads.every(({ profile }) => profile.samples.stack.every((row) => row < profile.stacks.prefix.length));
  } catch (error) {
    return error instanceof UserError;
  }
}

test("property: any text of stacks is read into valid tables or refused with a reason", () => {
  fc.assert(
    fc.property(fc.constantFrom("node 42 1.000: 1 cycles:\n", "a;b 1\n"), fc.array(piece, { maxLength: 300 }), (head, pieces) => {
      expect(isSoundOrRefused(`${head.repeat(20)}${pieces.join("")}`)).toBe(true);
    }),
  );
});

test.each(["(".repeat(200_000), "a (".repeat(100_000), "1 ".repeat(200_000), "JS:" + ":1".repeat(100_000)])(
  "a line that no tool prints is passed over in no time",
  (long) => {
    const perf = read(`node 42 1.000: 1 cycles:\n\t55 main+0x1 (/usr/bin/node)\n${long}\n\t55 ${long} (x)\n`);
    expect(perf.threads[0]?.profile.samples.stack).toHaveLength(1);
    expect(totals(read(`${"a;b 3\n".repeat(1000)}${long} 2\n`).threads[0]!.profile).get("a")).toBe(3000);
  },
);
