import { expect, test } from "vitest";
import type { Block, BlockKind } from "../../../../language-server/analysis/timeline/strip.ts";
import { BlockedTime } from "../../../../language-server/analysis/timeline/tail/blocked-time.ts";

function block(from: number, to: number, line: number, kind: BlockKind = "block"): Block {
  return { thread: 0, from, to, kind, hottest: { path: "/app/a.js", line, name: "f", ticks: to - from } };
}

function blocked(blocks: readonly Block[], from: number, to: number): readonly number[] | undefined {
  const found = new BlockedTime(blocks).within({ from, to });
  return found && [found.line, found.time, found.blocks];
}

test("the line that blocked the loop for most of a request is reported, with how long and how often", () => {
  const blocks = [block(100, 200, 1), block(300, 360, 2), block(400, 460, 2)];
  expect(blocked(blocks, 0, 1000)).toEqual([2, 120, 2]);
  expect(blocked(blocks, 90, 250)).toEqual([1, 100, 1]);
});

test("a request within a block is blocked all the time", () => {
  expect(blocked([block(0, 1000, 1)], 900, 960)).toEqual([1, 60, 1]);
});

test("an edge in common shows nothing", () => {
  expect(blocked([block(100, 200, 1)], 0, 140)).toBeUndefined();
  expect(blocked([block(100, 200, 1)], 160, 400)).toBeUndefined();
  expect(blocked([block(100, 200, 1)], 150, 400)).toEqual([1, 50, 1]);
});

test("busy turns and waits for a processor have no sure line", () => {
  expect(blocked([block(100, 200, 1, "busyTurn"), block(300, 400, 1, "noCpu")], 0, 1000)).toBeUndefined();
});

test("a long block of one thread hides no later one of another", () => {
  const blocks = [block(0, 900, 1), { ...block(100, 160, 2), thread: 1 }, { ...block(920, 980, 3), thread: 1 }];
  expect(blocked(blocks, 850, 1000)).toEqual([3, 60, 1]);
  expect(blocked(blocks, 600, 700)).toEqual([1, 100, 1]);
});
