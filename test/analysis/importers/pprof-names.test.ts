import { Profile as Pprof } from "pprof-format";
import { expect, test } from "vitest";
import { textFrame } from "../../../language-server/analysis/importers/stack-text.ts";
import { drawnPprof, readPprof, sampleCount, selfShares } from "./drawn-pprof.ts";

/** One sample of each location. */
function each(locations: Parameters<typeof drawnPprof>[0]["locations"]): readonly (readonly [readonly number[], readonly number[]])[] {
  return locations.map((_, at) => [[at + 1], [1, 1_000_000]]);
}

test("frames without a function keep their time, by mapping and address", () => {
  const locations = [
    { address: 0x1000, mapping: 0 },
    { address: 0x2100, mapping: 1 },
    { address: 0x2200, mapping: 1 },
    { address: 0x2100, mapping: 2 },
    { address: 0, mapping: 1 },
    { address: 0, mapping: 0 },
    { address: 0xffff_ffff_8100_0000n, mapping: 7 },
    { address: 0x9000, mapping: 1, lines: ["9 3"] },
    { lines: ["1 3"] },
    { address: 0x5000, lines: ["2 0"] },
  ];
  const mappings = [
    { file: "/usr/lib/libc.so.6", start: 0x2000, limit: 0x3000, offset: 0x400 },
    { file: "", start: 0x2000, limit: 0x3000 },
  ];
  const file = readPprof(drawnPprof({ functions: ["main /app/app.js", ""], locations, mappings, samples: each(locations) }));
  expect(selfShares(file)).toEqual({
    "0x1000": 10,
    "libc.so.6+0x500": 10,
    "libc.so.6+0x600": 10,
    "0x2100": 10,
    "libc.so.6": 10,
    "[unknown]": 10,
    "0xffffffff81000000": 10,
    "libc.so.6 0x9000": 10,
    "main /app/app.js:3": 10,
    "0x5000": 10,
  });
  expect(file.problems.find(({ code }) => code === "pprof.namelessFrames")).toMatchObject({ count: 9, values: { name: "app.pb" } });
});

test("in a location with inlined functions one without a name is a frame of its own", () => {
  const locations = [{ address: 0x1000, lines: ["1 3", "7 5"] }];
  const { threads } = readPprof(drawnPprof({ functions: ["main /app/app.js"], locations, samples: [[[1], [1, 1_000_000]]] }));
  const { stacks, functions, samples } = threads[0]!.profile;
  const leaf = samples.stack[0] as number;
  const names = [leaf, stacks.prefix[leaf] as number].map((row) => functions.name[stacks.func[row] as number]);
  expect(names).toEqual(["main", "0x1000"]);
});

test("a file without any function says so, and how to add them", () => {
  const locations = [{ address: 0x1000 }, { address: 0x2000 }];
  const { problems } = readPprof(drawnPprof({ functions: [], locations, samples: each(locations) }));
  expect(problems).toEqual([{ code: "pprof.unsymbolised", values: { name: "app.pb" }, count: 1 }]);
});

test("an empty stack counts", () => {
  const samples = [
    [[], [3, 3_000_000]],
    [[1], [1, 1_000_000]],
  ] as const;
  const file = readPprof(drawnPprof({ functions: ["main /app/app.js"], locations: [["1 3"]], samples }));
  expect(selfShares(file)).toEqual({ "(program)": 75, "main /app/app.js:3": 25 });
  expect(sampleCount(file)).toBe(4);
});

test("ids of 64 bits that differ in their last digits are different functions", () => {
  const ids = [0x7fff_ffff_ffff_fff0n, 0x7fff_ffff_ffff_fff1n];
  const drawn = { functions: ["a /app/a.js", "b /app/b.js"], locations: [["1 3"], ["2 3"]], samples: each([[], []]) };
  const pprof = Pprof.decode(drawnPprof(drawn));
  for (const func of pprof.function) func.id = ids[Number(func.id) - 1] as bigint;
  for (const { line } of pprof.location) for (const at of line) at.functionId = ids[Number(at.functionId) - 1] as bigint;
  expect(selfShares(readPprof(pprof.encode()))).toEqual({ "a /app/a.js:3": 50, "b /app/b.js:3": 50 });
});

test.each([
  "JS:*hot /srv/app/a.js:5:3",
  "LazyCompile:~cold /srv/app/a.js:25",
  "Function:^main /srv/app/a.js:40",
  "JS:*hot file:///srv/app/a%20b.mjs:5:3",
  "JS:^hot C:\\srv\\app\\a.js:5:3",
  "JS:~processTimers node:internal/timers:499:24",
  "Script:~ /srv/app/a.js:1:1",
  "*hot /srv/app/a.js:5:3",
  "hot (/srv/app/a.js:5:3)",
  "Builtin:ArrayMap",
])("%s of a perf map is the function that it is in collapsed stacks", (name) => {
  for (const file of ["", "[anon]", "/tmp/perf-4711.map"]) {
    const { threads } = readPprof(drawnPprof({ functions: [{ name, file }], locations: [["1 0"]], samples: [[[1], [1, 1_000_000]]] }));
    const { functions, scripts } = threads[0]!.profile;
    const { url, line, ...frame } = textFrame(name);
    expect(functions.name).toEqual([frame.name]);
    expect(scripts.url).toEqual(url === "" ? [] : [url]);
    expect(functions.line[0]).toBe(line);
    expect(functions.column[0]).toBe(line === 0 ? -1 : Math.max(0, frame.column - 1));
  }
});

