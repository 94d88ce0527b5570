import { expect, test } from "vitest";
import { blocksOf } from "../../../language-server/analysis/timeline/blocks.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { type Doing, timedStacks } from "./timed-stacks.ts";

const crunch = "(anonymous)@node:http:1 onRequest@app.js:2 crunch@app.js:9";
const other = "(anonymous)@node:http:1 onRequest@app.js:3 other@app.js:20";
const http = "(anonymous)@node:http:1";

/** Milliseconds, kind and hottest line of each block. `late`: from and to of late turns in milliseconds. */
function blocks(late: readonly (readonly [number, number])[], ...doings: readonly Doing[]): readonly string[] {
  return blocksWith(undefined, late, doings);
}

/** `answers`: when requests were answered, in milliseconds. */
function blocksWith(
  answers: readonly number[] | undefined,
  late: readonly (readonly [number, number])[],
  doings: readonly Doing[],
): readonly string[] {
  const { profile } = analysed(timedStacks(doings, { onRequest: 1, crunch: 8, other: 19 }));
  const turns = {
    from: Float64Array.from(late, ([from]) => from * 1000),
    to: Float64Array.from(late, ([, to]) => to * 1000),
  };
  const answered = answers && Float64Array.from(answers, (answer) => answer * 1000);
  return blocksOf(profile, 0, turns, answered).map(({ from, to, kind, hottest, withoutCpu }) => {
    const place = hottest === undefined ? "" : ` ${hottest.path.split("/").at(-1)}:${hottest.line} ${hottest.name} ${hottest.ticks}`;
    return `${Math.round(from / 1000)}-${Math.round(to / 1000)} ${kind}${place}${withoutCpu === undefined ? "" : `, ${Math.round(withoutCpu / 1000)} without CPU`}`;
  });
}

test("a chain of own functions that runs for over 50 ms of a late turn is a block, with its hottest line", () => {
  expect(blocks([[15, 91]], [20, "(idle)"], [70, crunch], [10, "(idle)"])).toStrictEqual(["20-91 block app.js:9 crunch 70"]);
});

test("without late turns there is no block", () => {
  expect(blocks([], [20, "(idle)"], [170, crunch], [10, "(idle)"])).toStrictEqual([]);
});

test("a run is cut where the timer ran", () => {
  expect(
    blocks(
      [
        [0, 60],
        [60, 140],
      ],
      [140, crunch],
    ),
  ).toStrictEqual(["0-60 block app.js:9 crunch 60", "60-140 block app.js:9 crunch 80"]);
});

test("a tick of the garbage collector does not end a run, one of other JavaScript does", () => {
  expect(blocks([[0, 83]], [40, crunch], [2, "(garbage collector)"], [40, crunch], [10, "(idle)"])).toStrictEqual([
    "0-83 block app.js:9 crunch 80",
  ]);
  expect(blocks([[0, 90]], [40, crunch], [2, http], [40, crunch], [8, http])).toStrictEqual(["0-90 busyTurn app.js:9 crunch 80"]);
});

test("a function that calls others in turns is one block, on the line that has most of it", () => {
  const turns = Array.from({ length: 10 }, (): readonly Doing[] => [
    [3, other],
    [5, crunch],
  ]).flat();
  expect(blocks([[0, 80]], ...turns)).toStrictEqual(["0-80 block app.js:9 crunch 50"]);
});

test("a late turn in which no chain has 50 ms is a busy turn", () => {
  const requests = Array.from({ length: 10 }, (): readonly Doing[] => [
    [2, http],
    [8, crunch],
  ]).flat();
  expect(blocks([[0, 100]], ...requests)).toStrictEqual(["0-100 busyTurn app.js:9 crunch 80"]);
});

test("with fewer than half of its ticks a late turn had no processor", () => {
  const starved = Array.from({ length: 10 }, (): readonly Doing[] => [
    [3, crunch],
    [7, "none"],
  ]).flat();
  expect(blocks([[500, 600]], [500, crunch], ...starved)).toStrictEqual(["500-600 noCpu, 75 without CPU"]);
});

const gc = "(garbage collector)";

