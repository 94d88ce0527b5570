import { appendFile, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeMarks, encodeMarks } from "../../../../language-server/analysis/marks/mark-codec.ts";
import type { Marks } from "../../../../language-server/analysis/marks/marks.ts";
import { markKinds, rowBytes, waitCode } from "../../../../language-server/recording/in-app/marks/mark-rows.ts";
import { markNamesFile, marksFile, MarkWriter } from "../../../../language-server/recording/in-app/marks/mark-writer.ts";
import { WindowMarks } from "../../../../language-server/recording/passes/marks/window-marks.ts";

let folder: string;
const main = { pid: 7, name: "main", zeroUs: 1000 };

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-marks-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

let reportsMade = 0;

/** A folder of reports in which a thread has marked what `write` does. */
async function reportsOf(write: (marks: MarkWriter) => void, id = "7-0-1"): Promise<string> {
  const reports = path.join(folder, String((reportsMade += 1)));
  await mkdir(reports);
  const marks = new MarkWriter(reports, id);
  write(marks);
  marks.flush();
  return reports;
}

async function read(reports: string, from = 1000, to = 9000): Promise<Marks> {
  const marks = await WindowMarks.read(reports, from, to);
  // What a run keeps is what it reads.
  return decodeMarks(encodeMarks(marks.of([main])));
}

test("requests are numbered anew in the order of their beginnings, with those that were open before the window", async () => {
  const reports = await reportsOf((marks) => {
    marks.name({ table: "route", id: 1, name: "GET /a" });
    marks.name({ table: "route", id: 2, name: "GET /unused" });
    marks.name({ table: "route", id: 3, name: "GET /b" });
    // Over before, open before, one that is only a turn's, within, after.
    marks.add(100, markKinds.begin, 1, 4711, 1);
    marks.add(200, markKinds.end, 1, 200, 0);
    marks.add(500, markKinds.begin, 2, 4711, 2);
    marks.add(600, markKinds.turn, 2, 50, 0);
    marks.add(1500, markKinds.turn, 9, 60, 0);
    marks.add(2000, markKinds.begin, 4, 4712, 1);
    marks.add(2000, markKinds.turn, 4, 160, 0);
    marks.add(2500, markKinds.route, 2, 3, 0);
    marks.add(2500, markKinds.end, 2, 404, 1);
    marks.add(3000, markKinds.route, 4, 1, 0);
    marks.add(9500, markKinds.begin, 5, 4713, 1);
    marks.add(9500, markKinds.turn, 5, 170, 0);
  });
  const { routes, threads } = await read(reports);
  expect(routes).toEqual(["GET /b", "GET /a"]);
  const [{ served, turns, lost } = threads[0]!] = threads;
  expect(lost).toBe(0);
  expect([...served.begin]).toEqual([-500, 1000]);
  expect([...served.end]).toEqual([1500, NaN]);
  expect([[...served.status], [...served.aborted], [...served.port], [...served.ordinal], [...served.route]]).toEqual([
    [404, 0],
    [1, 0],
    [4711, 4712],
    [2, 1],
    [0, 1],
  ]);
  // The last one before the window belongs to it; what is not known to have begun is none.
  expect([[...turns.at], [...turns.idle], [...turns.request]]).toEqual([
    [-400, 500, 1000],
    [50, 60, 160],
    [1, 0, 2],
  ]);
});

test("waits keep their places, and lose those that are not named", async () => {
  const reports = await reportsOf((marks) => {
    marks.name({ table: "script", id: 1, url: "file:///a.js" });
    marks.name({ table: "site", id: 5, script: 1, line: 3, column: 4, text: "query()", kind: "await" });
    marks.name({ table: "site", id: 6, script: 2, line: 3, column: 4, text: "of no script", kind: "await" });
    marks.name({ table: "what", id: 2, kind: "timer", text: "", delayMs: 20 });
    marks.add(900, markKinds.begin, 1, 0, 0);
    marks.add(4000, markKinds.wait, 1, 950, waitCode(5, 2, true));
    marks.add(3000, markKinds.wait, 0, 2000, waitCode(5, 0, false));
    marks.add(3500, markKinds.wait, 1, 2000, waitCode(6, 0, false));
    marks.add(3600, markKinds.wait, 1, 2000, waitCode(77, 0, false));
    marks.add(700, markKinds.wait, 1, 600, waitCode(5, 0, false));
    marks.flush({ table: "counts", lost: 3, sites: [[5, 12, 1, 4000.5]], unread: 0, left: 2, reach: "commonjs" });
  });
  const [{ waits, lost }] = (await read(reports)).threads as [Marks["threads"][number]];
  expect(waits.sites).toEqual([
    { url: "file:///a.js", line: 3, column: 4, text: "query()", kind: "await", count: 12, rejected: 1, us: 4000.5 },
  ]);
  expect(waits.awaited).toEqual([{ kind: "timer", text: "", delayMs: 20 }]);
  expect([[...waits.start], [...waits.end], [...waits.request], [...waits.what], [...waits.rejected]]).toEqual([
    [1000, -50],
    [2000, 3000],
    [0, 1],
    [-1, 0],
    [0, 1],
  ]);
  expect(lost).toBe(3);
  const problems = (await WindowMarks.read(reports, 1000, 9000)).problems([main]);
  expect(problems.map(({ code, values }) => [code, values])).toEqual([
    ["marks.left", { number: 2 }],
    ["marks.onlyCommonJs", { number: 1 }],
    ["marks.lost", { number: 3 }],
  ]);
});

