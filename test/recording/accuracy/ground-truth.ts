import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { TickLogDecoder } from "../../../language-server/analysis/tick-log/tick-log-decoder.ts";
import { tickLogArgs } from "../../../language-server/recording/ticks/exact-flags.ts";
import { nodeOutput } from "../../workbench/node-output.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { chanceError, count, independentTicks, samplesOf, shareError, type SampleFrame } from "./line-shares.ts";

export const programs = path.join(import.meta.dirname, "../../fixtures/ground-truth");

/** Runs a program with the recorder's own flags; returns its output and its log (with several threads, the log of the measured part). */
export async function record(
  node: string,
  major: number,
  interval: number,
  args: readonly string[],
): Promise<{ output: string; decoder: TickLogDecoder; threads: readonly TickLogDecoder[] }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-truth-"));
  try {
    const flags = await tickLogArgs({ nodePath: node, nodeVersion: `${major}.0.0`, interval }, { folder });
    const stdout = await nodeOutput(node, [...flags, ...args]);
    const threads: TickLogDecoder[] = [];
    for (const file of await readdir(folder)) {
      const decoder = new TickLogDecoder();
      decoder.push(await readFile(path.join(folder, file)));
      threads.push(decoder);
    }
    const [decoder = new TickLogDecoder()] = threads.toSorted((a, b) => b.anchors.size - a.anchors.size);
    return { output: stdout, decoder, threads };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface CallTruth {
  readonly all: number;
  readonly lines: readonly (readonly [string, number])[];
  readonly places: readonly (readonly [string, number])[];
}

/** `shareError` of line totals and of position totals (line and column) in the program of call kinds. */
export interface CallErrors {
  readonly lineTotal: number;
  readonly placeTotal: number;
  /** What both would be by chance, and the number of ticks. */
  readonly lineChance: number;
  readonly placeChance: number;
  readonly ticks: number;
}

export async function measureCallKinds(major: number, milliseconds = 10_000): Promise<CallErrors> {
  const node = await nodeOf(major);
  const program = path.join(programs, "call-kinds.mjs");
  const truth = JSON.parse(await nodeOutput(node, [program, "--truth"])) as CallTruth;
  const { decoder } = await record(node, major, 200, [program, String(milliseconds)]);
  const lines = new Map<string, number>();
  const places = new Map<string, number>();
  const hits: string[] = [];
  const isOurs = ({ url }: Pick<SampleFrame, "url">): boolean => !url.startsWith("node:") && !url.endsWith("/burn.mjs");
  for (const frames of samplesOf(decoder.profile().profile)) {
    if (!frames.some(({ name, url }) => name === "burn" && url.endsWith("/burn.mjs"))) continue;
    const ours = frames.filter(isOurs);
    hits.push(ours.map(({ url, line, column }) => `${url} ${line} ${column}`).join("\n"));
    count(
      lines,
      ours.map(({ url, line }) => `${url} ${line}`),
    );
    count(
      places,
      ours.map(({ url, line, column }) => `${url} ${line} ${column}`),
    );
  }
  const known = (entries: CallTruth["lines"]): Map<string, number> =>
    new Map(entries.filter(([key]) => isOurs({ url: key.split(" ")[0] ?? "" })));
  const all = hits.length;
  const independent = independentTicks(hits);
  const [trueLines, truePlaces] = [known(truth.lines), known(truth.places)];
  return {
    lineTotal: shareError(trueLines, truth.all, lines, all),
    placeTotal: shareError(truePlaces, truth.all, places, all),
    lineChance: chanceError(trueLines, truth.all, independent),
    placeChance: chanceError(truePlaces, truth.all, independent),
    ticks: all,
  };
}

/** Share of self time on the lines that compare strings, in the program that does little else; of several threads, the smallest. */
export async function measureOutermost(major: number, where: "top" | "timer" | "promise" | "worker" | "workers"): Promise<number> {
  const program = path.join(programs, "outermost.cjs");
  const isComparison = (await readFile(program, "utf8")).split("\n").map((line) => line.includes("if (similar["));
  const { threads } = await record(await nodeOf(major), major, 500, [program, where, "600"]);
  const measured = threads.filter(({ anchors }) => anchors.has("heatline-anchor-measured"));
  if (measured.length !== (where === "workers" ? 3 : 1)) throw new Error(`${measured.length} threads were measured.`);
  return Math.min(...measured.map((thread) => comparedShare(thread, isComparison)));
}

/** Share of the samples in a loop, and what it calls, that stand at the loop's head. */
export async function measureLoopHead(major: number): Promise<number> {
  const program = path.join(programs, "loops.cjs");
  const lines = (await readFile(program, "utf8")).split("\n");
  const head = lines.findIndex((line) => line.includes("i < rounds")) + 1;
  const { decoder } = await record(await nodeOf(major), major, 500, [program, "1500"]);
  const inLoop = [...samplesOf(decoder.profile().profile)].flatMap((frames) => frames.find(({ name }) => name === "hot")?.line ?? []);
  return inLoop.filter((line) => line === head).length / inLoop.length;
}

function comparedShare(thread: TickLogDecoder, isComparison: readonly boolean[]): number {
  const from = thread.anchors.get("heatline-anchor-measured") ?? 0;
  const to = thread.anchors.get("heatline-anchor-end") ?? Infinity;
  let [all, compared] = [0, 0];
  for (const [innermost] of samplesOf(thread.profile({ from, to }).profile)) {
    if (innermost === undefined) continue;
    all += 1;
    if (innermost.url.endsWith("/outermost.cjs") && isComparison[innermost.line - 1] === true) compared += 1;
  }
  return compared / all;
}

export interface BuiltinTruth {
  readonly loops: readonly { readonly line: number; readonly cost: number }[];
  readonly sites: readonly { readonly line: number; readonly cost: number }[];
}

/** `shareError` of the lines in the program of builtins, as decoded and without the repair of lost frames. */
export interface BuiltinErrors {
  readonly repaired: { readonly lineSelf: number; readonly lineTotal: number };
  readonly plain: { readonly lineSelf: number; readonly lineTotal: number };
  /** What `repaired` would be by chance. */
  readonly chance: { readonly lineSelf: number; readonly lineTotal: number };
  /** Ticks of the measured part, and the numbers of repaired and doubtful ones in the whole run. */
  readonly ticks: number;
  readonly repairedTicks: number;
  readonly doubtfulTicks: number;
}

export const kernels = "/ground-truth/kernels.js";
// Collections have no line: fewer of them leave more ticks to compare.
export const gcFlags = ["--single-threaded-gc", "--min-semi-space-size=64", "--max-semi-space-size=64"];

export async function measureBuiltins(major: number, milliseconds = 12_000): Promise<BuiltinErrors> {
  const node = await nodeOf(major);
  const program = path.join(programs, "builtins.mjs");
  const callLine = (await readFile(program, "utf8")).split("\n").findIndex((line) => line.includes("site.run(amount")) + 1;
  const { output, decoder } = await record(node, major, 200, [...gcFlags, program, String(milliseconds)]);
  const truth = JSON.parse(output) as BuiltinTruth;
  const from = decoder.anchors.get("heatline-anchor-measured") ?? 0;
  const to = decoder.anchors.get("heatline-anchor-end") ?? 0;
  const { profile, meta } = decoder.profile({ from, to });
  const repaired = { self: new Map<string, number>(), total: new Map<string, number>() };
  const plain = { self: new Map<string, number>(), total: new Map<string, number>() };
  const hits: string[] = [];
  for (const frames of samplesOf(profile)) {
    if (!frames.some(({ name, line }) => name === "runSite" && line === callLine)) continue;
    hits.push(frames.map(({ url, line }) => (url === kernels ? String(line) : "")).join(" "));
    for (const [counts, kept] of [
      [repaired, frames],
      [plain, frames.filter((frame) => !frame.repaired)],
    ] as const) {
      const ours = kept.filter(({ url }) => url === kernels).map(({ line }) => String(line));
      const isInnermost = kept[0]?.url === kernels;
      count(counts.self, isInnermost ? [ours[0] ?? ""] : ["elsewhere"]);
      count(counts.total, ours);
    }
  }
  const all = hits.length;
  const independent = independentTicks(hits);
  const chance = {
    lineSelf: builtinError(truth, truth.loops, undefined, independent),
    lineTotal: builtinError(truth, [...truth.loops, ...truth.sites], undefined, independent),
  };
  const errors = (counts: typeof plain): BuiltinErrors["plain"] => ({
    lineSelf: builtinError(truth, truth.loops, counts.self, all),
    lineTotal: builtinError(truth, [...truth.loops, ...truth.sites], counts.total, all),
  });
  const { repairedTicks, doubtfulTicks } = meta;
  return { repaired: errors(repaired), plain: errors(plain), chance, ticks: all, repairedTicks, doubtfulTicks };
}

/** The same error for the inspector's profile, which knows only leaf lines. Runs the program again, as the two samplers exclude each other. */
export async function measureBuiltinsByInspector(major: number): Promise<number> {
  const node = await nodeOf(major);
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-truth-"));
  try {
    const flags = ["--cpu-prof", "--cpu-prof-interval=200", `--cpu-prof-dir=${folder}`, ...gcFlags];
    const stdout = await nodeOutput(node, [...flags, path.join(programs, "builtins.mjs"), "12000"]);
    const [file] = await readdir(folder);
    const { nodes } = JSON.parse(await readFile(path.join(folder, file ?? ""), "utf8")) as { readonly nodes: readonly CpuNode[] };
    const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)));
    const self = new Map<string, number>();
    let all = 0;
    for (const node of nodes) {
      for (const { line, ticks } of node.positionTicks ?? []) {
        const key = selfLine(node, line, parents);
        if (key === undefined) continue;
        all += ticks;
        self.set(key, (self.get(key) ?? 0) + ticks);
      }
    }
    const truth = JSON.parse(stdout) as BuiltinTruth;
    return builtinError(truth, truth.loops, self, all);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface CpuNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

/** The kernels' line that gets a leaf's ticks as self, "elsewhere" for other code below a kernel's call, undefined outside the measured part. */
function selfLine(node: CpuNode, line: number, parents: ReadonlyMap<number, CpuNode>): string | undefined {
  let innermost = node;
  // A node without a URL is native: the line of its ticks is that of the call.
  if (node.callFrame.url === "") innermost = parents.get(node.id) ?? node;
  let isMeasured = false;
  for (let at: CpuNode | undefined = node; at !== undefined; at = parents.get(at.id)) {
    if (at.callFrame.functionName === "runSite") isMeasured = true;
  }
  if (!isMeasured) return undefined;
  return innermost.callFrame.url.endsWith(kernels) ? String(line) : "elsewhere";
}

/** Without `counts`, the error by chance. */
export function builtinError(
  truth: BuiltinTruth,
  lines: BuiltinTruth["loops"],
  counts: ReadonlyMap<string, number> | undefined,
  all: number,
): number {
  const whole = truth.loops.reduce((sum, { cost }) => sum + cost, 0);
  const costs = new Map(lines.map(({ line, cost }) => [String(line), cost]));
  return counts === undefined ? chanceError(costs, whole, all) : shareError(costs, whole, counts, all);
}
