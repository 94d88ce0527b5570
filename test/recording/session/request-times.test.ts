import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { outcomes, type Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import { listRuns, readThread, readTracks } from "../../../language-server/history/run-store.ts";
import type { Run } from "../../../language-server/history/run.ts";
import { buildCommandLine, type CommandLine } from "../../cli/command-line.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-requests-")));

/** Every tenth request computes for 40 ms, and writes when it began and ended by the machine's monotonic clock, in µs. */
const server = `const { appendFileSync } = require("node:fs");
const now = () => Number(process.hrtime.bigint()) / 1000;
function planted(from) {
  let sum = 0;
  while (now() < from + 40_000) sum += Math.sqrt(sum + 1);
  return sum;
}
let seen = 0;
require("node:http").createServer((request, response) => {
  seen += 1;
  const from = now();
  if (seen % 10 === 0 && planted(from) > 0) appendFileSync(process.env.PLANTED, from + " " + now() + "\\n");
  setTimeout(() => response.end("ok"), 3);
}).listen(0, "127.0.0.1", () => console.log("listening"));
`;

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(path.join(folder, "server.js"), server);
});

interface Recorded {
  readonly run: Run;
  readonly profile: Profile;
  readonly tracks: Tracks;
  /** Of the app's own clock. */
  readonly planted: readonly (readonly [from: number, to: number])[];
}

async function recorded(name: string, args: readonly string[], node = process.execPath): Promise<Recorded> {
  const [out, planted] = [path.join(folder, name), path.join(folder, `${name}.txt`)];
  const load = ["--duration", "2", "--warmup", "0.5", "--connections", "2", ...args];
  const { code, err } = await cli.run(["record", "--out", out, ...load, "--", node, "server.js"], {
    cwd: folder,
    env: { PLANTED: planted },
  });
  expect([code, err]).toEqual([0, expect.not.stringContaining("heatline:")]);
  const [stored] = await listRuns(out);
  const { folder: at, run } = stored!;
  const spans = readFileSync(planted, "utf8").trim().split("\n");
  return {
    run,
    profile: await readThread(at, run.threads[0]!),
    tracks: await readTracks(at, run),
    planted: spans.map((span) => span.split(" ").map(Number) as [number, number]),
  };
}

/** Times of samples in the planted work. */
function plantedTicks({ samples, stacks, functions }: Profile): number[] {
  const isIn = (row: number): boolean => row >= 0 && (functions.name[stacks.func[row]!] === "planted" || isIn(stacks.prefix[row]!));
  return [...samples.time].filter((_, sample) => isIn(samples.stack[sample]!));
}

/** Part of the ticks that lie in one of the spans, with two milliseconds around it. */
function partWithin(ticks: readonly number[], spans: readonly (readonly [from: number, to: number])[]): number {
  return ticks.filter((time) => spans.some(([from, to]) => time >= from - 2000 && time <= to + 2000)).length / ticks.length;
}

test.each([20, 24, 26])("on Node %i requests, samples and the app's own clock tell the same times", async (major) => {
  const { run, profile, tracks, planted } = await recorded(`node-${major}`, ["--load", "/a", "--load", "/b"], await nodeOf(major));
  expect(run.recorder).toBe("exact");
  const { requests, load } = tracks;
  const { due, end, outcome, request, labels } = requests!;
  expect(labels).toEqual(["GET /a", "GET /b"]);
  expect(new Set(request)).toEqual(new Set([0, 1]));
  expect(outcome.filter((each) => outcomes[each] === "answer")).toHaveLength(run.load!.requests!);
  expect((load!.to - load!.from) / 1e6).toBeCloseTo(run.load!.durationSeconds, 1);
  // The window begins just before the load's measured part.
  expect(load!.from).toBeGreaterThan(0);
  expect(load!.from).toBeLessThan(5e6);
  const ticks = plantedTicks(profile);
  const slow = [...due.keys()].filter((row) => end[row]! - due[row]! > 40_000).map((row) => [due[row]!, end[row]!] as const);
  expect(partWithin(ticks, slow)).toBeGreaterThan(0.93);
  // The zero of the window is not known here: that of the app's clock is the one with which most ticks fit.
  const shifted = planted.map(([first]) => planted.map(([from, to]) => [from - first + ticks[0]!, to - first + ticks[0]!] as const));
  const spans = shifted.reduce((best, each) => (partWithin(ticks, each) > partWithin(ticks, best) ? each : best));
  expect(partWithin(ticks, spans)).toBeGreaterThan(0.93);
  // Each began after its request was sent, and ended before its answer.
  const inWindow = spans.filter(([from, to]) => from > load!.from && to < load!.to);
  expect(inWindow.length).toBeGreaterThan(5);
  const held = inWindow.filter(([from, to]) => slow.some(([sent, answered]) => sent <= from + 2000 && answered >= to - 2000));
  expect(held.length / inWindow.length).toBeGreaterThan(0.93);
});

test("the inspector's samples are on the same clock", async () => {
  const { run, profile, tracks } = await recorded("inspector", ["--load", "/a", "--recorder", "inspector"]);
  expect(run.recorder).toBe("inspector");
  const { due, end } = tracks.requests!;
  const slow = [...due.keys()].filter((row) => end[row]! - due[row]! > 40_000).map((row) => [due[row]!, end[row]!] as const);
  expect(partWithin(plantedTicks(profile), slow)).toBeGreaterThan(0.93);
});

test("labels are kept without secrets, unless these are to be kept", async () => {
  const url = "/a?token=abcdef0123456789";
  const masked = await recorded("masked", ["--load", url, "--duration", "1"]);
  expect(masked.tracks.requests!.labels).toEqual([masked.run.load!.label]);
  expect(masked.run.load!.label).not.toContain("abcdef0123456789");
  const kept = await recorded("kept", ["--load", url, "--duration", "1", "--keep-secrets"]);
  expect(kept.tracks.requests!.labels).toEqual([`GET ${url}`]);
});
