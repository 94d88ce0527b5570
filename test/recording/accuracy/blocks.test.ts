import { expect, test } from "vitest";
import { runBlocks } from "../../../language-server/answers/timeline/run-blocks.ts";
import { type JudgedBlocks, judgedBlocks } from "../../analysis/timeline/judged-blocks.ts";
import { markedLines } from "../../analysis/timeline/stored-blocks.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { someOf } from "../../workbench/some-of.mjs";
import { recordPlanted } from "../planted-blocks.ts";

const count = 50;

interface Judged {
  readonly all: JudgedBlocks;
  /** Those that had a processor for nine tenths of their time, by the app's own count of its CPU time. */
  readonly calm: JudgedBlocks;
}

async function judged(major: number): Promise<Judged> {
  const { opened, planted } = await recordPlanted(await nodeOf(major), { count });
  const main = opened.run.threads.find(({ name }) => name === "main");
  const blocks = runBlocks(opened, main?.id ?? -1);
  const lines = await markedLines();
  const calm = planted.filter(({ from, to, cpu }) => cpu >= 0.9 * (to - from));
  return { all: judgedBlocks(blocks, planted, lines), calm: judgedBlocks(blocks, calm, lines) };
}

/** On a machine that is busy with something else few are calm, and it is said of the others that they had no CPU. */
function isRight({ all, calm }: Judged): boolean {
  const isNearly = (part: number, whole: number): boolean => part >= Math.min(whole - 1, 0.95 * whole);
  return (
    isNearly(all.reported, all.planted) &&
    all.rightLine === all.found &&
    all.invented <= 1 &&
    isNearly(calm.found, calm.planted) &&
    isNearly(calm.rightLength, calm.found)
  );
}

test.each(someOf(1, [26, 24, 20, 18]))("Node %i: blocks of a live app are reported with their line and length", async (major) => {
  expect(await undisturbed(() => judged(major), isRight)).toSatisfy(isRight);
});
