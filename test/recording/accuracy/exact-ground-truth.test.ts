import { expect, test } from "vitest";
import { edgeNodeMajors, nodeMajors } from "../../workbench/node-versions.mjs";
import { isAll } from "../../workbench/some-of.mjs";
import { type CallingErrors, measureCalling } from "./calling-builtins.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import {
  type BuiltinErrors,
  type CallErrors,
  measureBuiltins,
  measureCallKinds,
  measureLoopHead,
  measureOutermost,
} from "./ground-truth.ts";

// Each version has a long measurement, and each of these has a version. `npm run test:all` has every combination.
const [callMajors, builtinMajors] = isAll ? [nodeMajors, nodeMajors] : [[18], [26]];

// The limits are those of the design. About 0.02 of the error is chance, with some 30 ticks per unit.
test.each(callMajors)("Node %i: every kind of call has the true total of its line and column", async (major) => {
  const bars: Pick<CallErrors, "lineTotal" | "placeTotal"> = { lineTotal: 0.06, placeTotal: 0.08 };
  const isKept = ({ lineTotal, placeTotal }: CallErrors): boolean => lineTotal < bars.lineTotal && placeTotal < bars.placeTotal;
  const { lineTotal, placeTotal } = await undisturbed(() => measureCallKinds(major), isKept);
  expect(lineTotal).toBeLessThan(bars.lineTotal);
  expect(placeTotal).toBeLessThan(bars.placeTotal);
});

test.each(edgeNodeMajors)("Node %i: what a loop's body calls is not placed at the loop's head", async (major) => {
  // With the flags of V8's own --prof on Node 24 and 26: 5 to 25 %.
  expect(
    await undisturbed(
      () => measureLoopHead(major),
      (share) => share < 0.02,
    ),
  ).toBeLessThan(0.02);
});

test.each(builtinMajors)("Node %i: lines that spend their time in builtins have their true self and total", async (major) => {
  const bars: BuiltinErrors["repaired"] = { lineSelf: 0.1, lineTotal: 0.06 };
  const isKept = ({ repaired }: BuiltinErrors): boolean => repaired.lineSelf < bars.lineSelf && repaired.lineTotal < bars.lineTotal;
  const { repaired, plain, ticks, repairedTicks, doubtfulTicks } = await undisturbed(() => measureBuiltins(major), isKept);
  expect(repaired.lineSelf).toBeLessThan(bars.lineSelf);
  expect(repaired.lineTotal).toBeLessThan(bars.lineTotal);
  // The error that the repair is meant to remove.
  expect(plain.lineSelf).toBeGreaterThan(0.15);
  expect(repairedTicks).toBeGreaterThan(ticks / 20);
  expect(doubtfulTicks).toBeLessThan(repairedTicks / 5);
});

test.each(edgeNodeMajors)(
  "Node %i: the time of a builtin that calls JavaScript counts for its line, not for the function that it calls",
  async (major) => {
    const isKept = (errors: CallingErrors): boolean =>
      errors.self < 0.08 && errors.wrongAsFact < 0.012 && errors.emptyCallees < 0.03 && errors.groups.every(isGroupKept);
    const errors = await undisturbed(() => measureCalling(major), isKept);
    expect(errors.self).toBeLessThan(0.08);
    expect(errors.wrongAsFact).toBeLessThan(0.012);
    expect(errors.emptyCallees).toBeLessThan(0.03);
    // The error that the repair removes: the callee's frame is lost in its comparisons and property reads.
    expect(errors.plainSelf).toBeGreaterThan(0.3);
    expect(errors.groups.filter((group) => !isGroupKept(group))).toEqual([]);
  },
);

/** No line may be off by more than 3 points without ≈, and no group by more than 3 points above the log without repair. */
function isGroupKept({ wrongLine, self, plainSelf }: CallingErrors["groups"][number]): boolean {
  return wrongLine < 0.03 && self < plainSelf + 0.03;
}

const places = ["top", "timer", "promise", "worker", "workers"] as const;
/** All on the newest version. */
const placesOf = (major: number): readonly (typeof places)[number][] => (isAll || major === 26 ? places : ["timer"]);
test.each(edgeNodeMajors.flatMap((major) => placesOf(major).map((where) => [major, where] as const)))(
  "Node %i: what only Node's own code calls has its line's true self: %s",
  async (major, where) => {
    const isKept = (share: number): boolean => share > 0.92;
    expect(await undisturbed(() => measureOutermost(major, where), isKept)).toBeGreaterThan(0.92);
  },
);
