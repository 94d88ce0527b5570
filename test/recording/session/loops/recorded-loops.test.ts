import path from "node:path";
import { expect, test } from "vitest";
import type { LoopTrack } from "../../../../language-server/analysis/timeline/tracks.ts";
import type { Run } from "../../../../language-server/history/run.ts";
import { readTracks } from "../../../../language-server/history/run-store.ts";
import { appsFolder, DapClient, type RecorderChoice } from "../../../drivers/adapter/dap-client.ts";
import { startInspected } from "../../../drivers/adapter/inspected-app.ts";
import { undisturbed } from "../../../drivers/undisturbed.ts";
import { nodeOf } from "../../../workbench/node-versions.mjs";
import { someOf } from "../../../workbench/some-of.mjs";

type Span = readonly [from: number, to: number];
type Planted = Readonly<Record<"main" | "worker", readonly Span[]>>;

const program = "planted-blocks.js";
const lateUs = 50_000;
/** An edge may be this much beside what the app's own clock showed. */
const besideUs = 10_000;

interface Found {
  /** Which of the planted ones. */
  readonly missed: readonly number[];
  /** Reported though nothing was planted there. */
  readonly extra: readonly Span[];
}

/** Where a run begins on the app's clock is not known: the zero is the one for which most is found. */
function found(planted: readonly Span[], { late }: LoopTrack): Found {
  const long = planted.filter(([from, to]) => to - from > lateUs);
  const reported = Array.from(late.from, (from, row): Span => [from, late.to[row] ?? 0]);
  const near = (zero: number, [from, to]: Span, turn: Span): boolean =>
    Math.abs(turn[0] + zero - from) < besideUs && Math.abs(turn[1] + zero - to) < besideUs;
  const results = long.flatMap(([, to]) =>
    reported.map((turn): Found => {
      const zero = to - turn[1];
      const isNear = (each: Span): boolean => reported.some((other) => near(zero, each, other));
      const missed = long.filter((each) => !isNear(each)).map((each) => planted.indexOf(each));
      // Before the first lies the app's own start.
      const isPlanted = (turn: Span): boolean => planted.some(([from, to]) => turn[0] + zero < to && turn[1] + zero > from);
      const extra = reported.filter((turn) => turn[0] + zero > (long[0]?.[0] ?? 0) && !isPlanted(turn));
      return { missed, extra };
    }),
  );
  return results.toSorted((a, b) => a.missed.length - b.missed.length)[0] ?? { missed: [...planted.keys()], extra: reported };
}

interface Recorded {
  readonly run: Run;
  readonly planted: Planted;
  readonly loops: Readonly<Record<string, LoopTrack>>;
}

async function recorded(client: DapClient, planted: string): Promise<Recorded> {
  const run = await client.run();
  const tracks = await readTracks(path.join(client.runsFolder, run.id), run);
  const loops = Object.fromEntries((tracks?.loops ?? []).map((loop) => [run.threads[loop.thread]?.name ?? "", loop]));
  return { run, planted: JSON.parse(planted) as Planted, loops };
}

async function launched(recorder: RecorderChoice, major: number, args: readonly string[]): Promise<Recorded> {
  await using client = await DapClient.start(recorder);
  await client.launch(program, { runtimeExecutable: await nodeOf(major), args });
  expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
  const result = await recorded(client, client.output("stdout"));
  await client.stop();
  return result;
}

function wrong({ planted, loops }: Recorded, threads: readonly (keyof Planted)[]): readonly Found[] {
  const none: LoopTrack = { thread: 0, late: { from: new Float64Array(), to: new Float64Array() }, readings: [] };
  return threads.map((thread) => found(planted[thread], loops[thread === "main" ? "main" : "worker 1"] ?? none));
}

const right: Found = { missed: [], extra: [] };

async function expectPlanted(record: () => Promise<Recorded>, threads: readonly (keyof Planted)[]): Promise<Recorded> {
  let last: Recorded | undefined;
  let before: readonly Found[] | undefined;
  // On a busy machine other programs delay an edge now and then: each block must be right in one of the recordings.
  const measure = async (): Promise<readonly Found[]> => {
    const now = wrong((last = await record()), threads);
    const isOpen = (block: number, thread: number): boolean => before?.[thread]?.missed.includes(block) ?? true;
    before = now.map(({ missed, extra }, thread) => ({ missed: missed.filter((block) => isOpen(block, thread)), extra }));
    return before;
  };
  const isRight = ({ missed, extra }: Found): boolean => missed.length + extra.length === 0;
  const results = await undisturbed(measure, (each) => each.every(isRight));
  expect(results).toEqual(threads.map(() => right));
  return last!;
}

test.each(
  someOf(3, [
    { major: 26, recorder: "exact", args: [] },
    { major: 20, recorder: "exact", args: ["mocked"] },
    { major: 24, recorder: "inspector", args: [] },
    { major: 18, recorder: "exact", args: [] },
  ] as const),
)("Node $major, $recorder: what blocks an event loop is reported with its edges $args", async ({ major, recorder, args }) => {
  const { run, planted, loops } = await expectPlanted(() => launched(recorder, major, args), ["main", "worker"]);
  const { readings = [] } = loops["main"] ?? {};
  // Every half second, but where the loop did not turn or did nothing.
  expect(readings.length).toBeGreaterThan(run.durationMs / 1500);
  expect(readings.every(({ heapUsed }) => heapUsed > 1e6)).toBe(true);
  const lengths = readings.map(({ at }, row) => at - (readings[row - 1]?.at ?? 0));
  const busyUs = readings.reduce((sum, { busy }, row) => sum + busy * (lengths[row] ?? 0), 0);
  const plantedUs = planted.main.reduce((sum, [from, to]) => sum + to - from, 0);
  // The app's start is in the first. Where idle time is lost it is the time of a processor, which others may have meanwhile.
  expect(busyUs).toBeGreaterThan(0.6 * plantedUs);
  expect(busyUs).toBeLessThan(1.3 * plantedUs + (lengths[0] ?? 0));
  expect(Math.min(...readings.map(({ busy }) => busy))).toBeLessThan(0.1);
  expect(Math.max(...readings.map(({ delayP99Ms }) => delayP99Ms))).toBeGreaterThan(200);
});

test("a running app that is attached to", async () => {
  await expectPlanted(async () => {
    await using app = await startInspected(path.join(appsFolder, program), "127.0.0.1", 0, ["later"]);
    await using client = await DapClient.start();
    await client.attach(app.inspectorPort);
    await client.waitFor("heatline.ready");
    const ask = async (expression: string): Promise<string> => String((await client.request("evaluate", { expression }))["result"]);
    await client.request("heatline.startRecording");
    await client.waitFor("heatline.recording", ({ recording }) => recording === true);
    await ask("plant()");
    let planted = "";
    await expect.poll(async () => (planted = await ask("planted()"))).not.toContain("not yet");
    await client.request("heatline.stopRecording");
    const result = await recorded(client, Buffer.from(planted.slice(1, -1), "base64").toString());
    await client.stop();
    return result;
  }, ["main"]);
});
