import { expect, test } from "vitest";
import type { ProcessReport } from "../../language-server/recording/in-app/reports.ts";
import type { RecordedThread } from "../../language-server/recording/recorder.ts";
import { selectAppThreads } from "../../language-server/recording/app/app-threads.ts";
import { profileOfStacks } from "../analysis/drawn-profile.ts";

/** A process whose thread has that many samples of its work, with that many microseconds between them. */
function worked(pid: number, samples: number, interval: number): RecordedThread {
  const stacks = Array.from({ length: samples }, () => ["work@app.js:1"]);
  return { pid, name: "main", recorder: "exact", profile: profileOfStacks(stacks, { interval }), zeroUs: 0, problems: [], scripts: [] };
}

function reported(pid: number, ppid: number, script: string, isForked: boolean): ProcessReport {
  return {
    kind: "process",
    pid,
    ppid,
    isForked,
    inspectorUrl: "",
    isRestricted: false,
    hasInspector: true,
    logsTicks: true,
    profilesItself: false,
    argv: ["/usr/bin/node", script],
    isSingleExecutable: false,
    argv0: "node",
    execPath: "/usr/bin/node",
    nodeVersion: "24.0.0",
    v8Version: "13.6",
  };
}

test("a process counts as the app by its busy time, also if a busy machine took few samples of it", () => {
  const threads = [worked(10, 400, 1000), worked(11, 3, 100_000), worked(12, 3, 1000)];
  expect(selectAppThreads(threads, [], undefined).threads.map(({ name }) => name)).toEqual(["main", "child 11"]);
});

test("the primary of a cluster is the main process, whichever of its workers listened first", () => {
  const threads = [worked(10, 2, 1000), worked(11, 40, 1000), worked(12, 60, 1000)];
  const reports = [
    reported(10, 1, "/app/cluster.js", false),
    reported(11, 10, "/app/worker.js", true),
    reported(12, 10, "/app/worker.js", true),
  ];
  const { primaryPid, threads: named } = selectAppThreads(threads, reports, reports[2]);
  expect([primaryPid, named.map(({ pid, name }) => `${pid} ${name}`)]).toEqual([12, ["10 main", "11 child 11", "12 child 12"]]);
});

test("a tool that runs the app is not its main process", () => {
  const threads = [worked(10, 2, 1000), worked(11, 40, 1000)];
  const reports = [reported(10, 1, "/app/node_modules/tsx/dist/cli.mjs", false), reported(11, 10, "/app/server.ts", true)];
  const { threads: named } = selectAppThreads(threads, reports, reports[1]);
  expect(named.map(({ pid, name }) => `${pid} ${name}`)).toEqual(["11 main", "10 child 10"]);
});
