import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../../language-server/analysis/importers/importer.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";
import { pprofImporter } from "../../../language-server/analysis/importers/pprof/pprof.ts";

const corpus = path.join(import.meta.dirname, "../../fixtures/corpus");
const bytesOf = (name: string): Buffer => gunzipSync(readFileSync(path.join(corpus, name)));

function read(text: string): ImportedFile {
  const importer = importerFor(text.slice(0, 4096));
  if (importer?.name !== "OpenTelemetry profile" || importer.reads !== "text") throw new Error(`Taken for ${importer?.name ?? "nothing"}.`);
  return importer.read(text);
}

function readBytes(bytes: Uint8Array): ImportedFile {
  const importer = importerFor(Buffer.from(bytes.subarray(0, 4096)).toString("latin1"));
  if (importer?.reads !== "binary") throw new Error(`Taken for ${importer?.name ?? "nothing"}.`);
  return importer.read(bytes, { name: "app.otlp" });
}

/** `hot` is called by `main`, at two places; the second of its samples has only times. */
const dictionary = {
  stringTable: ["", "main", "/srv/app/a.js", "hot", "samples", "count", "cpu", "ns", "thread.name", "wall", "nanoseconds"],
  functionTable: [{}, { nameStrindex: 1, filenameStrindex: 2, startLine: "10" }, { nameStrindex: 3, filenameStrindex: 2, startLine: "2" }],
  locationTable: [
    {},
    { lines: [{ functionIndex: 1, line: "12", column: "3" }] },
    { lines: [{ functionIndex: 2, line: "4" }] },
    { lines: [{ functionIndex: 2, line: "5" }] },
  ],
  stackTable: [{}, { locationIndices: [2, 1] }, { locationIndices: [3, 1] }],
  attributeTable: [{}, { keyStrindex: 8, value: { stringValue: "worker" } }],
  mappingTable: [{}],
};

function collected(profiles: readonly object[], attributes: readonly object[] = []): string {
  return JSON.stringify({ resourceProfiles: [{ resource: { attributes }, scopeProfiles: [{ profiles }] }], dictionary });
}

const counted = {
  sampleType: { typeStrindex: 4, unitStrindex: 5 },
  periodType: { typeStrindex: 6, unitStrindex: 7 },
  period: "2000000",
  samples: [
    { stackIndex: 1, values: ["3"] },
    { stackIndex: 2, timestampsUnixNano: ["1795869806154581732", "1795869806226618142"] },
    { stackIndex: 1, values: ["1"], attributeIndices: [1] },
  ],
};

/** How many samples each line was innermost in. */
function linesOf({ threads }: ImportedFile, thread = 0): ReadonlyMap<number, number> {
  const { samples, stacks } = threads[thread]!.profile;
  const counts = new Map<number, number>();
  for (const row of samples.stack) counts.set(stacks.line[row] as number, (counts.get(stacks.line[row] as number) ?? 0) + 1);
  return counts;
}

test("lines of all frames, samples by their values or times, and threads by their names", () => {
  const file = read(collected([counted]));
  expect(file.threads.map(({ name, profile }) => [name, profile.samples.stack.length, profile.interval])).toEqual([
    ["main", 5, 2000],
    ["worker", 1, 2000],
  ]);
  expect([...linesOf(file)]).toEqual([
    [4, 3],
    [5, 2],
  ]);
  expect(file.problems.map(({ code }) => code)).toEqual(["otlp.foreignLines"]);
});

test("the collector's file has an object on each line, each with tables of its own", () => {
  const process = (pid: string): object[] => [
    { key: "process.executable.name", value: { stringValue: "node" } },
    { key: "process.pid", value: { intValue: pid } },
  ];
  const file = read(`${collected([counted], process("7"))}\n${collected([counted], process("8"))}\n`);
  expect(file.threads.map(({ name }) => name)).toEqual(["node (7)", "node (7): worker", "node (8)", "node (8): worker"]);
  expect(file.threads.map((_, thread) => linesOf(file, thread).get(4))).toEqual([3, 1, 3, 1]);
});

