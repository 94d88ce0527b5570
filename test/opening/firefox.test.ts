import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { importerFor } from "../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../language-server/analysis/importers/importer.ts";
import type { Profile } from "../../language-server/analysis/profile/profile.ts";
import { readProfileFile, type OpenedProfile } from "../../language-server/history/profile-file.ts";

const stacks = path.join(import.meta.dirname, "../fixtures/stacks");

function open(name: string): Promise<OpenedProfile> {
  return readProfileFile(path.join(stacks, name), { workspaceFolders: [] });
}

/** Milliseconds by name of the innermost function. */
function selfOf({ samples, stacks: table, functions, interval }: Profile): Readonly<Record<string, number>> {
  const self = new Map<string, number>();
  samples.stack.forEach((row, sample) => {
    const name = functions.name[table.func[row] as number] as string;
    self.set(name, (self.get(name) ?? 0) + ((samples.weight?.[sample] ?? 1) * interval) / 1000);
  });
  return Object.fromEntries(self);
}

interface Table {
  readonly schema: Readonly<Record<string, number>>;
  readonly data: readonly (readonly unknown[])[];
}

interface GeckoProcess {
  readonly meta: { readonly categories?: readonly { readonly name: string }[]; readonly interval?: number };
  readonly libs: readonly { readonly start: number; readonly end: number; readonly name: string }[];
  readonly threads: readonly (Record<"samples" | "stackTable" | "frameTable", Table> & {
    readonly name: string;
    readonly stringTable: readonly string[];
  })[];
  readonly processes: readonly GeckoProcess[];
}

/** Milliseconds by function, from Mozilla's description of the format alone: a sample is worth the interval. */
function naiveGecko(
  process: GeckoProcess,
  thread: GeckoProcess["threads"][number],
  categories: readonly { readonly name: string }[],
): Readonly<Record<string, number>> {
  const at = (table: Table, row: number, name: string): unknown => table.data[row]?.[table.schema[name] ?? -1];
  const self: Record<string, number> = {};
  thread.samples.data.forEach((_, sample) => {
    let stack = at(thread.samples, sample, "stack") as number | null;
    let category: unknown;
    let hasScript = false;
    let name = "";
    while (stack !== null) {
      const frame = at(thread.stackTable, stack, "frame") as number;
      const location = thread.stringTable[at(thread.frameTable, frame, "location") as number] ?? "";
      category ??= at(thread.frameTable, frame, "category");
      hasScript ||= /:\d+\)?\[\d+\]$|:\d+\)$/.test(location);
      const address = Number(location);
      const library = process.libs.find(({ start, end }) => address >= start && address < end)?.name || "[unknown]";
      name ||= location.startsWith("0x")
        ? library
        : /:\d+\)/.test(location)
          ? location.replace(/ \(.*/, "")
          : /:\/\/\S*\[\d+\]$/.test(location) && !location.includes(" ")
            ? "top"
            : location;
      stack = at(thread.stackTable, stack, "prefix") as number | null;
    }
    const kind = categories[category as number]?.name;
    if (kind === "Idle" || (sample > 0 && at(thread.samples, sample, "threadCPUDelta") === 0 && !hasScript)) name = "(idle)";
    else if (kind === "GC / CC") name = "(garbage collector)";
    self[name === "top" ? "" : name] = (self[name === "top" ? "" : name] ?? 0) + 1;
  });
  return self;
}

test("a profile by Firefox itself: its threads, with the times that a naive reader sums", async () => {
  const { format, threads } = await open("page.firefox.json.gz");
  const raw = JSON.parse(gunzipSync(readFileSync(path.join(stacks, "page.firefox.json.gz"))).toString()) as GeckoProcess;
  const page = raw.processes[0] as GeckoProcess;
  const naive = [...raw.threads.map((thread) => [raw, thread] as const), ...page.threads.map((thread) => [page, thread] as const)].map(
    ([process, thread]) => naiveGecko(process, thread, raw.meta.categories ?? []),
  );
  expect(format).toBe("Firefox profile");
  expect(threads.map(({ name }) => name)).toEqual(["GeckoMain (Isolated Web Content)", "GeckoMain (Parent Process)", "DOM Worker"]);
  const all = threads.map(({ profile }) => selfOf(profile));
  for (const self of naive) expect(all).toContainEqual(self);
  // `for (let i = 0; …; i++) x = (x * 31 + i) | 0;` below `function hash(seed) {`.
  expect(hotPlace(threads[0]!.profile)).toBe("http://127.0.0.1:8765/app.js hash 1:13 at 3");
});

