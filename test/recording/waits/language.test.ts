import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { buildWaits } from "../../drivers/waits-bundle.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

const fixtures = path.resolve(import.meta.dirname, "../../fixtures/waits");
const cases = path.join(fixtures, "language");

/** What a case did as it is, and rewritten. */
interface Ran {
  readonly name: string;
  /** Its first comment, such as `5 waits, 1 rejected`: what settles in it. */
  readonly head: string;
  readonly original: readonly string[];
  readonly changed: readonly string[];
  /** How many its text has. */
  readonly lines: readonly [number, number];
  readonly waits: number;
  readonly rejected: number;
  readonly left: number;
}

async function runCases(major: number): Promise<readonly Ran[]> {
  const { parts, parser } = await buildWaits();
  const folder = await mkdtemp(path.join(os.tmpdir(), "waits-language-"));
  try {
    const program = path.join(fixtures, "run-language.cjs");
    const env = { ...process.env, NODE_OPTIONS: "" };
    const { stdout } = await promisify(execFile)(await nodeOf(major), [program, parts, parser, cases, folder], { env });
    return JSON.parse(stdout) as readonly Ran[];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function stated(head: string): Pick<Ran, "waits" | "rejected" | "left"> {
  const [, waits = "0", rejected = "0", left = "0"] = /^(\d+) waits?(?:, (\d+) rejected)?(?:, (\d+) left)?$/.exec(head) ?? [];
  return { waits: Number(waits), rejected: Number(rejected), left: Number(left) };
}

test.each([18, 20, 24, 26])("Node %i: rewritten code does what it did, and what settles in it is counted exactly", async (major) => {
  const ran = await runCases(major);
  const files = await readdir(cases);
  expect(ran.map(({ name }) => name)).toEqual(files.toSorted().filter((name) => major >= 24 || name !== "await-using.mjs"));
  const named = (field: "original" | "changed"): unknown => ran.map((each) => [each.name, each[field]]);
  expect(named("changed")).toEqual(named("original"));
  expect(ran.filter(({ original }) => original.length === 0 || original.join("\n").includes("FAILED"))).toEqual([]);
  expect(ran.filter(({ lines }) => lines[0] !== lines[1])).toEqual([]);
  expect(ran.map(({ name, waits, rejected, left }) => ({ name, waits, rejected, left }))).toEqual(
    ran.map(({ name, head }) => ({ name, ...stated(head) })),
  );
});
