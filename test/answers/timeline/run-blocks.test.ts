import { expect, test } from "vitest";
import { everything, wholeRun } from "../../../language-server/analysis/selection/selection.ts";
import { bands } from "../../../language-server/analysis/timeline/strip.ts";
import type { LateTurns, Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import { longestBlocks } from "../../../language-server/answers/timeline/longest-blocks.ts";
import { runBlocks } from "../../../language-server/answers/timeline/run-blocks.ts";
import { slowestRequests } from "../../../language-server/answers/timeline/slowest-requests.ts";
import { StripView } from "../../../language-server/answers/timeline/strip-view.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import { type OpenedRun, openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";

const text = "function serve() {\n  return render();\n}\n";
const serve = "app.js serve@1:14 2:9";

/** A thread that serves for 120 ms in one turn, while requests are answered at these milliseconds. `due`: when these began. */
async function opened(
  answers: readonly number[],
  threads: readonly string[] = [`120 | ${serve}\n80 | (idle)`],
  late: LateTurns = { from: Float64Array.of(0), to: Float64Array.of(120_000) },
  due = answers.map(() => 0),
): Promise<OpenedRun> {
  const ends = Float64Array.from(answers, (ms) => ms * 1000);
  const requests: Tracks["requests"] = {
    due: Float64Array.from(due, (ms) => ms * 1000),
    sent: Float64Array.from(due, (ms) => ms * 1000),
    end: ends,
    status: new Int32Array(ends.length).fill(200),
    outcome: new Uint8Array(ends.length),
    request: new Int32Array(ends.length),
    weight: new Float64Array(ends.length).fill(1),
    labels: ["GET /"],
  };
  const app = await makeApp({ "app.js": text });
  const tracks = { requests, loops: [{ thread: 0, late, readings: [] }] };
  const folder = await drawRun(app, { scripts: { "app.js": text }, threads, load: {}, tracks, run: { durationMs: 200 } });
  return openRunFolder(folder, await readRun(folder), {});
}

function kindsOf(run: OpenedRun): readonly string[] {
  return runBlocks(run, 0).map(({ kind, from, to }) => `${kind} ${Math.round(from / 1000)}-${Math.round(to / 1000)}`);
}

test("a loop that answers requests is not blocked by one call", async () => {
  expect(kindsOf(await opened([]))).toEqual(["block 0-120"]);
  expect(kindsOf(await opened([100, 60, 20, 80, 40]))).toEqual(["busyTurn 0-120"]);
});

test("where another process may have answered, answers say nothing", async () => {
  const run = await opened([100, 60, 20, 80, 40], [`120 | ${serve}\n80 | (idle)`, "200 | (idle)"]);
  const [main, child] = run.run.threads;
  if (main === undefined || child === undefined) throw new Error("There are not two threads.");
  expect(kindsOf({ ...run, run: { ...run.run, threads: [main, { ...child, pid: main.pid + 1 }] } })).toEqual(["block 0-120"]);
});

test("what began before the recording or went on after it is reported as far as it was recorded", async () => {
  const late = { from: Float64Array.of(-500_000, 120_000, 200_000), to: Float64Array.of(100_000, 900_000, 990_000) };
  const run = await opened([], [`200 | ${serve}`], late);
  expect(kindsOf(run)).toEqual(["block 0-100", "block 120-200"]);
  expect(new StripView(run).draw(everything, { columns: 1 })).toMatchObject({
    length: 200_000,
    blocks: [{ to: 100_000 }, { to: 200_000 }],
  });
});

test("blocks, the strip and the slowest requests report the same time without a processor", async () => {
  const late = { from: Float64Array.of(20_000), to: Float64Array.of(120_000) };
  const starved = `20 | (idle)\n20 | ${serve}\n10 | (idle)\n10 | ${serve}\n80 | (idle)`;
  const run = await opened([1, 120], [starved], late, [0, 15]);
  const [block] = runBlocks(run, 0);
  const strip = new StripView(run).draw(everything, { columns: 1 });
  const share = Buffer.from(strip?.threads[0]?.shares[bands.indexOf("noCpu")] ?? "", "base64")[0] ?? 0;
  expect(block).toMatchObject({ kind: "noCpu", withoutCpu: 71_000 });
  expect(Math.round(((share / 255) * (strip?.length ?? 0)) / 1000)).toBe(71);
  expect(slowestRequests(run, wholeRun)?.rows.map(({ noCpu }) => noCpu)).toEqual([71_000]);
});

test("the longest blocks have the text of their lines, and those that are left out are counted", async () => {
  const run = await opened([]);
  const longest = longestBlocks(run, wholeRun, 1);
  expect(longest).toMatchObject({ blocks: [{ kind: "block", text: "return render();" }], more: 0, missing: undefined });
  expect(longestBlocks(run, wholeRun, 0)).toMatchObject({ blocks: [], more: 1 });
  expect(longestBlocks(run, { ...wholeRun, spans: [{ from: 120_000, to: 200_000 }] }, 1)).toMatchObject({ blocks: [], more: 0 });
});
