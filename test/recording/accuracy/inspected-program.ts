import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { analyse } from "../../../language-server/analysis/analyse.ts";
import type { Costs, LineCost } from "../../../language-server/analysis/costs/costs.ts";
import { importCpuprofile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import { nodeOutput } from "../../workbench/node-output.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { type BuiltinTruth, builtinError, gcFlags, kernels, programs, record } from "./ground-truth.ts";
import { chanceError, samplesOf } from "./line-shares.ts";

interface InspectedProgram {
  readonly output: string;
  readonly restored: Costs;
  /** Costs without Heatline's repairs: those of the same file if its engine is unknown. */
  readonly plain: Costs;
}

/** Runs a ground-truth program under the inspector's profiler. */
async function inspect(major: number, interval: number, args: readonly string[], hasAnchors: boolean): Promise<InspectedProgram> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-truth-"));
  try {
    const file = path.join(folder, "profile.json");
    const env = { HEATLINE_PROFILE: file, HEATLINE_INTERVAL: String(interval), HEATLINE_ANCHORS: hasAnchors ? "yes" : "no" };
    const preload = path.join(programs, "inspector-profile.cjs");
    const output = await nodeOutput(await nodeOf(major), ["--require", preload, ...args], undefined, env);
    const { profile: raw, scripts } = JSON.parse(await readFile(file, "utf8")) as {
      readonly profile: unknown;
      readonly scripts: readonly { readonly url: string; readonly text: string }[];
    };
    const texts = new Map(scripts.map(({ url, text }) => [url, text]));
    const { profile } = importCpuprofile(raw);
    const costsAs = (nodeMajor: number): Costs =>
      analyse({
        threads: [{ name: "main", profile }],
        scripts: scripts.map(({ url }) => ({ url, hash: url, mapHash: "", mapBase: "" })),
        textOf: (hash) => texts.get(hash),
        workspaceFolders: [programs, path.dirname(kernels)],
        ownCode: [],
        nodeMajor,
      }).costs;
    return { output, restored: costsAs(major), plain: costsAs(0) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

export interface InspectedErrors {
  /** `shareError` of the loops' self time: restored by Heatline, as in V8's profile, and expected by chance alone. */
  readonly restored: number;
  readonly plain: number;
  readonly chance: number;
}

export async function measureInspectedBuiltins(major: number): Promise<InspectedErrors> {
  const program = path.join(programs, "builtins.mjs");
  const { output, restored, plain } = await inspect(major, 200, [...gcFlags, program, "9000"], true);
  const truth = JSON.parse(output) as BuiltinTruth;
  const whole = truth.loops.reduce((sum, { cost }) => sum + cost, 0);
  const chanceOf = (ticks: number): number => chanceError(new Map(truth.loops.map(({ line, cost }) => [String(line), cost])), whole, ticks);
  const linesOf = (costs: Costs): readonly LineCost[] => costs.lines.filter(({ source }) => costs.sources[source]?.path === kernels);
  const errorOf = (costs: Costs): number => {
    const self = new Map(linesOf(costs).map(({ line, selfTicks }) => [String(line), selfTicks]));
    // Without the lines that only call a loop, whose samples belong to it: they are on the wrong side of the sum.
    return builtinError(truth, truth.loops, self, sumOf(self));
  };
  return {
    restored: errorOf(restored),
    plain: errorOf(plain),
    chance: chanceOf(sumOf(new Map(linesOf(restored).map((each) => ["" + each.line, each.selfTicks])))),
  };
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

export interface HottestLine {
  /** Share of self time of the lines that hold a comparison of strings. */
  readonly exact: number;
  readonly inspector: number;
  /** The same in V8's profile, before Heatline restores lost calls. */
  readonly plain: number;
  /** Whether the inspector's hottest line is one of them, and whether it is marked as inferred. */
  readonly isHottest: boolean;
  readonly isMarked: boolean;
}

/** The hottest line of a program that compares strings, by both recorders: each runs the program once. */
export async function measureHottest(major: number, args: readonly [string, ...string[]], hasAnchors: boolean): Promise<HottestLine> {
  const [name, ...more] = args;
  const program = path.join(programs, name);
  const isComparison = (await readFile(program, "utf8")).split("\n").map((line) => /\bif \((?:similar\[|row ===)/.test(line));
  const { decoder } = await record(await nodeOf(major), major, 500, [program, ...more]);
  const from = decoder.anchors.get("heatline-anchor-measured") ?? 0;
  const to = decoder.anchors.get("heatline-anchor-end") ?? Infinity;
  let [all, compared] = [0, 0];
  for (const [innermost] of samplesOf(decoder.profile({ from, to }).profile)) {
    if (innermost === undefined) continue;
    all += 1;
    if (innermost.url.endsWith(`/${name}`) && isComparison[innermost.line - 1] === true) compared += 1;
  }
  const { restored, plain } = await inspect(major, 500, [program, ...more], hasAnchors);
  const isIt = ({ source, line }: LineCost, { sources }: Costs): boolean =>
    sources[source]?.path === program && isComparison[line - 1] === true;
  const shareIn = (costs: Costs): number =>
    costs.lines.filter((line) => isIt(line, costs)).reduce((sum, { selfTicks }) => sum + selfTicks, 0) / costs.busyTicks;
  const [hottest] = restored.lines.toSorted((a, b) => b.selfTicks - a.selfTicks);
  return {
    exact: compared / all,
    inspector: shareIn(restored),
    plain: shareIn(plain),
    isHottest: hottest !== undefined && isIt(hottest, restored),
    isMarked: (hottest?.inferredTicks ?? 0) > 0,
  };
}
