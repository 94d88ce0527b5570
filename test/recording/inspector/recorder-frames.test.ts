import { expect, test } from "vitest";
import { withoutOwnFrames, type RawNode } from "../../../language-server/recording/inspector/recorder-frames.ts";

const app = "file:///app/server.js";
const hooks = "/tmp/heatline-x/heatline-hooks.cjs";

function node(id: number, functionName: string, url: string, children: readonly number[] = []): RawNode {
  return { id, callFrame: { functionName, scriptId: "1", url }, children };
}

/** `a > b` by sample, callers first. */
function stacks({ nodes, samples = [] }: { readonly nodes: readonly RawNode[]; readonly samples?: readonly number[] }): readonly string[] {
  const parent = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  return samples.map((sample) => {
    const stack: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parent.get(id)) stack.unshift(names.get(id) ?? "?");
    return stack.join(" > ");
  });
}

test("time in Heatline's hooks is idle, and what they call counts for the app", () => {
  const nodes = [
    node(1, "(root)", "", [2, 9]),
    node(2, "main", app, [3, 5, 7]),
    node(3, "releasing", hooks, [4]),
    node(4, "now", "node:internal/perf/performance"),
    node(5, "watched", hooks, [6, 8]),
    node(6, "listen", "node:net"),
    node(7, "work", app),
    node(8, "report", hooks),
    node(9, "(program)", ""),
  ];
  const profile = withoutOwnFrames({ nodes, samples: [7, 3, 4, 5, 6, 8, 9, 2] });
  expect(stacks(profile)).toEqual([
    "(root) > main > work",
    "(root) > (idle)",
    "(root) > (idle)",
    "(root) > main",
    "(root) > main > listen",
    "(root) > (idle)",
    "(root) > (program)",
    "(root) > main",
  ]);
  expect(profile.nodes.filter(({ callFrame }) => callFrame.url === hooks)).toEqual([]);
});

test("hit counts are moved with their samples", () => {
  const nodes = [
    node(1, "(root)", "", [2, 5]),
    { ...node(2, "main", app, [3]), hitCount: 2 },
    { ...node(3, "watched", hooks, [4]), hitCount: 1 },
    { ...node(4, "report", hooks), hitCount: 3 },
    { ...node(5, "(idle)", ""), hitCount: 4 },
  ];
  const profile = withoutOwnFrames({ nodes, samples: [2, 2, 3, 4, 4, 4, 5, 5, 5, 5] });
  expect(profile.nodes.map(({ id, hitCount }) => [id, hitCount])).toEqual([
    [1, undefined],
    [2, 3],
    [5, 7],
  ]);
});

test("V8's own idle time is merged, and a profile without Heatline's hooks is not changed", () => {
  const nodes = [node(1, "(root)", "", [2, 3]), node(2, "(idle)", ""), node(3, "exiting", hooks)];
  expect(withoutOwnFrames({ nodes, samples: [2, 3] })).toMatchObject({ samples: [2, 2], nodes: [{ id: 1, children: [2] }, { id: 2 }] });
  const plain = { nodes: nodes.slice(0, 2), samples: [2] };
  expect(withoutOwnFrames(plain)).toBe(plain);
});
