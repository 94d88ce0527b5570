import { describe, expect, test } from "vitest";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { ClockedTool, type ModuleShare, type StartTool, startTools } from "./start-tools.ts";

const allowed = 0.05;
/** Imports whose shares are closer than this have no order. */
const alike = 0.02;

/** Whether the three dearest imports are shown as their clocks have them, in the same order. */
function isRight(found: readonly ModuleShare[]): boolean {
  return found.slice(0, 3).every((dear, rank) => {
    const isInOrder = found.slice(rank + 1).every(({ clock, shown }) => dear.clock - clock <= alike || dear.shown >= shown);
    return isInOrder && Math.abs(dear.clock - dear.shown) <= allowed;
  });
}

describe.each(Object.keys(startTools) as readonly StartTool[])("%s", { tags: ["thorough"] }, (name) => {
  test.each([20, 26])("Node %i: its dearest imports are those that take longest to evaluate", { timeout: 900_000 }, async (major) => {
    await using tool = await ClockedTool.make(name);
    const found = await undisturbed(() => tool.shares(major), isRight, 3);
    const dearest = found.slice(0, 8);
    if (process.env["HEATLINE_SHOW"] !== undefined) console.log(JSON.stringify({ name, major, dearest }));
    expect(dearest.length).toBeGreaterThan(1);
    expect(dearest).toSatisfy(() => isRight(found));
  });
});
