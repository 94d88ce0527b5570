import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Analysis } from "../../../language-server/analysis/analyse.ts";
import { exportCollapsed } from "../../../language-server/analysis/exporters/collapsed.ts";
import { exportCpuprofile } from "../../../language-server/analysis/exporters/cpuprofile.ts";
import { exportMarkdown } from "../../../language-server/analysis/exporters/markdown.ts";
import { exportSpeedscope } from "../../../language-server/analysis/exporters/speedscope.ts";
import { importCpuprofile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import type { TextImporter } from "../../../language-server/analysis/importers/importer.ts";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { analysed, functionTable } from "../costs/drawn-costs.ts";
import { drawnProfile, profileOfStacks } from "../drawn-profile.ts";

const drawing = drawnProfile(`
  main@app.js:1  main@app.js:1  main@app.js:2  (idle)  main@app.js:2  (garbage collector)
  f@app.js:5     f@app.js:6     read           -       -              -
`);

function reimported(profile: Profile): ReturnType<typeof importCpuprofile> {
  return importCpuprofile(JSON.parse(JSON.stringify(exportCpuprofile(profile))));
}

test("a .cpuprofile has V8's structure: nodes by function, lines that ran, times", () => {
  const { nodes, samples, timeDeltas, startTime, endTime } = exportCpuprofile(drawing);
  expect(nodes.map(({ id, callFrame, hitCount, children }) => [id, callFrame.functionName, hitCount, children])).toEqual([
    [1, "(root)", 0, [2, 5, 6]],
    [2, "main", 1, [3, 4]],
    [3, "f", 2, []],
    [4, "read", 1, []],
    [5, "(idle)", 1, []],
    [6, "(garbage collector)", 1, []],
  ]);
  expect(nodes[2]).toMatchObject({
    callFrame: { url: "file:///app/app.js", scriptId: "1", lineNumber: 0, columnNumber: 9 },
    positionTicks: [
      { line: 5, ticks: 1 },
      { line: 6, ticks: 1 },
    ],
  });
  expect(nodes[3]).toMatchObject({ callFrame: { url: "", scriptId: "0", lineNumber: -1 }, positionTicks: [{ line: 2, ticks: 1 }] });
  expect({ samples, timeDeltas, startTime, endTime }).toEqual({
    samples: [3, 3, 4, 5, 2, 6],
    timeDeltas: [0, 1000, 1000, 1000, 1000, 1000],
    startTime: 0,
    endTime: 6000,
  });
});

const frame = fc.constantFrom("a@app.js:1", "b@app.js:2", "b@app.js:3", "c@b.js", "d@lib!b.js:4", "e@node:fs:5", "read", "sort");
const whole = fc.constantFrom(["(garbage collector)"], ["(program)"], ["(idle)"]);
const stacks = fc.array(
  fc.oneof({ arbitrary: fc.array(frame, { minLength: 1, maxLength: 6 }), weight: 5 }, { arbitrary: whole, weight: 1 }),
  {
    minLength: 2,
    maxLength: 60,
  },
);

test("a .cpuprofile that is read back has the same functions with the same self, withLibraries and total, in the same order", () => {
  fc.assert(
    fc.property(stacks, (samples) => {
      const profile = profileOfStacks(samples);
      const back = reimported(profile);
      expect(back.problems).toEqual([]);
      const before = analysed(profile, {}, { nodeMajor: 26 });
      const after = analysed(back.profile, {}, { nodeMajor: 26 });
      expect(functionTable(after.costs)).toEqual(functionTable(before.costs));
      expect(after.costs).toMatchObject({
        ticks: before.costs.ticks,
        busyTicks: before.costs.busyTicks,
        composition: before.costs.composition,
      });
      expect(exportSpeedscope(after.profile, "x").profiles[0]?.samples).toHaveLength(
        exportSpeedscope(before.profile, "x").profiles[0]?.samples.length ?? -1,
      );
    }),
    { numRuns: 100 },
  );
});

test("the self time of every line is the same after export as .cpuprofile and import", () => {
  const self = (profile: Profile): unknown =>
    analysed(profile, {}, { nodeMajor: 26 })
      .costs.lines.map(({ line, selfTicks }) => `${line}: ${selfTicks}`)
      .filter((text) => !text.endsWith(": 0"))
      .toSorted((a, b) => a.localeCompare(b));
  expect(self(reimported(drawing).profile)).toEqual(self(drawing));
});

test("collapsed stacks have one line per stack, only busy samples, and counts that add up", () => {
  expect(exportCollapsed(analysed(drawing).profile)).toBe(
    [
      "# Heatline: samples, 1000 microseconds per sample 0",
      "main (/app/app.js:1) 1",
      "main (/app/app.js:1);f (/app/app.js:1) 2",
      "main (/app/app.js:1);read 1",
      "(garbage collector) 1",
      "",
    ].join("\n"),
  );
  const two = exportCollapsed(analysed([drawing, drawnProfile("a;b@app.js:1")]).profile);
  expect(two.split("\n").at(-2)).toBe("thread 1;a:b (/app/app.js:1) 1");
});

test("collapsed stacks of a part of a run name it in their first line, which stays no samples and is read back", () => {
  const profile = analysed(drawnProfile("a@app.js:1  b@app.js:2", { interval: 2000, weights: [0.5, 1.5] })).profile;
  const [head, ...stacks] = exportCollapsed(profile, "worker; 1, 6.1 to 6.9 s").split("\n");
  expect(head).toBe("# Heatline, only worker: 1, 6.1 to 6.9 s: microseconds, 2000 microseconds per sample 0");
  const whole = exportCollapsed(profile);
  expect(stacks).toEqual(whole.split("\n").slice(1));
  const importer = importerFor(exportCollapsed(profile, "worker 1")) as TextImporter;
  expect(importer.read(exportCollapsed(profile, "worker 1"))).toEqual(importer.read(whole));
});

test("collapsed stacks that are read back have the same number of samples, and each function the same time", () => {
  const timesOf = ({ costs: { functions, interval, samples } }: Analysis): unknown => [
    samples,
    functions.map(({ name, selfTicks, totalTicks }) => [name, ...[selfTicks, totalTicks].map((ticks) => Math.round(ticks * interval))]),
  ];
  // The last one has no line with two frames, and looks like a log of something else.
  for (const [text, weights] of [
    ["a@app.js:1  a@app.js:1  c@app.js:3\nb@app.js:2  b@app.js:2  -", undefined],
    ["a@app.js:1  a@app.js:1  c@app.js:3\nb@app.js:2  b@app.js:2  -", [0.5, 0.9, 1.6]],
    ["a@app.js:1  b@app.js:2  b@app.js:2", undefined],
  ] as const) {
    const before = analysed(drawnProfile(text, { interval: 3551.2, ...(weights === undefined ? {} : { weights }) }));
    const exported = exportCollapsed(before.profile);
    const importer = importerFor(exported);
    const { threads, problems } = (importer as TextImporter).read(exported);
    expect([importer?.name, problems]).toEqual(["collapsed stacks", [{ code: "collapsed.noLines", count: 1 }]]);
    expect(timesOf(analysed(threads[0]!.profile))).toEqual(timesOf(before));
  }
});

test("a speedscope file has every sample in order", () => {
  const { profiles, shared } = exportSpeedscope(analysed(drawing).profile, "run");
  expect(profiles[0]?.samples.map((stack) => stack.map((index) => shared.frames[index]?.name).join(">"))).toEqual([
    "main>f",
    "main>read",
    "(idle)",
    "main",
    "(garbage collector)",
  ]);
  expect(profiles[0]?.weights).toEqual([2000, 1000, 1000, 1000, 1000]);
});

test("a speedscope file keeps to speedscope's own JSON schema", () => {
  const schema = path.join(import.meta.dirname, "../../../node_modules/speedscope/dist/release/file-format-schema.json");
  const isValid = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(schema, "utf8")) as object);
  const weighted = drawnProfile("a@app.js:1  (idle)  b\nb@app.js:2  -       -", { weights: [0.5, 2, 0.25] });
  for (const profiles of [[drawing], [weighted], [drawing, weighted], [drawnProfile("")]]) {
    const file: unknown = JSON.parse(JSON.stringify(exportSpeedscope(analysed(profiles).profile, "run")));
    expect([isValid(file), isValid.errors]).toEqual([true, null]);
  }
  expect(isValid({ ...exportSpeedscope(analysed(drawing).profile, "run"), profiles: [{ type: "sampled" }] })).toBe(false);
});

test("Markdown shows names from code unchanged, and says when a table is empty", () => {
  const report = exportMarkdown({
    title: "a_b",
    facts: [["Node.js", "24"]],
    tables: [
      {
        title: "Functions",
        columns: ["name", "self", "place"],
        figures: [1],
        rows: [["*[Symbol.iterator]|\n<x>", "1 %", "a.js:1"]],
        none: "",
      },
      { title: "Lines", columns: ["line"], figures: [], rows: [], none: "None." },
    ],
  });
  expect(report).toBe(String.raw`# a\_b

- **Node.js**: 24

## Functions

| name | self | place |
| --- | ---: | --- |
| \*\[Symbol.iterator\]\| \<x\> | 1 % | a.js:1 |

## Lines

None.
`);
});

test("a Markdown summary contains no mentions and no links from a profile that is not trusted", () => {
  const report = exportMarkdown({ title: "@team &lt; https://evil.example www.evil.example", facts: [], tables: [] });
  expect(report).toBe("# &#64;team &amp;lt; https&#58;//evil.example www&#46;evil.example\n");
});
