import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { analyse } from "../../../language-server/analysis/analyse.ts";
import { TickLogDecoder } from "../../../language-server/analysis/tick-log/tick-log-decoder.ts";
import { certainties, functionKinds, type Profile } from "../../../language-server/analysis/profile/profile.ts";
import { decodeProfile, encodeProfile } from "../../../language-server/analysis/profile/table-codec.ts";
import { lineOf, naiveTotals, recordedTotals } from "./naive-lines.ts";
import { oracleTicks } from "./oracle.ts";

const repository = path.join(import.meta.dirname, "../../..");

/** The log of prettier formatting a file of one of its own dependencies. */
function prettierLog(): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-oracle-"));
  try {
    const ticks = ["--prof", "--prof-sampling-interval=400", `--logfile=${folder}/%p.log`];
    const flags = [...ticks, "--log-source-position", "--no-sparkplug", "--no-short-builtin-calls"];
    const files = ["chrome-remote-interface/lib/chrome.js", "valibot/dist/index.mjs"].map((file) =>
      path.join(repository, "node_modules", file),
    );
    const prettier = path.join(repository, "node_modules/prettier/bin/prettier.cjs");
    execFileSync(process.execPath, [...flags, prettier, "--ignore-path", os.devNull, "--with-node-modules", ...files], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    const [file] = readdirSync(folder);
    return readFileSync(path.join(folder, file ?? ""));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const log = prettierLog();

/** JavaScript frames of a stack that were recorded rather than restored. */
function recordedFrames(profile: Profile, stack: number): string[] {
  const { stacks, functions, scripts } = profile;
  const frames: string[] = [];
  for (let at = stack; at >= 0; at = stacks.prefix[at] as number) {
    const func = stacks.func[at] as number;
    if (functionKinds[functions.kind[func] as number] !== "script") continue;
    const certainty = certainties[stacks.certainty[at] as number];
    if (certainty === "exact") frames.push(`${scripts.url[functions.script[func] as number]} ${stacks.line[at]}:${stacks.column[at]}`);
    if (certainty === "unknown") frames.push(`? ${functions.name[func]}`);
  }
  return frames.reverse();
}

test("without repaired ticks line totals equal the naive decoder's, also after a run was written and read", () => {
  const decoder = new TickLogDecoder();
  decoder.push(log);
  const { profile, meta } = decoder.profile();
  const { costs } = analyse({
    threads: [{ name: "main", profile: decodeProfile(encodeProfile(profile)) }],
    scripts: [],
    textOf: () => undefined,
    workspaceFolders: [repository],
    ownCode: [],
    nodeMajor: Number.parseInt(process.versions.node, 10),
  });
  const busy = oracleTicks(log.toString("latin1")).filter(({ state }) => state < 7);
  expect(recordedTotals(costs)).toEqual(naiveTotals(busy));
  expect(meta.repairedTicks).toBeGreaterThan(20);
  expect(costs.lines.filter(({ repairedTicks }) => repairedTicks > 0).length).toBeGreaterThan(10);
}, 120_000);

function sameLines(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify([...new Set(some.flatMap(lineOf))]) === JSON.stringify([...new Set(others.flatMap(lineOf))]);
}

function isSubsequence(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const one of all) if (one === some[at]) at += 1;
  return at === some.length;
}

test("it agrees with the naive decoder on every tick of a run of prettier", () => {
  const decoder = new TickLogDecoder();
  // Chunks end anywhere, so lines are split across them.
  for (let at = 0; at < log.length; at += 65_521) decoder.push(log.subarray(at, at + 65_521));
  const { profile, problems, meta } = decoder.profile();
  const oracle = oracleTicks(log.toString("latin1")).filter(({ state }) => state < 7);
  const recorded = profile.samples.recorded ?? profile.samples.stack;
  const ours = Array.from(recorded, (stack) => recordedFrames(profile, stack)).filter((_frames, row) => {
    const func = profile.stacks.func[profile.samples.stack[row] as number] as number;
    return functionKinds[profile.functions.kind[func] as number] !== "idle";
  });
  expect(meta.recordedTicks).toBeGreaterThan(500);
  expect(ours.filter((frames) => frames.length > 10).length).toBeGreaterThan(300);
  expect(ours).toHaveLength(oracle.length);
  const different = oracle.flatMap((tick, row) => {
    const expected = tick.frames;
    const frames = ours[row] ?? [];
    // V8 may report the innermost frame twice, around a call without a frame; skip it if a line of the stack already has it.
    const isSame = isSubsequence(frames, expected);
    return isSame && sameLines(expected, frames) ? [] : [{ row, expected, ours: frames }];
  });
  expect(different.slice(0, 3)).toEqual([]);
  // On a busy machine V8 may lose ticks.
  expect(problems.filter(({ code }) => code !== "v8Log.lostTicks")).toEqual([]);
}, 120_000);
