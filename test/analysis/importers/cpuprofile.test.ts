import * as fc from "fast-check";
import { expect, test } from "vitest";
import { importCpuprofile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import { certainties, type Profile } from "../../../language-server/analysis/profile/profile.ts";
import { decodeProfile, encodeProfile } from "../../../language-server/analysis/profile/table-codec.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";

const url = "file:///app/app.js";
const frame = (functionName: string, lineNumber = -1, columnNumber = -1) => ({
  functionName,
  scriptId: lineNumber === -1 ? "0" : "7",
  url: lineNumber === -1 ? "" : url,
  lineNumber,
  columnNumber,
});

/** `main@1 f@5:9` per sample: function, start line, line inside. */
function stacksOf({ functions, stacks, samples }: Profile): string[] {
  return Array.from(samples.stack, (row) => {
    const cells: string[] = [];
    for (let at = row; at !== -1; at = stacks.prefix[at] as number) {
      const func = stacks.func[at] as number;
      const place = stacks.line[at] === 0 ? "" : `:${stacks.line[at]}${certainties[stacks.certainty[at] as number] === "exact" ? "" : "?"}`;
      cells.unshift(`${functions.name[func]}${functions.line[func] === 0 ? "" : `@${functions.line[func]}`}${place}`);
    }
    return cells.join(" ");
  });
}

const small = {
  nodes: [
    { id: 1, callFrame: frame("(root)"), hitCount: 0, children: [2, 5, 6] },
    { id: 2, callFrame: frame("main", 0, 0), hitCount: 0, children: [3] },
    {
      id: 3,
      callFrame: frame("f", 4, 10),
      hitCount: 3,
      children: [4],
      positionTicks: [
        { line: 6, ticks: 1 },
        { line: 7, ticks: 1 },
        { line: 6, ticks: 1 },
      ],
    },
    { id: 4, callFrame: frame("read"), hitCount: 2, positionTicks: [{ line: 8, ticks: 1 }] },
    { id: 5, callFrame: frame("(idle)"), hitCount: 1 },
    { id: 6, callFrame: frame("(garbage collector)"), hitCount: 1 },
  ],
  startTime: 1000,
  endTime: 8000,
  samples: [3, 3, 4, 5, 3, 4, 6],
  timeDeltas: [1000, 1000, 1000, 1000, 1000, 1000, 1000],
};

test("position ticks divide a function's own samples among its lines, and give the line where a native function is called", () => {
  const { profile, problems } = importCpuprofile(small);
  expect(stacksOf(profile)).toEqual([
    "main@1 f@5:6",
    "main@1 f@5:6",
    "main@1 f@5:8 read",
    "(idle)",
    "main@1 f@5:7",
    "main@1 f@5 read",
    "(garbage collector)",
  ]);
  expect(profile.interval).toBe(1000);
  expect([...profile.samples.time]).toEqual([1000, 2000, 3000, 4000, 5000, 6000, 7000]);
  expect(profile.scripts.url).toEqual([url]);
  expect(problems).toEqual([]);
});

test("the hash that the caller passes in identifies the text that ran", () => {
  const { profile } = importCpuprofile(small, { hashOf: (address, id) => `${address}#${id}` });
  expect(profile.scripts.hash).toEqual([`${url}#7`]);
});

test("samples that V8 lists but does not count, during a deoptimisation, take no time", () => {
  // One after each tick of f, and one in a function that has no other samples.
  const samples = [3, 3, 3, 3, 3, 3, 2, 5, 6];
  const timeDeltas = [1000, 100, 900, 100, 900, 100, 100, 800, 1000];
  const { profile } = importCpuprofile({ ...small, samples, timeDeltas });
  expect([...profile.samples.time]).toEqual([1000, 2000, 3000, 4000, 5000]);
  expect(stacksOf(profile)).toEqual(["main@1 f@5:6", "main@1 f@5:6", "main@1 f@5:7", "(idle)", "(garbage collector)"]);
  expect(profile.interval).toBe(1000);
});

test("hit counts that V8 did not write remove no samples", () => {
  const none = small.nodes.map((node) => ({ ...node, hitCount: 0, positionTicks: [] }));
  expect(importCpuprofile({ ...small, nodes: none }).profile.samples.stack).toHaveLength(7);
  const fewer = small.nodes.map((node) => ({ ...node, hitCount: Math.min(1, node.hitCount) }));
  expect(importCpuprofile({ ...small, nodes: fewer }).profile.samples.stack).toHaveLength(7);
});

test("if there are more position ticks than samples, they are reduced in proportion", () => {
  const nodes = [
    {
      id: 1,
      callFrame: frame("f", 0, 0),
      positionTicks: [
        { line: 1, ticks: 300 },
        { line: 2, ticks: 100 },
      ],
    },
  ];
  const { profile, problems } = importCpuprofile({ nodes, samples: [1, 1, 1, 1], timeDeltas: [1, 1, 1, 1] });
  expect(stacksOf(profile)).toEqual(["f@1:1", "f@1:1", "f@1:1", "f@1:2"]);
  expect(problems).toHaveLength(1);
});

test("samples whose clock ran backwards are sorted", () => {
  const { profile, problems } = importCpuprofile({ ...small, samples: [3, 5, 4], timeDeltas: [1000, 1000, -500] });
  expect([...profile.samples.time]).toEqual([1000, 1500, 2000]);
  expect(stacksOf(profile)).toEqual(["main@1 f@5:6", "main@1 f@5:8 read", "(idle)"]);
  expect(problems).toContainEqual({ code: "cpuprofile.clockBackwards", count: 1 });
});

test("an old profile without samples keeps its counts", () => {
  const { profile } = importCpuprofile({ nodes: small.nodes, startTime: 0, endTime: 7000 });
  expect(stacksOf(profile)).toHaveLength(7);
  expect(profile.interval).toBe(1000);
});

test("cyclic, duplicate and missing nodes are reported as problems and do not stop the import", () => {
  const nodes = [
    { id: 1, callFrame: frame("a", 0, 0), children: [2] },
    { id: 2, callFrame: frame("b", 1, 0), children: [1, 2, 99] },
    { id: 2, callFrame: frame("c", 2, 0) },
    { id: 3, callFrame: frame("d", 3, 0), children: [2] },
    null,
    { callFrame: frame("e", 4, 0) },
  ];
  const { profile, problems } = importCpuprofile({ nodes, samples: [1, 2, 3, 99], timeDeltas: [1, "x", -1e300, 1] });
  expect(profile.samples.stack).toHaveLength(4);
  expect(problems.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      "cpuprofile.circles",
      "cpuprofile.doubledIds",
      "cpuprofile.badNodes",
      "cpuprofile.nodesWithoutId",
      "cpuprofile.unlistedChildren",
      "cpuprofile.severalCallers",
      "cpuprofile.badTimes",
      "cpuprofile.unlistedSamples",
    ]),
  );
});

