import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stackRows, type StackRows } from "../../../language-server/analysis/costs/stack-rows.ts";
import type { SampleTable } from "../../../language-server/analysis/profile/profile.ts";
import type { SourceThread } from "../../../language-server/analysis/sources/source-profile.ts";
import { bands } from "../../../language-server/analysis/timeline/strip.ts";
import { type ColumnSpan, type SampleReach, threadColumns } from "../../../language-server/analysis/timeline/thread-columns.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { profileOfStacks } from "../drawn-profile.ts";

const stacks = {
  one: ["serve@app.js:2", "hash@app.js:6"],
  other: ["serve@app.js:3"],
  library: ["serve@app.js:3", "find@node_modules/lib/main.js:9"],
  gc: ["(garbage collector)"],
  idle: ["(idle)"],
} as const;
type Kind = keyof typeof stacks;
const noSpans = { from: new Float64Array(), to: new Float64Array() };

/** Samples as `kind@time`, perhaps with a weight: `one@1000×3`. */
function drawn(drawing: string, { interval = 1000 } = {}) {
  const samples = drawing.split(/\s+/).map((each) => {
    const [kind = "", at = "", weight = "1"] = each.split(/[@×]/);
    return { stack: stacks[kind as Kind], time: Number(at), weight: Number(weight) };
  });
  const profile = profileOfStacks(
    samples.map(({ stack }) => stack),
    { interval },
  );
  const isWeighted = drawing.includes("×");
  const table: SampleTable = {
    ...profile.samples,
    time: Float64Array.from(samples, ({ time }) => time),
    weight: isWeighted ? Float64Array.from(samples, ({ weight }) => weight) : undefined,
  };
  const { profile: source } = analysed({ ...profile, samples: table }, { "app.js": "\n".repeat(9) });
  const { keys, rows } = stackRows(source);
  return { thread: source.threads[0] as SourceThread, rows: rows[0] as StackRows, lineCount: keys.lines.length };
}

/** Each column: milliseconds by band, busy ticks, and the hottest line. */
function columnsOf(
  drawing: string,
  { reach = "before", noCpu = noSpans, ...span }: Partial<ColumnSpan> & { readonly reach?: SampleReach; readonly noCpu?: typeof noSpans },
): readonly string[] {
  const { thread, rows, lineCount } = drawn(drawing);
  const whole = { from: 0, to: 4000, columns: 4, isEnd: true, ...span };
  const { times, ticks, hottest, busyTicks } = threadColumns({ thread, rows, lineCount, span: whole, reach, noCpu });
  expect(ticks.reduce((sum, each) => sum + each, 0)).toBeCloseTo(busyTicks, 9);
  return Array.from(ticks, (tick, column) => {
    const parts = bands.flatMap((band, index) => {
      const time = times[column * bands.length + index] as number;
      return time === 0 ? [] : [`${band} ${Number((time / 1000).toFixed(3))}`];
    });
    const row = hottest[column] as number;
    return [...parts, `${tick} ticks`, row === -1 ? "-" : `line ${thread.stacks.line[row]}`].join(", ");
  });
}

test("a tick of ours stands for the time since the one before, and is counted where it was", () => {
  expect(columnsOf("one@500 gc@1500 idle@2500 other@4000", {})).toEqual([
    "own 0.5, gc 0.5, 1 ticks, line 6",
    "gc 0.5, idle 0.5, 1 ticks, -",
    "own 0.5, idle 0.5, 0 ticks, line 3",
    "own 1, 1 ticks, line 3",
  ]);
});

test("a library's time is that of the own line that called it, and the line with most of a column's time is its hottest", () => {
  expect(columnsOf("one@400 library@1000 one@2500 other@3000 one@3100 library@3900", {})).toEqual([
    "own 0.4, dependency 0.6, 1 ticks, line 3",
    "own 1, 1 ticks, line 6",
    "own 1, 1 ticks, line 6",
    "own 0.1, dependency 0.8, 3 ticks, line 3",
  ]);
});

