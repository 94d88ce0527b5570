import { expect, test } from "vitest";
import { type Tail, type TailInput, tailOf } from "../../../../language-server/analysis/timeline/tail/tail.ts";
import type { Doing } from "../timed-stacks.ts";
import { requestTable, served } from "./served-requests.ts";

const handle = "(anonymous)@node:http:1 handle@app.js:2";
const render: Doing = [1, `${handle} render@app.js:9`];
const match: Doing = [1, `(anonymous)@node:http:1 handle@app.js:3 match@app.js:19`];
/** Regular expressions run below the line of their `test`. */
const backtracks: Doing = [40, `(anonymous)@node:http:1 handle@app.js:3 match@app.js:19 RegExp:a+b`];

/** 2,000 requests, of which some do something else. */
function requests(other: (index: number) => Doing | undefined, count = 2000): readonly (readonly Doing[])[] {
  return Array.from({ length: count }, (_, index) => {
    const slow = other(index);
    return slow === undefined ? [match, render] : [match, slow, render];
  });
}

/** Named lines, innermost first. */
function linesOf({ lines, verdict }: Tail, { profile }: TailInput): readonly string[] {
  return lines
    .slice(0, verdict.code === "named" ? verdict.count : 0)
    .map(({ source, line, name }) => `${profile.sources[source]?.path.split("/").at(-1)}:${line} ${name}`);
}

test("the line that ran in the slow requests is named, before the line that called it", () => {
  const service = served(requests((index) => (index % 100 === 7 ? backtracks : undefined)));
  const tail = tailOf(service);
  expect(tail.verdict).toStrictEqual({ code: "named", count: 2, episodes: 20 });
  expect(linesOf(tail, service)).toStrictEqual(["app.js:19 match", "app.js:3 handle"]);
  expect(tail.lines[0]?.p).toBeLessThan(0.01);
  expect(tail.rows).toHaveLength(20);
  expect(tail.rows[0]).toMatchObject({
    request: "GET /",
    sentLate: 0,
    noCpu: 0,
    status: 200,
    outcome: "answer",
    isOnlyLate: false,
    line: 0,
  });
});

test("one long pause is a single moment: nothing is named, and what load would do is said", () => {
  const service = served(requests((index) => (index === 700 ? [400, "(garbage collector)"] : undefined)));
  const { verdict, rows } = tailOf(service);
  expect(verdict).toStrictEqual({ code: "tooFewEpisodes", episodes: 1, seconds: 200 });
  expect(rows.every(({ line }) => line === undefined)).toBe(true);
});

test("under 1,000 requests nothing is named", () => {
  const service = served(requests((index) => (index % 50 === 7 ? backtracks : undefined), 800));
  expect(tailOf(service).verdict).toStrictEqual({ code: "tooFewRequests", requests: 800, seconds: 10 });
});

test("what ran in all requests alike does not stand out, however slow some were", () => {
  const service = served(requests((index) => (index % 100 === 7 ? [40, "(garbage collector)"] : undefined)));
  const { verdict } = tailOf(service);
  expect(verdict).toStrictEqual({ code: "nothingStandsOut", episodes: 20 });
});

test("a line that ran in one of many slow moments is not named", () => {
  const odd: Doing = [42, "(anonymous)@node:http:1 odd@app.js:31"];
  const service = served(requests((index) => (index === 1007 ? odd : index % 100 === 7 ? [40, "(garbage collector)"] : undefined)));
  const tail = tailOf(service);
  expect(tail.verdict.code).toBe("nothingStandsOut");
  expect(tail.lines[0]?.p).toBeGreaterThan(0.01);
});

test("requests during which the app was idle are reported, and hide no line: those in which it worked are the evidence", () => {
  // At no regular times, or others would do as well.
  const slow = Array.from({ length: 20 }, (_, each) => each * 100 + Math.floor(60 * Math.abs(Math.sin(each * each))));
  const service = served(requests((index) => (slow.includes(index) ? backtracks : undefined)));
  // As for a database's answer, while others are served.
  const end = service.requests.end.map((time, row) => (row % 100 === 75 ? time + 70_000 : time));
  const waiting = { ...service, requests: { ...service.requests, end } };
  const tail = tailOf(waiting);
  expect({ slow: tail.slow, idle: tail.idle }).toStrictEqual({ slow: 20, idle: 20 });
  expect(tail.rows[0]).toMatchObject({ idle: expect.closeTo(43_000, -3.5) as number, line: undefined });
  expect(linesOf(tail, service)).toStrictEqual(["app.js:19 match", "app.js:3 handle"]);
});

