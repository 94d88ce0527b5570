import { expect, test } from "vitest";
import { blocksOf } from "../../../language-server/analysis/timeline/blocks.ts";
import { type JudgedBlocks, judgedBlocks } from "./judged-blocks.ts";
import { markedLines, readBlocks } from "./stored-blocks.ts";

/** 200 blocks of 20 to 250 ms on two lines, or none, under a light load; with two other programs that keep both processors busy. */
const nodes = [20, 24, 26];

async function judged(name: string): Promise<JudgedBlocks> {
  const { profile, late, planted } = await readBlocks(name);
  return judgedBlocks(blocksOf(profile, 0, late), planted, await markedLines());
}

test.each(nodes)("Node %i: planted blocks are found, with their line and length, and none is invented", async (node) => {
  const { planted, found, rightLine, rightLength, invented } = await judged(`${node}-quiet`);
  expect(planted).toBeGreaterThan(160);
  expect(found / planted).toBeGreaterThanOrEqual(0.95);
  expect(rightLine).toBe(found);
  expect(rightLength / planted).toBeGreaterThanOrEqual(0.95);
  expect(invented).toBeLessThanOrEqual(4);
});

test.each(nodes)("Node %i: where other programs keep the processors busy, blocks are found, and what had no CPU is said", async (node) => {
  const { planted, found, rightLine, starved, saidNoCpu, invented } = await judged(`${node}-busy`);
  expect(planted).toBeGreaterThan(80);
  expect(found / planted).toBeGreaterThanOrEqual(0.85);
  expect(rightLine).toBe(found);
  expect(starved).toBeGreaterThan(10);
  expect(saidNoCpu / starved).toBeGreaterThanOrEqual(0.9);
  expect(invented).toBeLessThanOrEqual(2);
});

test.each(nodes)("Node %i: none is reported in a run without", async (node) => {
  const { profile, late, planted } = await readBlocks(`${node}-light`);
  expect(planted).toEqual([]);
  expect(blocksOf(profile, 0, late).filter(({ kind }) => kind === "block")).toEqual([]);
});

test("in a server that is never idle the load's answers distinguish calls of a few milliseconds from blocks", async () => {
  const { profile, late, planted, answers } = await readBlocks("26-full");
  const lines = await markedLines();
  const reported = judgedBlocks(blocksOf(profile, 0, late, Float64Array.from(answers ?? [])), planted, lines);
  expect(reported.planted).toBeGreaterThan(40);
  expect(reported.found / reported.planted).toBeGreaterThanOrEqual(0.95);
  expect(reported.rightLine).toBe(reported.found);
  expect(reported.rightLength / reported.planted).toBeGreaterThanOrEqual(0.9);
  expect(reported.invented).toBeLessThanOrEqual(1);
  expect(judgedBlocks(blocksOf(profile, 0, late), planted, lines).invented).toBeGreaterThan(10);
});
