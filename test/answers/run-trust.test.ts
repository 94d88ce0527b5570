import { expect, test } from "vitest";
import { everything } from "../../language-server/analysis/selection/selection.ts";
import { trustIn } from "../../language-server/answers/run-trust.ts";
import type { RunThread } from "../../language-server/history/run-thread.ts";

const threads: readonly RunThread[] = [
  thread(1, 300, { repairedTicks: 30, doubtfulTicks: 2, logBytes: 1000 }),
  thread(2, 100, { repairedTicks: 1, doubtfulTicks: 0, logBytes: 10 }),
  thread(3, 0),
];

function thread(id: number, busyTicks: number, tickLog?: RunThread["tickLog"]): RunThread {
  return { id, pid: id, file: "", name: `worker ${id}`, ticks: busyTicks, busyTicks, intervalUs: 1000, tickLog };
}

function trust(ids: readonly number[] | null, busyTicks: number) {
  return trustIn({ run: { threads }, selection: { ...everything, threads: ids }, busyTicks, busySamples: busyTicks });
}

test("repaired and doubtful samples are those of the selected threads, shares of threads those of the run", () => {
  const { logs, busyShares, half } = trust(null, 400);
  expect(logs).toEqual({ repairedTicks: 31, repairedShare: 31 / 400, doubtfulTicks: 2, logBytes: 1010 });
  expect(busyShares).toEqual([0.75, 0.25, 0]);
  expect([half.low, half.high].map((share) => share.toFixed(3))).toEqual(["0.451", "0.549"]);
  expect(trust([2], 100)).toMatchObject({ logs: { repairedTicks: 1, repairedShare: 0.01 }, busyShares });
});

test("a thread without a log has nothing to say of it, and nothing is a share of nothing", () => {
  expect(trust([3], 0)).toMatchObject({ logs: undefined, half: { low: 0, high: 1 } });
  expect(trust([1], 0).logs?.repairedShare).toBe(0);
});
