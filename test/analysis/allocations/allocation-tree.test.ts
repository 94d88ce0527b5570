import { expect, test } from "vitest";
import { AllocationTree, type CallFrame, tickBytes } from "../../../language-server/analysis/allocations/allocation-tree.ts";

interface Node {
  readonly callFrame: CallFrame;
  readonly selfSize: number;
  readonly children: readonly unknown[];
}

function frame(functionName: string, lineNumber = 1, url = "file:///app/a.js"): CallFrame {
  return {
    functionName,
    scriptId: url === "" ? "0" : "7",
    url,
    lineNumber: url === "" ? -1 : lineNumber,
    columnNumber: url === "" ? -1 : 4,
  };
}

function node(callFrame: CallFrame, selfSize: number, ...children: readonly unknown[]): Node {
  return { callFrame, selfSize, children };
}

function profile(samples: number, ...children: readonly unknown[]): unknown {
  return { head: node(frame("(root)", 0, ""), 0, ...children), samples: Array.from({ length: samples }, () => ({})) };
}

const everything = new AllocationTree(() => "app");

/** Each stack as `caller;callee`, with its ticks. */
function ticksByStack(tree: AllocationTree, unit: number): Record<string, number> {
  const { stacks, functions, samples } = tree.profile(unit, () => "");
  const nameOf = (row: number): string => {
    const prefix = stacks.prefix[row] ?? -1;
    const name = functions.name[stacks.func[row] ?? -1] ?? "";
    return prefix === -1 ? name : `${nameOf(prefix)};${name}`;
  };
  const ticks: Record<string, number> = {};
  for (const row of samples.stack) ticks[nameOf(row)] = (ticks[nameOf(row)] ?? 0) + 1;
  return ticks;
}

test("windows are summed by stacks, and a tick is worth bytes", () => {
  const tree = new AllocationTree(() => "app");
  const handler = (size: number, inner: number): Node => node(frame("handler"), size, node(frame("make", 9), inner));
  expect(tree.add(profile(3, handler(1000, 500)))).toBe(1500);
  expect(tree.add(profile(2, handler(0, 400), node(frame("make", 9), 600)))).toBe(1000);
  expect([tree.samples, tree.total, tickBytes([tree])]).toEqual([5, 2500, 500]);
  expect(ticksByStack(tree, 100)).toEqual({ handler: 10, "handler;make": 9, make: 6 });
});

test("a frame is where its function starts, as V8 has no lines", () => {
  const tree = new AllocationTree(() => "app");
  tree.add(profile(1, node(frame("handler", 11), 10, node(frame("map", 0, ""), 10))));
  const { stacks, samples, interval } = tree.profile(10, () => "");
  expect([[...stacks.line], [...stacks.column], [...samples.stack], interval]).toEqual([[12, 0], [4, -1], [0, 1], 10]);
});

test("what is less than a tick is carried on, so that the sum is kept", () => {
  const tree = new AllocationTree(() => "app");
  tree.add(profile(100, ...Array.from({ length: 100 }, (_, at) => node(frame(`f${at}`, at), 30))));
  const { samples } = tree.profile(100, () => "");
  expect(samples.stack).toHaveLength(30);
});

test("code of ours is left out with what it calls, but for what only passes a call on", () => {
  const tree = new AllocationTree(({ functionName }) => (functionName === "ours" || functionName === "passes" ? functionName : "app"));
  const app = node(frame("handler"), 100);
  expect(tree.add(profile(3, node(frame("ours"), 100, app), node(frame("passes"), 100, app)))).toBe(100);
  expect(ticksByStack(tree, 10)).toEqual({ handler: 10 });
});

test.for([
  ["no profile", null],
  ["no head", { samples: [] }],
  ["a size below zero", profile(1, node(frame("f"), -1))],
  ["a size that is no number", profile(1, { ...node(frame("f"), 0), selfSize: "1e9" })],
  ["an infinite size", profile(1, node(frame("f"), Infinity))],
  ["no frame", profile(1, { selfSize: 1, children: [] })],
] as const)("%s adds nothing", ([, sent]) => {
  expect(everything.add(sent)).toBe(0);
});

test("a stack of any depth is read", () => {
  let deep: unknown = node(frame("leaf"), 100);
  for (let depth = 0; depth < 20_000; depth++) deep = node(frame("f", depth), 0, deep);
  const tree = new AllocationTree(() => "app");
  expect(tree.add(profile(1, deep))).toBe(100);
});

test("without allocations there are no ticks", () => {
  expect(tickBytes([new AllocationTree(() => "app")])).toBe(1);
  expect(new AllocationTree(() => "app").profile(1, () => "").samples.stack).toHaveLength(0);
});