test.each([
  ["./app.js:price:3", "price", "/srv/app.js", "price /srv/app.js:3"],
  ["./app.js:price:3", "", "/srv/app.js", "price /srv/app.js:3"],
  ["./lib/a:b.js:get x:3", "", "/srv/lib/a:b.js", "get x /srv/lib/a:b.js:3"],
  ["node:internal/timers:listOnTimeout:3", "", "node:internal/timers", "listOnTimeout node:internal/timers:3"],
  ["./app.js:(anonymous:L#3:C#12):3", "(anonymous:L#3:C#12)", "/srv/app.js", " /srv/app.js:3"],
  ["(anonymous:L#3:C#12)", "", "/srv/app.js", " /srv/app.js:3"],
  ["(anonymous):L#3:C#12", "", "/srv/app.js", " /srv/app.js:3"],
  ["(anonymous)", "", "/srv/app.js", "(anonymous) /srv/app.js:3"],
  ["std::sort:3", "", "/srv/app.cc", "std::sort:3 /srv/app.cc:3"],
  ["./app.js:price:3", "price", "", "price app.js:3"],
  ["./app.js:price:3", "", "", "price app.js:3"],
  ["node:internal/timers:listOnTimeout:3", "listOnTimeout", "", "listOnTimeout node:internal/timers:3"],
  [":writev:0", "writev", "", "writev"],
  [":writev:0", "", "", "writev"],
  ["a:b:3", "", "", "a:b:3"],
])("%s (%s, %s) is shown without what its writer added", (name, systemName, file, shown) => {
  const bytes = drawnPprof({ functions: [{ name, systemName, file }], locations: [["1 3"]], samples: [[[1], [1, 1_000_000]]] });
  expect(selfShares(readPprof(bytes))).toEqual({ [shown]: 100 });
});

test("a function without a name starts at the column that Datadog writes, if its line is where it starts", () => {
  const functions = [{ name: "(anonymous:L#3:C#12)", file: "/srv/app.js" }, "price /srv/app.js 5"];
  const column = (locations: readonly (readonly string[])[]): number | undefined =>
    readPprof(drawnPprof({ functions, locations, samples: each(locations) })).threads[0]?.profile.functions.column[0];
  expect(column([["1 3"]])).toBe(11);
  // With lines of their own the number in the name is one of these.
  expect(column([["1 3"], ["2 7"]])).toBe(0);
});

test("a line above which Datadog has packed a column is the line", () => {
  const packed = ((77n << 32n) | 12n).toString();
  const drawn = { functions: ["main /app/app.js 3"], locations: [[`1 ${packed}`]], samples: [[[1], [1, 1_000_000]]] as const };
  const lineOf = (comments: readonly string[]): number | undefined =>
    readPprof(drawnPprof({ ...drawn, comments })).threads[0]?.profile.stacks.line[0];
  expect(lineOf(["dd:has-missing-map-files"])).toBe(12);
  expect(lineOf([])).toBe(0);
});

for (const decorated of [(name: string) => name, (name: string) => `:${name}:0`])
  test(`idle time, garbage collection and other threads are what they are: ${decorated("name")}`, () => {
    const names = ["(idle)", "Node.js", "Garbage Collection", "Non JS threads activity", "(program)"];
    const functions = [...names.map((name) => ({ name: decorated(name) })), "price /srv/app.js"];
    const samples = [
      [[1], [391, 40_000_000]],
      [
        [3, 2],
        [395, 200_000_000],
      ],
      [
        [4, 2],
        [0, 500_000_000],
      ],
      [[5], [10, 10_000_000]],
      [[6], [250, 250_000_000]],
    ] as const;
    const locations = [["1 0"], ["2 0"], ["3 0"], ["4 0"], ["5 0"], ["6 3"]];
    const file = readPprof(drawnPprof({ functions, locations, samples }));
    expect(selfShares(file)).toEqual({
      "(idle)": 8,
      "(garbage collector)": 40,
      "(program)": 2,
      "price /srv/app.js:3": 50,
    });
    const { functions: table, stacks } = file.threads[0]!.profile;
    expect([...stacks.prefix].every((prefix) => prefix === -1)).toBe(true);
    expect(table.name).not.toContain("Node.js:0");
    expect(file.problems).toContainEqual({ code: "pprof.otherThreads", values: { seconds: 0.5, percent: 50 }, count: 1 });
  });

test("a file with time of other threads alone has no samples", () => {
  const functions = [{ name: "Non JS threads activity" }];
  expect(() => readPprof(drawnPprof({ functions, locations: [["1 0"]], samples: [[[1], [1, 1_000_000]]] }))).toThrow(/has no samples/);
});