interface SamplyThread {
  readonly name: string;
  readonly samples: { readonly stack: readonly (number | null)[]; readonly weight: readonly number[] };
  readonly stackTable: { readonly frame: readonly number[] };
  readonly frameTable: { readonly func: readonly number[] };
  readonly funcTable: { readonly name: readonly number[]; readonly resource: readonly number[] };
  readonly resourceTable: { readonly name: readonly number[] };
  readonly stringArray: readonly string[];
}

/** Samples by function, from the format alone: addresses are their library's, and V8's names have their tier and place. */
function naiveSamply({ samples: table, stackTable: own, frameTable, funcTable, resourceTable, stringArray }: SamplyThread): unknown {
  const self: Record<string, number> = {};
  table.stack.forEach((stack, sample) => {
    const func = frameTable.func[own.frame[stack as number] as number] as number;
    const text = stringArray[funcTable.name[func] as number] as string;
    const library = stringArray[resourceTable.name[funcTable.resource[func] as number] as number] ?? "[unknown]";
    const name = text.startsWith("0x")
      ? library
      : text.startsWith("JS:")
        ? text.replace(/^JS:[~^+*]?/, "").replace(/ \S+:\d+:\d+$/, "")
        : text;
    self[name] = (self[name] ?? 0) + (table.weight[sample] as number);
  });
  return self;
}

test("a profile by samply: functions of JavaScript once, with their places, the rest by library or symbol", async () => {
  const { threads, run } = await open("hash.samply.json.gz");
  const raw = JSON.parse(gunzipSync(readFileSync(path.join(stacks, "hash.samply.json.gz"))).toString()) as {
    readonly meta: { readonly interval: number };
    readonly threads: readonly SamplyThread[];
  };
  const sampled = raw.threads.filter((thread) => thread.samples.stack.length > 0);
  const inSamples = threads.map(({ profile }) =>
    Object.fromEntries(Object.entries(selfOf(profile)).map(([name, time]) => [name, Math.round(time / raw.meta.interval)])),
  );
  expect(inSamples).toEqual(sampled.map(naiveSamply));
  expect(inSamples[0]?.["hash"]).toBeGreaterThan(2000);
  const [{ profile }] = threads as [OpenedProfile["threads"][number]];
  expect(hotPlace(profile)).toBe("/app/app.cjs hash 1:13 at 0");
  // Its caller is in the stack once, too, not also as machine code.
  const { prefix, func } = profile.stacks;
  const inHash = profile.functions.name.indexOf("hash");
  const callers = [...func.keys()]
    .filter((row) => func[row] === inHash)
    .map((row) => profile.functions.name[func[prefix[row] as number] as number]);
  expect(new Set(callers)).toEqual(new Set(["work"]));
  expect(run.problems.map(({ code }) => code)).toContain("firefox.onlyFunctions");
});

/** The function of most samples, where it starts, and the line at which it was most often. */
function hotPlace({ samples, stacks: table, functions, scripts }: Profile): string {
  const counts = new Map<string, number>();
  for (const row of samples.stack) {
    const func = table.func[row] as number;
    if ((functions.script[func] as number) === -1) continue;
    const place = `${scripts.url[functions.script[func] as number]} ${functions.name[func]} ${functions.line[func]}:${functions.column[func]} at ${table.line[row]}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0] as const)[0];
}

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

/** As a file's first characters are recognised, and all of it is read. */
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

test("memory, nothing and a cut file are told by name", () => {
  const file = (threads: readonly unknown[]): string => JSON.stringify({ meta: { ...meta, preprocessedProfileVersion: 55 }, threads });
  expect(() => read(file([{ name: "Main", samples: { ...samples, weightType: "bytes" } }]))).toThrow(
    expect.objectContaining({ coded: { code: "firefox.memory", values: {} } }),
  );
  expect(() => read(file([{ name: "Main", samples: { stack: [] } }]))).toThrow(
    expect.objectContaining({ coded: { code: "firefox.empty", values: {} } }),
  );
  expect(() => read(file([]).slice(0, -1))).toThrow(expect.objectContaining({ coded: { code: "firefox.damaged", values: {} } }));
});
