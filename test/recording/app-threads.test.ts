import { expect, test } from "vitest";
import type { RecordedThread } from "../../language-server/recording/recorder.ts";
import { selectAppThreads } from "../../language-server/recording/app/app-threads.ts";
import { profileOfStacks } from "../analysis/drawn-profile.ts";

/** A process whose thread has that many samples of its work, with that many microseconds between them. */
function worked(pid: number, samples: number, interval: number): RecordedThread {
  const stacks = Array.from({ length: samples }, () => ["work@app.js:1"]);
  return { pid, name: "main", recorder: "exact", profile: profileOfStacks(stacks, { interval }), zeroUs: 0, problems: [], scripts: [] };
}

test("a process counts as the app by its busy time, also if a busy machine took few samples of it", () => {
  const threads = [worked(10, 400, 1000), worked(11, 3, 100_000), worked(12, 3, 1000)];
  expect(selectAppThreads(threads, [], undefined).threads.map(({ name }) => name)).toEqual(["main", "child 11"]);
});