test("code from eval is a script without a name, native code is not", () => {
  const nodes = [
    { id: 1, callFrame: { functionName: "made", scriptId: "12", url: "", lineNumber: 2, columnNumber: 4 } },
    { id: 2, callFrame: frame("read") },
  ];
  const { profile } = importCpuprofile({ nodes, samples: [1, 2], timeDeltas: [1, 1] });
  expect([...profile.functions.script]).toEqual([0, -1]);
  expect([...profile.functions.line]).toEqual([3, 0]);
});

test("any other text is refused with a UserError", () => {
  for (const value of [null, 7, "x", [], {}, { nodes: 1 }, { traceEvents: [] }]) expect(() => importCpuprofile(value)).toThrow(UserError);
  expect(() =>
    importCpuprofile({ nodes: Array.from({ length: 1000 }, (_, id) => ({ id, hitCount: 2_000_000_000, callFrame: frame("f", 0, 0) })) }),
  ).toThrow(/claims/);
});

const junk = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(null, -1, 0.5, Number.NaN, Infinity, 1e300, "2", {}, [], true) },
  { weight: 4, arbitrary: fc.integer({ min: -2, max: 9 }) },
);
const junkNode = fc.oneof(
  junk,
  fc.record(
    {
      id: junk,
      parent: junk,
      hitCount: fc.oneof(junk, fc.nat(50)),
      children: fc.oneof(junk, fc.array(junk, { maxLength: 4 })),
      positionTicks: fc.oneof(junk, fc.array(fc.oneof(junk, fc.record({ line: junk, ticks: junk })), { maxLength: 3 })),
      callFrame: fc.oneof(
        junk,
        fc.record({
          functionName: fc.oneof(junk, fc.constantFrom("(root)", "(idle)", "f", "g")),
          scriptId: junk,
          url: fc.oneof(junk, fc.constantFrom("", url)),
          lineNumber: junk,
          columnNumber: junk,
        }),
      ),
    },
    { requiredKeys: [] },
  ),
);

test("property: for any nodes, samples and times the tables are valid", () => {
  fc.assert(
    fc.property(
      fc.array(junkNode, { maxLength: 12 }),
      fc.option(fc.array(junk, { maxLength: 20 })),
      fc.option(fc.array(junk, { maxLength: 20 })),
      (nodes, samples, timeDeltas) => {
        const { profile } = importCpuprofile({ nodes, samples, timeDeltas, startTime: 0, endTime: 100 });
        expect(decodeProfile(encodeProfile(profile))).toEqual(profile);
        const unknown = profile.samples.stack.filter((row) => row === -1).length;
        const ids = new Set(nodes.map((node) => (node as { id?: unknown } | null)?.id));
        expect(unknown).toBeGreaterThanOrEqual((samples ?? []).filter((id) => !ids.has(id)).length);
      },
    ),
    { numRuns: 1000 },
  );
});