test("time without a processor is no code's", () => {
  const noCpu = { from: Float64Array.of(1200), to: Float64Array.of(3500) };
  expect(columnsOf("one@1000 one@4000", { noCpu })).toEqual([
    "own 1, 0 ticks, line 6",
    "own 0.2, noCpu 0.8, 1 ticks, line 6",
    "noCpu 1, 0 ticks, -",
    "own 0.5, noCpu 0.5, 1 ticks, line 6",
  ]);
});

test("a part of the window has the samples that reach into it, and those ticks that were in it", () => {
  expect(columnsOf("one@500 gc@1500 idle@2500 other@3600", { from: 1000, to: 3000, columns: 2, isEnd: false })).toEqual([
    "gc 0.5, idle 0.5, 1 ticks, -",
    "own 0.5, idle 0.5, 0 ticks, line 3",
  ]);
});

test("a sample of a file that says how long it lasts stands for the time after it, also if several have one time", () => {
  expect(columnsOf("one@0×1 one@0×1 gc@2000×0.5 idle@2500×1.5", { reach: "after" })).toEqual([
    "own 1, 2 ticks, line 6",
    "own 1, 0 ticks, line 6",
    "gc 0.5, idle 0.5, 0.5 ticks, -",
    "idle 1, 0 ticks, -",
  ]);
  expect(
    columnsOf("one@0×1 one@0×1 gc@2000×0.5 idle@2500×1.5", { reach: "after", from: 1000, to: 2000, columns: 1, isEnd: false }),
  ).toEqual(["own 1, 0 ticks, line 6"]);
});

const kinds = Object.keys(stacks) as readonly Kind[];
const sample = fc.record({
  kind: fc.constantFrom(...kinds),
  step: fc.integer({ min: 0, max: 5000 }),
  weight: fc.integer({ min: 0, max: 4 }),
});

test("of any samples, whatever the columns: their ticks are the thread's, and no column has more time than it is long", () => {
  const run = fc.record({
    samples: fc.array(sample, { minLength: 1, maxLength: 60 }),
    columns: fc.integer({ min: 1, max: 200 }),
    isWeighted: fc.boolean(),
    reach: fc.constantFrom("before" as const, "after" as const),
  });
  fc.assert(
    fc.property(run, ({ samples, columns, isWeighted, reach }) => {
      let at = 0;
      const drawing = samples.map(({ kind, step, weight }) => `${kind}@${(at += step)}${isWeighted ? `×${weight}` : ""}`).join(" ");
      const { thread, rows, lineCount } = drawn(drawing);
      const span = { from: 0, to: Math.max(at, 1), columns, isEnd: true };
      const { times, ticks, busyTicks } = threadColumns({ thread, rows, lineCount, span, reach, noCpu: noSpans });
      const busy = samples.reduce((sum, { kind, weight }) => sum + (kind === "idle" ? 0 : isWeighted ? weight : 1), 0);
      expect(ticks.reduce((sum, each) => sum + each, 0)).toBe(busy);
      expect(busyTicks).toBe(busy);
      for (let column = 0; column < columns; column++) {
        const time = times.subarray(column * bands.length, (column + 1) * bands.length).reduce((sum, each) => sum + each, 0);
        expect(time).toBeLessThanOrEqual((span.to / columns) * (1 + 1e-9));
      }
      // Two halves have the ticks of the whole.
      const middle = span.to / 2;
      const halves = [
        { from: 0, to: middle, columns, isEnd: false },
        { from: middle, to: span.to, columns, isEnd: true },
      ].map((half) => threadColumns({ thread, rows, lineCount, span: half, reach, noCpu: noSpans }).busyTicks);
      expect((halves[0] ?? 0) + (halves[1] ?? 0)).toBe(busy);
    }),
  );
});
