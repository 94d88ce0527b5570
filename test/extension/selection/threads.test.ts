import { expect, test, vi } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { threadItems } = await import("../../../extension/selection/threads.ts");

function thread(id: number, pid: number, name: string, busyTicks: number) {
  return { id, pid, name, ticks: busyTicks, busyTicks };
}

function labels(items: ReturnType<typeof threadItems>): readonly string[] {
  return items.map(({ icon, label, description }) =>
    description === undefined ? `-- ${label}` : `${icon === undefined ? "" : `(${icon}) `}${label}: ${description}`,
  );
}

test("first all threads, then processes with several threads, then threads by cost", () => {
  const threads = [thread(0, 10, "main", 200), thread(1, 10, "worker 1", 500), thread(2, 11, "child 11", 300)];
  expect(labels(threadItems({ threads, selection: everything }))).toEqual([
    "(check) All threads and processes: 100 % of the busy time · shown now",
    "-- Processes",
    "Process 10 with its 2 threads: 70 % of the busy time",
    "-- Threads",
    "worker 1: 50 % of the busy time",
    "child 11: 30 % of the busy time",
    "main: 20 % of the busy time",
  ]);
});

test("the current choice is marked, and a single process is not listed", () => {
  const threads = [thread(0, 10, "main", 0), thread(1, 10, "worker 1", 0)];
  expect(labels(threadItems({ threads, selection: { ...everything, threads: [1] } }))).toEqual([
    "All threads and processes: 0 % of the busy time",
    "-- Threads",
    "main: 0 % of the busy time",
    "(check) worker 1: 0 % of the busy time · shown now",
  ]);
});

test("the start of the app is offered where the recording has it", () => {
  const pickable = { threads: [thread(0, 10, "main", 10)], listenedAtMs: 740 };
  const spans = [{ from: 0, to: 740_000 }];
  expect(labels(threadItems({ ...pickable, selection: everything }))[1]).toBe("Start-up, until the first server listened: 740 ms");
  const items = threadItems({ ...pickable, selection: { ...everything, spans } });
  expect(labels(items)[1]).toBe("(check) Start-up, until the first server listened: 740 ms · shown now");
  expect(items[1]?.part).toEqual({ spans });
});
