import { expect, test } from "vitest";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../../language-server/analysis/importers/importer.ts";
import { hotPlace, selfOf } from "./firefox-sums.ts";

const meta = {
  interval: 2,
  categories: [
    { name: "Other", color: "grey" },
    { name: "Waiting", color: "transparent" },
  ],
};
const samples = { stack: [1, 2, null, 3, 1], time: [5, 7, 9, 11, 13], weight: [1, 1, 1, 1, 3], weightType: "samples" };
const strings = ["main", "hash", "/app/util.js", "0x12", "libc.so.6", "poll", "/app/app.js"];
const frames = { func: [0, 1, 2, 3], category: [0, null, 0, 1], line: [8, 4, null, null], column: [3, 10, null, null] };
const functions = {
  name: [0, 1, 3, 5],
  isJS: [true, true, false, false],
  resource: [-1, -1, 0, 0],
  lineNumber: [1, 2, null, null],
  columnNumber: [1, 14, null, null],
};
const resources = { lib: [0], name: [4], type: [1] };
const libs = [{ name: "libc.so.6" }];
/** main, main > hash, main > hash > libc, main > poll. */
const stackTable = { frame: [0, 1, 2, 3], prefix: [null, 0, 1, 0] };
const named = { ...functions, fileName: [6, 2, null, null] };
const shared = { stringArray: strings, resourceTable: resources, sources: { filename: [6, 2] } };
const offsets = { frame: stackTable.frame, prefixOffset: [0, 1, 1, 3] };

test.each([
  [
    "24, with everything in its thread",
    {
      meta: { ...meta, preprocessedProfileVersion: 24 },
      threads: [
        {
          name: "Main",
          samples,
          stackTable,
          frameTable: frames,
          funcTable: named,
          resourceTable: resources,
          stringArray: strings,
          libs,
        },
      ],
    },
  ],
  [
    "55, with the times between samples",
    {
      meta: { ...meta, preprocessedProfileVersion: 55 },
      libs,
      threads: [
        {
          name: "Main",
          samples: { ...samples, time: undefined, timeDeltas: [5, 2, 2, 2, 2] },
          stackTable,
          frameTable: frames,
          funcTable: named,
          resourceTable: resources,
          stringArray: strings,
        },
      ],
    },
  ],
  [
    "69, with shared tables",
    {
      meta: { ...meta, preprocessedProfileVersion: 69 },
      libs,
      shared: { ...shared, stackTable: offsets, frameTable: frames, funcTable: { ...functions, source: [0, 1, null, null] } },
      threads: [{ name: "Main", samples }],
    },
  ],
  [
    "75, with flags in place of null",
    {
      meta: { ...meta, preprocessedProfileVersion: 75 },
      libs,
      shared: {
        ...shared,
        stackTable: offsets,
        frameTable: {
          func: frames.func,
          category: [0, 9, 0, 1],
          line: [8, 4, 9, 9],
          column: [3, 10, 9, 9],
          flags: [4 + 16 + 32, 16 + 32, 4, 4],
        },
        funcTable: {
          name: functions.name,
          resource: [0, 0, 0, 0],
          source: [0, 1, 1, 1],
          lineNumber: [1, 2, 9, 9],
          columnNumber: [1, 14, 9, 9],
          flags: [1 + 8 + 16 + 32, 1 + 8 + 16 + 32, 4, 4],
        },
      },
      threads: [{ name: "Main", samples }],
    },
  ],
])("version %s: names, lines, libraries, weights and idle samples", (_, file) => {
  const imported = read(JSON.stringify(file));
  const [{ name, profile }] = imported.threads as [ImportedFile["threads"][number]];
  expect(name).toBe("Main");
  expect(selfOf(profile)).toEqual({ hash: 8, "libc.so.6": 2, "(idle)": 2 });
  expect([...profile.samples.time]).toEqual([5000, 7000, 11_000, 13_000]);
  expect(hotPlace(profile)).toBe("/app/util.js hash 2:13 at 4");
  expect(imported.problems).toEqual([]);
});

/** Reads a text as Heatline reads a file: the importer is chosen by its first characters. */
function read(text: string): ImportedFile {
  const importer = importerFor(text);
  if (importer?.reads !== "text") throw new Error(`This is taken for ${importer?.name}.`);
  expect(importer.name).toBe("Firefox profile");
  return importer.read(text);
}

test.each([
  ["tracing-ms", { ...samples, weightType: "tracing-ms" }, { hash: 4, "libc.so.6": 1, "(idle)": 1 }],
  ["none", { ...samples, weight: null }, { hash: 4, "libc.so.6": 2, "(idle)": 2 }],
  // A thread without CPU time waits, unless a call of JavaScript blocks it.
  ["no CPU time", { ...samples, stack: [4, 4, 4, 2, 1], threadCPUDelta: [0, 900, 0, 0, 0] }, { "libc.so.6": 6, "(idle)": 2, hash: 6 }],
])("weights of kind %s", (_, given, self) => {
  const thread = {
    name: "Main",
    samples: given,
    stackTable: { frame: [...stackTable.frame, 2], prefix: [...stackTable.prefix, null] },
    frameTable: frames,
    funcTable: named,
    resourceTable: resources,
    stringArray: strings,
  };
  const { threads } = read(JSON.stringify({ meta: { ...meta, preprocessedProfileVersion: 55 }, libs, threads: [thread] }));
  expect(selfOf(threads[0]!.profile)).toEqual(self);
});

test("samples are put in the order of time", () => {
  const thread = { name: "Main", samples: { ...samples, time: [9, 5, 6, 7, 30] }, stackTable, frameTable: frames, funcTable: named };
  const tables = { resourceTable: resources, stringArray: strings };
  const file = { meta: { ...meta, preprocessedProfileVersion: 55 }, libs, threads: [{ ...thread, ...tables }] };
  const [{ profile }] = read(JSON.stringify(file)).threads as [ImportedFile["threads"][number]];
  expect([...profile.samples.time]).toEqual([5000, 7000, 9000, 30_000]);
});

test.each([
  ["file:///app/app.js[3]", false],
  ["(root scope) file:///app/app.js", true],
])("the code of a script outside of its functions, %s, has its lines", (name, isJS) => {
  const thread = {
    name: "Main",
    samples: { ...samples, stack: [0] },
    stackTable: { frame: [0], prefix: [null] },
    frameTable: { func: [0], line: [15], column: [3], category: [0] },
    funcTable: { name: [0], isJS: [isJS], resource: [-1], fileName: [isJS ? 1 : null], lineNumber: [isJS ? 1 : null], columnNumber: [1] },
    stringArray: [name, "file:///app/app.js"],
  };
  const { threads } = read(JSON.stringify({ meta: { ...meta, preprocessedProfileVersion: 55 }, threads: [thread] }));
  expect(hotPlace(threads[0]!.profile)).toBe("file:///app/app.js  1:0 at 15");
});

test("memory, nothing and a cut file are named", () => {
  const file = (threads: readonly unknown[]): string => JSON.stringify({ meta: { ...meta, preprocessedProfileVersion: 55 }, threads });
  expect(() => read(file([{ name: "Main", samples: { ...samples, weightType: "bytes" } }]))).toThrow(
    expect.objectContaining({ coded: { code: "firefox.memory", values: {} } }),
  );
  expect(() => read(file([{ name: "Main", samples: { stack: [] } }]))).toThrow(
    expect.objectContaining({ coded: { code: "firefox.empty", values: {} } }),
  );
  expect(() => read(file([]).slice(0, -1))).toThrow(expect.objectContaining({ coded: { code: "firefox.damaged", values: {} } }));
});
