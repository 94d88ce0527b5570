// @module-tag thorough

import path from "node:path";
import { expect, test } from "vitest";
import { samplingInterval } from "../../../language-server/analysis/costs/sampling-error.ts";
import { nodeOf, ownNodeMajors } from "../../workbench/node-versions.mjs";
import { programs, record } from "./ground-truth.ts";
import { samplesOf } from "./line-shares.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";

const parts = ["one", "two", "three", "four"] as const;

/** The samples of a recording of the program of four parts, by part. */
async function recordParts(node: string, major: number): Promise<readonly number[]> {
  const { decoder } = await record(node, major, 1000, [path.join(programs, "four-parts.cjs"), "3000"]);
  const found = [...samplesOf(decoder.profile().profile)].map((frames) => frames[0]?.name);
  return parts.map((part) => found.filter((name) => name === part).length);
}

interface Spread {
  /** How many of the shares, each with the interval that is shown with it, the mean share of all recordings lies in. */
  readonly within: number;
  readonly shares: number;
  /** Mean share of each part. */
  readonly means: readonly number[];
}

async function measureSpread(major: number): Promise<Spread> {
  const node = await nodeOf(major);
  const recordings: (readonly number[])[] = [];
  while (recordings.length < 8) recordings.push(await recordParts(node, major));
  const sumOf = (ticks: readonly number[]): number => ticks.reduce((sum, each) => sum + each, 0);
  const all = sumOf(recordings.map(sumOf));
  const means = parts.map((_part, at) => sumOf(recordings.map((ticks) => ticks[at] ?? 0)) / all);
  const isWithin = (ticks: number, whole: number, mean: number): boolean => {
    const { low, high } = samplingInterval(ticks, whole);
    return low <= mean && mean <= high;
  };
  const each = recordings.flatMap((ticks) => ticks.map((of, at) => isWithin(of, sumOf(ticks), means[at] ?? 0)));
  return { within: each.filter(Boolean).length, shares: each.length, means };
}

test.each(ownNodeMajors)("Node %i: eight recordings of one program differ by no more than the ± that is shown", async (major) => {
  // 95 of 100 by definition; chance leaves fewer than 28 of 32 in one of fifty.
  const isKept = ({ within, shares }: Spread): boolean => within >= 0.875 * shares;
  const { within, shares, means } = await undisturbed(() => measureSpread(major), isKept, 3);
  expect(shares).toBe(32);
  expect(within).toBeGreaterThanOrEqual(28);
  means.forEach((mean, at) => expect(mean).toBeCloseTo((at + 1) / 10, 1));
});
