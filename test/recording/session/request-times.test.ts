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
import { someOf } from "../../workbench/some-of.mjs";

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
  readonly planted: readonly Span[];
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

type Span = readonly [from: number, to: number];

/** Part of the times that lie in one of the spans, with two milliseconds around it. */
function partWithin(times: readonly number[], spans: readonly Span[]): number {
  return times.filter((time) => spans.some(([from, to]) => time >= from - 2000 && time <= to + 2000)).length / times.length;
}

/** Part of the spans that are within one of the others, to a millisecond. */
function partHeld(spans: readonly Span[], others: readonly Span[]): number {
  return (
    spans.filter(([from, to]) => others.some(([sent, answered]) => sent <= from + 1000 && answered >= to - 1000)).length / spans.length
  );
}

/** What was planted while requests were measured, if the app's clock showed this at the start of the window. */
function measuredFrom(zero: number, planted: readonly Span[], slow: readonly Span[]): readonly Span[] {
  const [first, last] = [slow[0]?.[0] ?? 0, slow.at(-1)?.[1] ?? 0];
  return planted.map(([from, to]): Span => [from - zero, to - zero]).filter(([from, to]) => from >= first - 1000 && to <= last + 1000);
}

/** Of requests that may have had planted work in them. */
function slowSpans({ requests }: Tracks): readonly Span[] {
  const { due, end } = requests!;
  return [...due.keys()].filter((row) => end[row]! - due[row]! > 40_000).map((row) => [due[row]!, end[row]!]);
}

const secret = "abcdef0123456789";

test.each(someOf(1, [26, 20, 24]))("on Node %i requests, samples and the app's own clock report the same times", async (major) => {
  const sent = ["--load", `/a?token=${secret}`, "--load", "/b", "--keep-secrets"];
  const { run, profile, tracks, planted } = await recorded(`node-${major}`, sent, await nodeOf(major));
  expect(run.recorder).toBe("exact");
  const { requests, load } = tracks;
  const { outcome, request, labels } = requests!;
  expect(labels).toEqual([`GET /a?token=${secret}`, "GET /b"]);
  expect(new Set(request)).toEqual(new Set([0, 1]));
  expect(outcome.filter((each) => outcomes[each] === "answer")).toHaveLength(run.load!.requests!);
  expect((load!.to - load!.from) / 1e6).toBeCloseTo(run.load!.durationSeconds, 1);
  // The window begins just before the load's measured part.
  expect(load!.from).toBeGreaterThan(0);
  expect(load!.from).toBeLessThan(5e6);
  const slow = slowSpans(tracks);
  // The zero of the window is not known here: that of the app's clock is the one with which most planted work is in a request.
  const candidates = planted.flatMap(([first]) => slow.map(([sent]) => measuredFrom(first - sent, planted, slow)));
  const spans = candidates.reduce((best, each) => (partHeld(each, slow) * each.length > partHeld(best, slow) * best.length ? each : best));
  expect(spans.length).toBeGreaterThan(5);
  expect(partHeld(spans, slow)).toBeGreaterThan(0.9);
  // On a busy machine V8 writes a tick up to 20 ms late.
  const ticks = plantedTicks(profile);
  expect(partWithin(ticks, slow)).toBeGreaterThan(0.75);
  const late = spans.map(([from]) => ticks.reduce((least, time) => (time >= from - 5000 ? Math.min(least, time - from) : least), Infinity));
  expect(late.toSorted((one, other) => one - other)[late.length >> 1]).toBeLessThan(10_000);
});

test("the inspector's samples are on the same clock; labels are kept without secrets, unless these are to be kept", async () => {
  const { run, profile, tracks } = await recorded("inspector", ["--load", `/a?token=${secret}`, "--recorder", "inspector"]);
  expect(run.recorder).toBe("inspector");
  expect(partWithin(plantedTicks(profile), slowSpans(tracks))).toBeGreaterThan(0.75);
  expect(tracks.requests!.labels).toEqual([run.load!.label]);
  expect(run.load!.label).toMatch(/^GET \/a\?token=/);
  expect(run.load!.label).not.toContain(secret);
});
