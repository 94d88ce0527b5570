import { expect, test } from "vitest";
import { LoopTracks } from "../../../../language-server/recording/session/loops/loop-tracks.ts";
import type { RecordedThread } from "../../../../language-server/recording/recorder.ts";
import { profileOfStacks } from "../../../analysis/drawn-profile.ts";

const zeroUs = 1_000_000;

function thread(pid: number, name: string): RecordedThread {
  return { pid, name, recorder: "exact", profile: profileOfStacks([["work@app.js:1"]]), zeroUs, problems: [], scripts: [] };
}

function report(atUs: number, late: readonly number[] = [], busy = 0.5) {
  return { atUs, late, busy, delayP99Ms: busy * 10, heapUsed: 5e6 };
}

test("reports become tracks since the zero of the samples' times, in order, without what was before", () => {
  const tracks = new LoopTracks();
  tracks.add({ pid: 7, name: "main" }, report(2_000_000, [1_700_000, 1_800_000]));
  tracks.add({ pid: 7, name: "main" }, report(1_500_000, [800_000, 900_000, 950_000, 1_060_000]));
  tracks.add({ pid: 7, name: "worker 1" }, report(900_000));
  tracks.add({ pid: 9, name: "child 9" }, report(1_600_000));
  const [main, worker, ...others] = tracks.of([thread(7, "main"), thread(7, "worker 1"), thread(8, "child 8")]);
  expect(others).toEqual([]);
  expect(main?.thread).toBe(0);
  expect([...(main?.late.from ?? [])]).toEqual([0, 700_000]);
  expect([...(main?.late.to ?? [])]).toEqual([60_000, 800_000]);
  expect(main?.readings.map(({ at }) => at)).toEqual([500_000, 1_000_000]);
  expect(worker?.readings).toEqual([]);
});

test("a thread that does not answer at the end has been blocked since its last report", () => {
  const tracks = new LoopTracks();
  const main = { pid: 7, name: "main" };
  tracks.add(main, report(2_000_000));
  tracks.addSilence(main, 2_500_000);
  tracks.addSilence({ pid: 8, name: "child 8" }, 9_000_000);
  expect(tracks.of([thread(7, "main")])[0]?.late.to).toHaveLength(0);
  tracks.addSilence(main, 9_000_000);
  const [loop, ...others] = tracks.of([thread(7, "main"), thread(8, "child 8")]);
  expect(others).toEqual([]);
  expect([loop?.late.from[0], loop?.late.to[0]]).toEqual([1_000_000, 8_000_000]);
});

test("what is no report is left out", () => {
  const tracks = new LoopTracks();
  const odd = [
    report(Number.NaN),
    report(2, [], 2),
    report(3, [5, 4]),
    report(4, ["5"] as unknown as number[]),
    { ...report(5), heapUsed: -1 },
    { ...report(6), late: undefined as unknown as number[] },
  ];
  for (const each of odd) tracks.add({ pid: 7, name: "main" }, each);
  expect(tracks.busiest()).toBeUndefined();
  expect(tracks.of([thread(7, "main")])).toEqual([]);
});

test("a long recording keeps all its time in fewer readings, and its longest turns", () => {
  const tracks = new LoopTracks();
  const last = 7300;
  for (let at = 1; at <= last; at += 1) {
    const from = zeroUs + at * 500_000;
    // Half of them are half as long.
    const late = Array.from({ length: 60 }, (_none, turn) => [
      from + turn * 1000,
      from + turn * 1000 + (turn % 2 === 0 ? 60_000 : 120_000),
    ]);
    tracks.add({ pid: 7, name: "main" }, report(from, late.flat(), at % 2));
  }
  const [{ readings, late } = { readings: [], late: { from: [], to: [] } }] = tracks.of([thread(7, "main")]);
  expect(readings.length).toBeLessThan(4000);
  expect(readings.at(-1)?.at).toBe(last * 500_000);
  expect(readings[100]).toMatchObject({ busy: 0.5, delayP99Ms: 10 });
  expect(late.from.length).toBeLessThanOrEqual(400_000);
  const lengths = new Set(Array.from(late.from, (from, row) => (late.to[row] ?? 0) - from));
  expect(lengths.has(120_000)).toBe(true);
  expect(late.to.every((to, row) => row === 0 || to >= (late.to[row - 1] ?? 0))).toBe(true);
});

test("of several event loops the busiest that still reports is shown", () => {
  const tracks = new LoopTracks();
  tracks.add({ pid: 7, name: "main" }, report(10_000_000, [], 0.2));
  tracks.add({ pid: 9, name: "child 9" }, report(10_200_000, [], 0.9));
  expect(tracks.busiest()).toEqual({ thread: "child 9", of: 2, busy: 0.9, delayP99Ms: 9, heapUsed: 5e6 });
  tracks.add({ pid: 7, name: "main" }, report(13_000_000, [], 0.3));
  expect(tracks.busiest()).toMatchObject({ thread: "main", of: 1, busy: 0.3 });
});
