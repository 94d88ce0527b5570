import { expect, test } from "vitest";
import { type TimedProfile, withoutExit } from "../../../language-server/recording/inspector/profile-end.ts";
import type { RawNode } from "../../../language-server/recording/inspector/recorder-frames.ts";

const hooks = "/tmp/heatline-x/heatline-hooks.cjs";

function node(id: number, functionName: string, url: string, children: readonly number[], hitCount: number): RawNode {
  return { id, callFrame: { functionName, scriptId: "1", url }, children, hitCount };
}

/** A sample each 1,000 µs from 500 on, the end 300 µs after the last. */
function profileOf(nodes: readonly RawNode[], samples: readonly number[]): TimedProfile {
  const timeDeltas = samples.map((_id, index) => (index === 0 ? 500 : 1000));
  return { nodes, samples, timeDeltas, startTime: 10_000, endTime: 10_000 + 500 + 1000 * (samples.length - 1) + 300 };
}

test("a profile ends where process.exit has called the last listener", () => {
  const nodes = [
    node(1, "(root)", "", [2, 7], 0),
    node(2, "main", "/app.js", [3, 4], 2),
    node(3, "onExit", "/app.js", [], 1),
    node(4, "exit", "node:internal/process/per_thread", [5], 1),
    node(5, "reallyExit", hooks, [6], 1),
    node(6, "reallyExit", "", [], 2),
    node(7, "(garbage collector)", "", [], 1),
  ];
  const { nodes: kept, ...rest } = withoutExit(profileOf(nodes, [2, 2, 3, 4, 5, 6, 7, 6]));
  expect(rest).toMatchObject({ samples: [2, 2, 3, 4], timeDeltas: [500, 1000, 1000, 1000], startTime: 10_000, endTime: 14_500 });
  expect(kept.map(({ id, children, hitCount }) => ({ id, children, hitCount }))).toEqual([
    { id: 1, children: [2, 7], hitCount: 0 },
    { id: 2, children: [3, 4], hitCount: 2 },
    { id: 3, children: [], hitCount: 1 },
    { id: 4, children: [], hitCount: 1 },
    { id: 7, children: [], hitCount: 0 },
  ]);
});

test("without process.exit it ends with its last JavaScript; what ran natively in between is kept", () => {
  const nodes = [node(1, "(root)", "", [2, 3], 0), node(2, "main", "/app.js", [], 2), node(3, "(program)", "", [], 3)];
  const profile = profileOf(nodes, [2, 3, 2, 3, 3]);
  expect(withoutExit(profile)).toMatchObject({ samples: [2, 3, 2], endTime: 13_500, nodes: [{}, { hitCount: 2 }, { hitCount: 1 }] });
  const whole = profileOf(nodes, [3, 2]);
  expect(withoutExit(whole)).toBe(whole);
});