test("a file that is cut off loses its last row, and a restart all before", async () => {
  const reports = await reportsOf((marks) => {
    for (let at = 1; at <= 5000; at++) marks.add(at, markKinds.turn, 0, at, 0);
    marks.flush();
    marks.restart();
    for (let at = 5001; at <= 5010; at++) marks.add(at, markKinds.turn, 0, at, 0);
  });
  expect((await read(reports)).threads[0]?.turns.at.length).toBe(10);
  await truncate(marksFile(reports, "7-0-1"), 9 * rowBytes + 5);
  expect((await read(reports)).threads[0]?.turns.at.length).toBe(9);
});

test("a thread's limit: what found no room is counted", { tags: "thorough" }, async () => {
  const rows = (64 * 1024 * 1024) / rowBytes + 4096;
  const reports = await reportsOf((marks) => {
    for (let at = 0; at < rows; at++) marks.add(2000 + at / 1000, markKinds.turn, 0, 1, 0);
    marks.flush();
    marks.flush({ table: "unrouted", lost: marks.lost, streams: 2, upgraded: 1 });
  });
  const marks = await WindowMarks.read(reports, 1000, 9000);
  expect(marks.of([main]).threads[0]?.lost).toBe(4096);
  expect(marks.problems([main]).map(({ code, values }) => [code, values])).toEqual([
    ["marks.http2", { number: 2 }],
    ["marks.upgraded", { number: 1 }],
    ["marks.lost", { number: 4096 }],
  ]);
});

test("threads are known by process and number, and the last process with an id counts", async () => {
  const reports = await reportsOf((marks) => marks.add(2000, markKinds.turn, 0, 1, 0));
  const more: readonly (readonly [string, number])[] = [
    ["7-0-2", 2],
    ["7-3-1", 3],
    ["8-0-1", 4],
  ];
  for (const [id, rows] of more) {
    const marks = new MarkWriter(reports, id);
    for (let row = 0; row < rows; row++) marks.add(2000, markKinds.turn, 0, 1, 0);
    marks.flush();
  }
  const threads = [main, { ...main, name: "worker 3" }, { ...main, name: "worker 4" }, { pid: 8, name: "child 8", zeroUs: 0 }];
  const marks = (await WindowMarks.read(reports, 1000, 9000)).of(threads);
  expect(marks.threads.map(({ thread, turns }) => [thread, turns.at.length])).toEqual([
    [0, 2],
    [1, 3],
    [3, 4],
  ]);
});

test("whatever the app writes there, what is kept can be read", async () => {
  const reports = await reportsOf((marks) => {
    const odd = [0, -1, NaN, Infinity, -Infinity, 0.5, 3, 5e9, 1e300, 2 ** 52, 1000, 1500, 2 ** 49 + 5, -7];
    const pick = (at: number): number => odd[at % odd.length]!;
    for (let row = 0; row < 20_000; row++) marks.add(pick(row * 7), pick(row * 3), pick(row), pick(row * 5 + 1), pick(row * 11 + 2));
    for (let row = 0; row < 20_000; row++) marks.add(1000 + (row % 97), (row % 5) + 1, row % 13, pick(row), pick(row * 3 + 1));
    marks.add(2000, markKinds.wait, 0, 1500, waitCode(3, 0, false));
    marks.name({ table: "site", id: 3, script: 1, line: 1, column: 0, text: "x", kind: "await" });
    marks.name({ table: "script", id: 1, url: "x" });
  });
  const lines = ["{", "null", "[]", '{"table":"route","id":-1,"name":"x"}', '{"table":"route","id":1,"name":7}', `{"table":"site","id":3}`];
  await appendFile(markNamesFile(reports, "7-0-1"), `${lines.join("\n")}\n{"table":"route","id":1,"name":"${"x".repeat(5000)}"}\n`);
  const marks = await read(reports);
  expect(marks.routes).toEqual([]);
  expect(marks.threads[0]?.waits.start.length).toBeGreaterThan(0);
});

test("what is no file of a thread is left out", async () => {
  const reports = await reportsOf(() => undefined, "9-0-1");
  await symlink("/proc/self/status", marksFile(reports, "7-0-5"));
  await writeFile(path.join(reports, "7-x-1.marks"), "x");
  expect((await read(reports)).threads).toEqual([]);
  expect((await WindowMarks.read(path.join(folder, "missing"), 0, 1)).of([main]).threads).toEqual([]);
});
