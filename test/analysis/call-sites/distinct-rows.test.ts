import * as fc from "fast-check";
import { expect, test } from "vitest";
import { FunctionDefinitions } from "../../../language-server/analysis/call-sites/function-definitions.ts";
import { inferCallSites } from "../../../language-server/analysis/call-sites/call-sites.ts";
import { importCpuprofile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import { isDistinct } from "../../../language-server/analysis/profile/distinct-stacks.ts";
import { ProblemCounts, type Profile, type StackTable } from "../../../language-server/analysis/profile/profile.ts";
import { RunScripts } from "../../../language-server/analysis/sources/run-scripts.ts";

const url = "file:///app/app.js";
const text = `function main() {
  load(); hash();
  hash();
  twice(load);
}
function load() { hash(); main(); }
function hash() { hash(); twice(); }
function twice(call) {
  call();
  call();
}
`;
const scriptFrame = (functionName: string, lineNumber: number) => ({
  functionName,
  scriptId: "7",
  url,
  lineNumber,
  columnNumber: 8 + functionName.length + 1,
});
const frames = [
  scriptFrame("main", 0),
  scriptFrame("load", 5),
  scriptFrame("hash", 6),
  scriptFrame("twice", 7),
  { functionName: "sort", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 },
  { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 },
];

/** Trees with few functions, in which a function is often listed twice below its caller, and native code has lines of its caller. */
const profiles = fc
  .array(
    fc.record({
      frame: fc.nat({ max: frames.length - 1 }),
      below: fc.nat({ max: 9 }),
      positionTicks: fc.array(fc.record({ line: fc.integer({ min: 1, max: 4 }), ticks: fc.nat({ max: 2 }) }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .chain((list) => fc.tuple(fc.constant(list), fc.array(fc.nat({ max: list.length - 1 }), { maxLength: 30 })))
  .map(([list, sampled]) => {
    const nodes = list.map(({ frame, below, positionTicks }, index) => ({
      id: index + 1,
      callFrame: frames[frame],
      positionTicks,
      ...(index > 0 && below > 0 ? { parent: Math.max(1, index + 1 - below) } : {}),
    }));
    const samples = sampled.map((index) => index + 1);
    return importCpuprofile({ nodes, samples, timeDeltas: samples.map(() => 1000), startTime: 0, endTime: 1e6 }).profile;
  });

function rowsOf({ prefix, func, line, column, certainty }: StackTable, extra?: Int32Array): readonly string[] {
  return Array.from(prefix, (below, row) => [below, func[row], line[row], column[row], certainty[row], extra?.[row]].join());
}

function inferred(profile: Profile) {
  const scripts = new RunScripts([{ url, hash: "text", mapHash: "", mapBase: "" }], () => text, new ProblemCounts());
  return inferCallSites(profile, new FunctionDefinitions(profile, scripts, [true]));
}

test("property: no two rows of an imported profile's stacks are equal, whatever its writer lists twice", () => {
  fc.assert(
    fc.property(profiles, ({ stacks }) => {
      expect(isDistinct(stacks)).toBe(true);
      expect(new Set(rowsOf(stacks)).size).toBe(stacks.prefix.length);
    }),
    { numRuns: 1000 },
  );
});

test("property: rows that are known to be different get the same call sites as those that are looked for", () => {
  let splits = 0;
  fc.assert(
    fc.property(profiles, (profile) => {
      const known = inferred(profile);
      expect(known).toEqual(inferred({ ...profile, stacks: { ...profile.stacks } }));
      expect(new Set(rowsOf(known.profile.stacks, known.candidates)).size).toBe(known.profile.stacks.prefix.length);
      if (known.sites.length > 0 && known.profile.stacks.certainty.includes(2)) splits++;
    }),
    { numRuns: 400 },
  );
  expect(splits).toBeGreaterThan(10);
});
