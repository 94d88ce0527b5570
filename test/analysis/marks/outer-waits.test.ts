import { expect, test } from "vitest";
import { loopPolls } from "../../../language-server/analysis/marks/loop-polls.ts";
import type { ServedTable, WaitTable } from "../../../language-server/analysis/marks/marks.ts";
import { outerWaits } from "../../../language-server/analysis/marks/outer-waits.ts";
import { RequestTurns } from "../../../language-server/analysis/marks/request-turns.ts";

type Row = readonly [start: number, end: number, request: number, site: number];

const none = { from: new Float64Array(), to: new Float64Array() };
const [find, query] = [0, 1];

function outer(rows: readonly Row[]): readonly number[] {
  const ordered = rows.toSorted((one, other) => one[1] - other[1]);
  const waits: WaitTable = {
    start: Float64Array.from(ordered, ([start]) => start),
    end: Float64Array.from(ordered, ([, end]) => end),
    request: Int32Array.from(ordered, ([, , request]) => request),
    site: Int32Array.from(ordered, ([, , , site]) => site),
    what: new Int32Array(rows.length).fill(-1),
    rejected: new Uint8Array(rows.length),
    due: new Float64Array(rows.length).fill(Number.NaN),
    sites: ["find(id)", "query(id)"].map(
      (text, line) => ({ url: "file:///app.js", line, column: 0, text, kind: "await", count: 0, rejected: 0, us: 0 }) as const,
    ),
    awaited: [],
  };
  const requests = Math.max(...rows.map(([, , request]) => request));
  const empty = { begin: new Float64Array(), end: new Float64Array(), port: new Int32Array() };
  const polls = loopPolls({ waits, served: empty as unknown as ServedTable }, none);
  const turns = { at: new Float64Array(), idle: new Float64Array(), request: new Int32Array() };
  const isOuter = outerWaits(waits, polls, new RequestTurns(turns, none, requests));
  return ordered.flatMap(([, , request, site], row) => (site === find && isOuter[row] === 1 ? [request] : []));
}

/** A request that waits for `find`, which queries twice; the loop is never idle. */
function found(request: number, at: number): readonly Row[] {
  return [
    [at + 10, at + 5000, request, query],
    [at + 5000, at + 9000, request, query],
    [at, at + 9050, request, find],
  ];
}

test("a call that waits itself is distinguished from what it waits for where requests were under way when the window began", () => {
  const begun: readonly Row[] = [1, 2, 3].flatMap((request): readonly Row[] => [
    [4000, 9000 + request, request, query],
    [-20_000, 9050 + request, request, find],
  ]);
  expect(outer([...begun, ...found(4, 20_000), ...found(5, 40_000), ...found(6, 60_000)])).toEqual([1, 2, 3, 4, 5, 6]);
});

test("what the loop may have done between the ends of both does not speak against it", () => {
  // Another request's answer came then; whether the loop asked before or after the end of the query is not known.
  const others: readonly Row[] = [4, 5].flatMap((request): readonly Row[] => [
    [request * 20_000 + 6000, request * 20_000 + 7000, request + 10, query],
    [request * 20_000 + 8990, request * 20_000 + 9020, request + 20, query],
  ]);
  expect(outer([...others, ...[1, 2, 3, 4, 5].flatMap((request) => found(request, request * 20_000))])).toEqual([1, 2, 3, 4, 5]);
});

test("a wait beside which others of its request happen to end is its own", () => {
  const beside = [1, 2, 3, 4].flatMap((request): readonly Row[] => [
    [request * 20_000, request * 20_000 + 5000, request, query],
    [request * 20_000, request * 20_000 + (request === 1 ? 5010 : 9000), request, find],
    [request * 20_000 + 6000, request * 20_000 + 7000, request + 10, query],
  ]);
  expect(outer(beside)).toEqual([]);
});
