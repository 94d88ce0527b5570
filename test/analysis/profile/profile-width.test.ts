import { expect, test } from "vitest";
import { budget, FileBudget } from "../../../language-server/analysis/budget.ts";
import { importCpuprofileFile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import { FunctionInterner } from "../../../language-server/analysis/importers/cpuprofile/cpuprofile-functions.ts";
import { StackProfile } from "../../../language-server/analysis/importers/stack-profile.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { checkWidth } from "../../../language-server/analysis/profile/profile-width.ts";
import { inEnglish } from "../../../language-server/texts/english.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";

/** Functions `f` in `a.js` and `g` in `b.js`: `f` calls `g` on lines 1, 2 and 3, and `g` calls itself once. */
function drawn(): Profile {
  const profile = new StackProfile(new FileBudget());
  const [f, g] = ["a", "b"].map((name) => profile.functionRow({ name, url: `file:///${name}.js`, line: 1, column: 1 }));
  for (const line of [1, 2, 3]) {
    const caller = profile.stackRow(-1, f as number, line);
    const called = profile.stackRow(caller, g as number, 7);
    profile.add(profile.stackRow(called, g as number, 7), line, 1, 1000);
  }
  return profile.profile(1000);
}

const wide = { files: 10, functions: 10, lines: 10, depth: 10 };

test.each([
  ["files", 2, "The functions of this profile are in more than 1 files."],
  ["functions", 2, "This profile names more than 1 functions."],
  ["depth", 3, "A stack of this profile has more than 2 frames."],
  ["lines", 4, "This profile has costs on more than 3 lines."],
] as const)("a profile has as many %s as the limit, %i; with one less, the message names the limit", (what, count, message) => {
  const threads = [{ profile: drawn() }];
  checkWidth(threads, { ...wide, [what]: count });
  expect(refusal(() => checkWidth(threads, { ...wide, [what]: count - 1 }))).toContain(message);
});

test("threads count together, but the depth of each", () => {
  const threads = [{ profile: drawn() }, { profile: drawn() }];
  checkWidth(threads, { files: 4, functions: 4, lines: 8, depth: 3 });
  for (const lower of [{ files: 3 }, { functions: 3 }, { lines: 7 }])
    expect(refusal(() => checkWidth(threads, { ...wide, ...lower }))).not.toBe("");
});

test("an importer stops at its first function too many; what is recorded here does not", () => {
  const frame = (at: number): object => ({ functionName: `f${at}`, scriptId: "1", url: "file:///a.js", lineNumber: 0, columnNumber: at });
  const limited = new FunctionInterner(() => "", 2);
  expect([limited.row(frame(0)), limited.row(frame(1)), limited.row(frame(0))]).toEqual([0, 1, 0]);
  expect(refusal(() => limited.row(frame(2)))).toContain("more than 2 functions");
  const own = new FunctionInterner(() => "");
  for (let at = 0; at <= budget.functions; at++) own.row(frame(at));
  expect(own.row(frame(budget.functions))).toBe(budget.functions);
});

test("a node with many lines takes steps that grow with them: weighted samples go to the line that lacks most, as they did", () => {
  const lines = 60_000;
  const callFrame = { functionName: "long", scriptId: "7", url: "/app/long.js", lineNumber: 0, columnNumber: 0 };
  const { profile } = importCpuprofileFile({
    nodes: [
      { id: 1, callFrame: { ...callFrame, functionName: "(root)", url: "" }, children: [2] },
      { id: 2, callFrame, hitCount: lines, positionTicks: Array.from({ length: lines }, (_, at) => ({ line: at + 1, ticks: 1 })) },
    ],
    startTime: 0,
    endTime: lines * 1500,
    samples: Array.from({ length: lines }, () => 2),
    timeDeltas: Array.from({ length: lines }, (_, at) => 1000 + (at % 2) * 1000),
  });
  const { stacks, samples } = profile;
  expect(new Set(Array.from(samples.stack, (row) => stacks.line[row]))).toHaveProperty("size", lines);
  // All lack the same at first: the last one is taken, then the one before it.
  expect(Array.from(samples.stack.slice(0, 3), (row) => stacks.line[row])).toEqual([lines, lines - 1, lines - 2]);
});

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return inEnglish(error.coded);
    throw error;
  }
  return "";
}
