import { afterEach, expect, test } from "vitest";
import { analyse, type Analysis } from "../../language-server/analysis/analyse.ts";
import { Stopped, stopWhen } from "../../language-server/analysis/budget.ts";
import { costDigest } from "../../language-server/analysis/compare/cost-digest.ts";
import { diffRuns } from "../../language-server/analysis/compare/diff.ts";
import { flameDifference } from "../../language-server/analysis/compare/flame-difference.ts";
import { filteredProfile } from "../../language-server/analysis/selection/filter-profile.ts";
import { noFilter } from "../../language-server/analysis/selection/stack-filter.ts";
import type { Profile } from "../../language-server/analysis/profile/profile.ts";
import { parseSyntax } from "../../language-server/analysis/syntax/syntax-parser.ts";
import { drawProfile } from "../drivers/server/drawn-profile.ts";

afterEach(() => stopWhen(() => false));

const before = "function work(n) {\n  return twice(n) + twice(n + 1);\n}\nfunction twice(n) {\n  return n * 2;\n}\n";
const after = `// Moved.\n\n${before.replace("n * 2", "n + n")}`;

function analysed(text: string, profile: Profile): Analysis {
  const scripts = [{ url: "/app/work.js", hash: "h", mapHash: "", mapBase: "/app/work.js" }];
  return analyse({
    threads: [{ name: "main", profile }],
    scripts,
    textOf: () => text,
    workspaceFolders: ["/app"],
    ownCode: [],
    nodeMajor: 0,
  });
}

function drawn(text: string, first: number): Analysis {
  const [work, twice] = [`/app/work.js work@${first}:13`, `/app/work.js twice@${first + 3}:14`];
  const drawing = `
    40 | ${work} ${first + 1}:9 > ${twice} ${first + 4}:2
    40 | ${work} ${first + 1}:20 > ${twice} ${first + 4}:2
    ${first * 20} | ${work} ${first + 1}:2
    10 | (idle)
    5 | (garbage collector)
  `;
  return analysed(text, drawProfile(drawing, { "/app/work.js": "h" }));
}

const base = drawn(before, 1);
const next = drawn(after, 3);
const folders = ["/app"];
const flameOf = ({ profile, flame }: Analysis): unknown => {
  const filtered = filteredProfile(profile, { ...noFilter, file: "work", mergesRecursion: true }, "own");
  return { effect: filtered.effect, drawn: flame({ name: "run", idle: "omit" }, filtered.profile) };
};
const compared = (): unknown => {
  const [old, now] = [costDigest(base, { folders }), costDigest(next, { folders })];
  const syntaxOf = { base: () => parseSyntax(before, "work.js"), next: () => parseSyntax(after, "work.js") };
  const difference = diffRuns(old, now, syntaxOf, { units: { base: 1, next: 1 }, by: "self" });
  const { busy, functions, lines } = difference;
  return { busy, functions, lines, flame: flameDifference(old, now, difference) };
};

/** How often the work asks whether it should end. */
function questionsOf(work: () => unknown): number {
  let asked = 0;
  stopWhen(() => ++asked < 0);
  work();
  stopWhen(() => false);
  return asked;
}

test.each([
  ["a flame graph", () => flameOf(next)],
  ["a comparison", compared],
])("%s ends wherever it is stopped, and comes out the same afterwards", (_what, work) => {
  const whole = work();
  const questions = questionsOf(work);
  expect(questions).toBeGreaterThan(15);
  for (let last = 1; last <= questions; last++) {
    let asked = 0;
    stopWhen(() => ++asked >= last);
    expect(work).toThrow(Stopped);
    // Nothing goes on after the answer.
    expect(asked).toBe(last);
    stopWhen(() => false);
    expect(work()).toEqual(whole);
  }
});

/** A thread with as many stacks, up to 40 functions deep, and as many samples. */
function large(count: number): Analysis {
  const small = drawProfile("1 | /app/work.js work@1:13 2:9 > /app/work.js twice@4:14 5:2", { "/app/work.js": "h" });
  const rows = Array.from({ length: count }, (_, row) => row);
  const stacks = {
    prefix: Int32Array.from(rows, (row) => (row % 40 === 0 ? -1 : row - 1)),
    func: Int32Array.from(rows, (row) => row % 2),
    line: Int32Array.from(rows, (row) => (row % 2 === 0 ? 2 : 5)),
    column: Int32Array.from(rows, (row) => (row % 80 < 40 ? 9 : 20)),
    certainty: new Uint8Array(count),
  };
  const samples = { stack: Int32Array.from(rows, (row) => (row * 7919) % count), time: Float64Array.from(rows, (row) => row * 1000) };
  return analysed(before, { ...small, stacks, samples });
}

test.each([
  ["a flame graph", flameOf],
  ["what a comparison needs of a run", (run: Analysis) => costDigest(run, { folders })],
])("for %s the questions come with the stacks and samples, at most 8,192 steps apart", (_what, work) => {
  const [least, most] = [8192, 11 * 8192].map((count) => {
    const run = large(count);
    return questionsOf(() => work(run));
  }) as [number, number];
  // Every pass over stacks or samples asks again for each further 8,192 of them.
  expect(most - least).toBeGreaterThanOrEqual(10 * 9);
});
