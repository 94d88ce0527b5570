import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Recorder } from "../../language-server/recording/recorder.ts";
import { LiveHeat } from "../../language-server/recording/session/live-heat.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When reads begin in the first 20 s of a window, in seconds, if each finds so many samples. */
async function readsOf(samples: number, planned?: number): Promise<readonly number[]> {
  const start = performance.now();
  const reads: number[] = [];
  const thread = { profile: { samples: { stack: new Int32Array(samples) } } };
  const snapshot = (): Promise<unknown> => {
    reads.push((performance.now() - start) / 1000);
    return Promise.resolve([thread]);
  };
  const live = LiveHeat.of({ recorder: { snapshot } as unknown as Recorder, folder: "", changed: () => undefined });
  live?.start(() => Promise.resolve(undefined), planned === undefined ? undefined : planned * 1000);
  await vi.advanceTimersByTimeAsync(20_000);
  live?.stop();
  return reads;
}

test("live heat is read every second, less often from millions of samples, and not where that would delay the end", async () => {
  expect(await readsOf(1_000_000)).toEqual(Array.from({ length: 20 }, (_none, index) => index + 1));
  expect(await readsOf(6_000_000)).toEqual([1, 7, 13, 19]);
  expect(await readsOf(6_000_000, 14)).toEqual([1, 7, 17]);
});