test("a block is reported for each request that waited for it, however few slow moments there are, and makes statistics name nothing", () => {
  const service = served(requests((index) => (index === 700 ? [210, `${handle} render@app.js:9`] : undefined)));
  const hottest = { path: "/app/app.js", line: 9, name: "render", ticks: 210 };
  const tail = tailOf({ ...service, blocks: [{ thread: 0, from: 3_501_000, to: 3_711_000, kind: "block", hottest }] });
  expect(tail.verdict.code).toBe("tooFewEpisodes");
  expect(tail.lines.filter(({ p }) => p <= 0.01)).toStrictEqual([]);
  expect(tail.moments).toMatchObject([{ from: 3_500_000, requests: 20, unsent: 0, isFailure: false }]);
  expect(tail.rows[0]).toMatchObject({
    line: undefined,
    blocked: { path: "/app/app.js", line: 9, name: "render", time: 210_000, blocks: 1 },
  });
  expect(tail.cause).toStrictEqual({ code: "block", place: { path: "/app/app.js", line: 9, name: "render" }, time: 210_000, requests: 20 });
});

test("what was due but never sent is no row, and is counted where it waited", () => {
  const rows = Array.from({ length: 200 }, (_, index) =>
    index === 50
      ? ([250, 250, 290] as const)
      : index > 50 && index < 57
        ? ([index * 5, 300, 300, "unsent"] as const)
        : ([index * 5, index * 5, index * 5 + 1] as const),
  );
  const tail = tailOf({ ...served([]), requests: requestTable(rows) });
  expect(tail.rows).toMatchObject([{ from: 250_000, outcome: "answer" }]);
  expect({ slow: tail.slow, unsent: tail.unsent }).toStrictEqual({ slow: 1, unsent: 6 });
  expect(tail.moments).toMatchObject([{ rows: [0], requests: 1, unsent: 1 }]);
});

test("where no request was answered it says how they ended, and lists them", () => {
  const rows = Array.from({ length: 30 }, (_, index) => [index * 5, index * 5, 400, index < 20 ? "timeout" : "load-end"] as const);
  const tail = tailOf({ ...served([]), requests: requestTable(rows) });
  expect(tail).toMatchObject({ verdict: { code: "noAnswers" }, latencies: undefined, succeeded: 0, slow: 0, failed: 30 });
  expect(tail.failures.map(({ outcome, requests: each }) => [outcome, each])).toStrictEqual([
    ["timeout", 20],
    ["load-end", 10],
  ]);
  expect(tail.moments.map(({ requests: each, isFailure }) => [each, isFailure])).toStrictEqual([
    [20, true],
    [10, true],
  ]);
});

test("a request that waited only to be sent says so", () => {
  const rows = Array.from({ length: 200 }, (_, index) =>
    index === 50 ? ([250, 280, 281] as const) : ([index * 5, index * 5, index * 5 + 1] as const),
  );
  const { rows: found } = tailOf({ ...served([]), requests: requestTable(rows) });
  expect(found.filter(({ isOnlyLate }) => isOnlyLate)).toMatchObject([{ from: 250_000, to: 281_000, sentLate: 30_000 }]);
});

test("failed requests are rows after the slow ones, and no evidence", () => {
  const rows = Array.from({ length: 200 }, (_, index) =>
    index % 2 === 0
      ? ([index * 5, index * 5, index * 5, "error"] as const)
      : ([index * 5, index * 5, index * 5 + 1 + index / 100] as const),
  );
  const tail = tailOf({ ...served([]), requests: requestTable(rows) });
  expect({ slow: tail.slow, failed: tail.failed, rows: tail.rows.length, episodes: tail.episodes.length }).toStrictEqual({
    slow: 2,
    failed: 100,
    rows: 102,
    episodes: 2,
  });
});

test("only what is looked at counts: threads and spans of time", () => {
  const service = served(requests((index) => (index % 100 === 7 && index >= 1000 ? backtracks : undefined), 4000));
  expect(tailOf(service).verdict.code).toBe("named");
  const spans = [{ from: 5_000_000, to: 9_000_000 }];
  const tail = tailOf({ ...service, spans });
  expect(tail.verdict.code).toBe("tooFewRequests");
  expect(tail.episodes.every(({ from, to }) => from >= 5_000_000 && to <= 9_000_000)).toBe(true);
  expect(tailOf({ ...service, profile: { ...service.profile, threads: [] } }).verdict.code).toBe("nothingStandsOut");
});

test("without requests nothing is said", () => {
  expect(tailOf({ ...served([]), requests: undefined })).toMatchObject({
    rows: [],
    moments: [],
    latencies: undefined,
    verdict: { code: "noRequests" },
    lines: [],
  });
});
