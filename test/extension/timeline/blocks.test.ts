import { expect, test, vi } from "vitest";
import type { Block } from "../../../language-server/analysis/timeline/strip.ts";
import type { Timeline } from "../../../language-server/protocol/timeline.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { Blocks } = await import("../../../extension/timeline/blocks.ts");

/** Blocks at these times; an N is a wait for a processor. */
function strip(...times: readonly (number | "N")[]): Timeline {
  const blocks = times.map((from, index): Block => {
    const at = from === "N" ? index : from;
    return { thread: 0, from: at, to: at + 1, kind: from === "N" ? "noCpu" : "block" };
  });
  return {
    blocks,
    blockTexts: blocks.map(({ from }) => `at ${from}`),
    blockLocations: blocks.map(() => null),
    missing: ["No load."],
  } as unknown as Timeline;
}

function shown(...answers: readonly (Timeline | null)[]) {
  const revealed: number[] = [];
  const left = [...answers];
  const shownRun = { summary: { id: "a", name: "app", startedAt: "2026" }, mustBeShown: () => Promise.resolve(shownRun.summary) };
  const blocks = new Blocks(
    { request: async () => (left.length > 1 ? left.shift() : left[0]) } as never,
    shownRun as never,
    async ({ from }) => void revealed.push(from),
  );
  return { blocks, revealed, shownRun };
}

test("one goes from block to block in the order of time, round and round, and over waits for a processor", async () => {
  const { blocks, revealed } = shown(strip(10, "N", 30, 50));
  for (const to of ["next", "next", "next", "next", "previous", "previous"] as const) await blocks.go(to);
  expect(revealed).toEqual([10, 30, 50, 10, 50, 30]);
  expect(vscode.window.shown.at(-1)).toBe("Block 2 of 3: at 30");
  const { blocks: others, revealed: from } = shown(strip(10, 30));
  await others.go("previous");
  expect(from).toEqual([30]);
});

test("after another selection one goes on from where one was, and from a block that was clicked", async () => {
  const { blocks, revealed } = shown(strip(10, 30, 50), strip(5, 20, 60));
  await blocks.go("next");
  await blocks.go("next");
  await blocks.go("previous");
  expect(revealed).toEqual([10, 20, 5]);
  await blocks.show({ thread: 0, from: 60, to: 61, kind: "block" }, null);
  await blocks.go("next");
  expect(revealed.at(-1)).toBe(5);
  const { blocks: gone, revealed: last } = shown(strip(90), strip(5, 20));
  await gone.go("next");
  await gone.go("next");
  await gone.go("previous");
  expect(last).toEqual([90, 5, 20]);
});

test("in another run one begins with its first block", async () => {
  const { blocks, revealed, shownRun } = shown(strip(10, 30));
  await blocks.go("next");
  shownRun.summary = { ...shownRun.summary, id: "b" };
  await blocks.go("next");
  expect(revealed).toEqual([10, 10]);
});

test("without blocks it is said, and what the run lacks", async () => {
  await expect(shown(strip("N")).blocks.go("next")).rejects.toMatchObject({
    text: "Nothing is known to have blocked the event loop for more than 50 ms. No load.",
  });
  await expect(shown(null).blocks.go("next")).rejects.toThrow("This profile does not say when its samples were taken.");
});