test("of several sample types CPU time is shown, and others can be chosen", () => {
  const timed = (type: number, values: readonly string[]): object => ({
    sampleType: { typeStrindex: type, unitStrindex: 10 },
    samples: values.map((value, index) => ({ stackIndex: index + 1, values: [value] })),
  });
  const file = read(collected([timed(9, ["1000000", "9000000"]), timed(6, ["1000000", "1000000"])]));
  expect(file.sampleTypes).toMatchObject({ shown: "cpu", choices: [{ id: "cpu" }, { id: "wall", isTime: true }] });
  const wall = file.withType?.("wall");
  expect(wall?.duration).toBe(10_000);
  expect(wall?.problems.map(({ code }) => code)).toContain("otlp.foreignLines");
});

test("early versions, which have no table of stacks, are refused by name", () => {
  const { stackTable: _, ...early } = dictionary;
  const text = JSON.stringify({
    dictionary: early,
    resourceProfiles: [{ scopeProfiles: [{ profiles: [{ sample: [{ locationsLength: 2 }] }] }] }],
  });
  expect(() => read(text)).toThrow(expect.objectContaining({ coded: { code: "otlp.oldVersion", values: {} } }) as Error);
  expect(() => read(collected([{ ...counted, samples: [] }]))).toThrow(
    expect.objectContaining({ coded: { code: "otlp.empty", values: {} } }) as Error,
  );
  expect(() => read('{"resourceProfiles":[')).toThrow(UserError);
});

test("protobuf and JSON of one recording are the same profile", () => {
  for (const writer of ["async-profiler", "jfrconv"])
    expect(readBytes(bytesOf(`${writer}.otlp.pb.gz`)).threads).toEqual(read(bytesOf(`${writer}.otlp.json.gz`).toString()).threads);
});

/** Whether the bytes are read, or refused with a message; throws for anything else. */
function isReadOrRefused(bytes: Uint8Array): boolean {
  const importer = importerFor(Buffer.from(bytes.subarray(0, 4096)).toString("latin1"));
  try {
    if (importer?.reads === "text") return importer.read(Buffer.from(bytes).toString()).threads.length > 0;
    return importer?.reads !== "binary" || importer.read(bytes, { name: "app.otlp" }).threads.length > 0;
  } catch (error) {
    if (error instanceof UserError) return true;
    throw error;
  }
}

test("damaged bytes are refused, or what is left of them is read", () => {
  const bytes = bytesOf("async-profiler.otlp.pb.gz");
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
      expect(isReadOrRefused(Uint8Array.from(isCut ? bytes.subarray(0, at) : bytes.with(at, byte)))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

/** A copy for each part of a value, with `odd` in the place of that part. */
function* withOdd(value: unknown, odd: unknown): Generator {
  yield odd;
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value))
    for (const each of withOdd(part, odd)) yield Array.isArray(value) ? value.with(Number(key), each) : { ...value, [key]: each };
}

test.each([[{}], [[7]], [null], [true], [-1], [1.5], [1e300], ["x"], ["__proto__"], ["constructor"]])(
  "with %j in the place of any part a file is read, or refused",
  (odd) => {
    const resource = { attributes: [{ key: "service.name", value: { stringValue: "api" } }] };
    for (const part of withOdd({ resourceProfiles: [{ resource, scopeProfiles: [{ profiles: [counted] }] }], dictionary }, odd))
      expect(isReadOrRefused(Buffer.from(JSON.stringify(part)))).toBe(true);
  },
);

test("no pprof file is taken for OpenTelemetry's", () => {
  for (const name of ["go-cpu", "google-cpp", "google-wall", "go-tool-pprof", "datadog-wall.node20", "datadog-lines.node24"])
    expect(importerFor(bytesOf(`${name}.pb.gz`).toString("latin1", 0, 4096))).toBe(pprofImporter);
});
