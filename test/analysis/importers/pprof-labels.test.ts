import { expect, test } from "vitest";
import { drawnPprof, readPprof } from "./drawn-pprof.ts";

type Labels = Readonly<Record<string, string | number>>;

function threadsOf(...labels: readonly Labels[]): readonly (readonly [string, number])[] {
  const samples = labels.map((each) => [[1], [1, 1_000_000], each] as const);
  const { threads } = readPprof(drawnPprof({ functions: ["main /app/app.js"], locations: [["1 3"]], samples }));
  return threads.map(({ name, profile }) => [name, profile.samples.stack.length]);
}

test("threads are named by the labels of each writer", () => {
  expect(threadsOf({ "thread name": "Main Event Loop", "thread id": "0" }, { "thread name": "Worker #1", "thread id": "1" }, {})).toEqual([
    ["Main Event Loop", 1],
    ["Worker #1", 1],
    ["main", 1],
  ]);
  expect(threadsOf({ thread_name: "tokio", thread_id: 12 }, { thread: "tokio", thread_id: 12 })).toEqual([["tokio", 2]]);
  expect(threadsOf({ comm: "node", tid: 7 }, { "thread.name": "pool" })).toEqual([
    ["node", 1],
    ["pool", 1],
  ]);
});

test("threads of one name are told apart by their ids, and threads without a name are called by them", () => {
  const worker = { "thread name": "Worker" };
  expect(
    threadsOf({ ...worker, "thread id": 1 }, { ...worker, "thread id": 2 }, { ...worker, "thread id": 1 }, { "thread id": 9 }),
  ).toEqual([
    ["Worker (1)", 2],
    ["Worker (2)", 1],
    ["thread 9", 1],
  ]);
});

test("labels that are not shown are named in a note, with what to do", () => {
  const labels = { "thread name": "main", "span id": "1234", "trace endpoint": "GET /a", vm_event: "gc" };
  const drawn = { functions: ["main /app/app.js"], locations: [["1 3"]] };
  const problems = (each: Labels): readonly unknown[] =>
    readPprof(drawnPprof({ ...drawn, samples: [[[1], [1, 1_000_000], each]] })).problems.filter(({ code }) => code === "pprof.otherLabels");
  expect(problems(labels)).toEqual([
    { code: "pprof.otherLabels", values: { labels: "span id, trace endpoint, vm_event", name: "app.pb" }, count: 1 },
  ]);
  expect(problems({ "thread name": "main", "thread id": 3 })).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`label${at}`, at + 1]));
  expect(problems(many)).toMatchObject([{ values: { labels: "label0, label1, label2, label3, label4, label5, label6, label7, …" } }]);
});