test("a long pause of the garbage collector is reported as one, in the call that goes on after it or in no line", () => {
  expect(blocks([[0, 520]], [100, crunch], [300, gc], [100, crunch], [20, http])).toStrictEqual([
    "0-100 block app.js:9 crunch 100",
    "100-401 gc app.js:9 crunch 0",
    "401-501 block app.js:9 crunch 100",
  ]);
  expect(blocks([[0, 340]], [20, crunch], [300, gc], [20, other])).toStrictEqual(["20-321 gc"]);
  expect(blocks([[10, 320]], [10, "(idle)"], [10, crunch], [300, gc], [10, "(idle)"])).toStrictEqual(["20-320 gc"]);
  expect(blocks([[0, 440]], [40, http], [20, crunch], [300, gc], [20, other], [60, http])).toStrictEqual([
    "0-60 busyTurn app.js:9 crunch 20",
    "60-361 gc",
    "361-440 busyTurn app.js:20 other 20",
  ]);
});

test("a collection of several threads, during which ticks come late, had a processor", () => {
  const late = Array.from({ length: 40 }, (): readonly Doing[] => [
    [1, gc],
    [6, "none"],
  ]).flat();
  expect(blocks([[0, 300]], [10, crunch], ...late, [10, other])).toStrictEqual(["10-285 gc"]);
  expect(blocks([[500, 700]], [500, crunch], [3, gc], [194, "none"], [3, gc])).toStrictEqual(["500-700 noCpu, 195 without CPU"]);
});

test("a call that mostly has garbage collected is reported as that", () => {
  const allocates = Array.from({ length: 10 }, (): readonly Doing[] => [
    [3, crunch],
    [17, gc],
  ]).flat();
  expect(blocks([[0, 200]], ...allocates)).toStrictEqual(["0-200 gc app.js:9 crunch 30"]);
});

test("a block says how much of it had no processor", () => {
  expect(blocks([[0, 80]], [40, crunch], [10, "none"], [30, crunch])).toStrictEqual(["0-80 block app.js:9 crunch 70, 11 without CPU"]);
});

test("a tick whose stack has lost its callers ends no run, as long as it is one of a few", () => {
  const deep = `${crunch} inner@app.js:12`;
  expect(blocks([[0, 61]], [30, deep], [1, "inner@app.js:12"], [30, deep])).toStrictEqual(["0-61 block app.js:12 inner 61"]);
  expect(blocks([[0, 61]], [30, deep], [1, "lost@app.js:30"], [30, deep])).toStrictEqual(["0-61 busyTurn app.js:12 inner 60"]);
  expect(blocks([[0, 90]], [30, deep], [30, "inner@app.js:12"], [30, deep])).toStrictEqual(["0-90 busyTurn app.js:12 inner 90"]);
});

test("a loop that answers requests was not blocked meanwhile", () => {
  const doings: readonly Doing[] = [[200, crunch]];
  const late = [[0, 200]] as const;
  expect(blocksWith([30, 60, 90, 120, 150, 180], late, doings)).toStrictEqual(["0-200 busyTurn app.js:9 crunch 200"]);
  expect(blocksWith([4, 8], late, doings)).toStrictEqual(["0-200 block app.js:9 crunch 200"]);
  expect(blocksWith([20, 40, 60, 80], late, doings)).toStrictEqual([
    "0-80 busyTurn app.js:9 crunch 80",
    "80-200 block app.js:9 crunch 120",
  ]);
});

/** Twenty late turns of a server that is never idle: an end is seen every 24 ms, once only after 60. Then another late turn. */
function fullTurns(...last: readonly Doing[]): readonly string[] {
  const call: readonly Doing[] = [
    [1, http],
    [12, other],
    [12, crunch],
  ];
  const usual = Array.from({ length: 4 }, () => call).flat();
  const chance: readonly Doing[] = [[1, http], [30, other], [30, crunch], ...call, [1, http], [13, other]];
  const late = Array.from({ length: 20 }, (_, turn) => [turn * 100, turn * 100 + 100] as const);
  const length = last.reduce((sum, [milliseconds]) => sum + milliseconds, 0);
  return blocks([...late, [2000, 2000 + length]], ...Array.from({ length: 19 }, () => usual).flat(), ...chance, ...last).slice(19);
}

test("where ends of calls are mostly seen, a run that may be longer by chance is no block", () => {
  expect(fullTurns([1, http], [30, other])).toStrictEqual(["1900-2000 busyTurn app.js:20 other 55"]);
});

test("a run that is longer than chance would have it is a block, and so is what a call has called for long", () => {
  expect(fullTurns([1, http], [150, other], [150, crunch]).slice(1)).toStrictEqual(["2001-2301 block app.js:20 other 150"]);
  expect(fullTurns([1, http], [12, other], [60, crunch], [12, other]).slice(1)).toStrictEqual(["2014-2074 block app.js:9 crunch 60"]);
});
