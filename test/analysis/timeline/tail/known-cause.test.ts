import { expect, test } from "vitest";
import { knownCause, type Waited } from "../../../../language-server/analysis/timeline/tail/known-cause.ts";

const usual: Waited = { blocked: undefined, time: 100, noCpu: 0, isOnlyLate: false, isIdle: false };
const place = { path: "/app/a.js", line: 3, name: "f" };
const blocked: Waited = { ...usual, blocked: { ...place, time: 90, blocks: 1 } };

function times(count: number, request: Waited): readonly Waited[] {
  return Array.from({ length: count }, () => request);
}

test("a line that statistics name comes before what is true of single requests", () => {
  expect(knownCause(true, times(10, blocked), 0)).toEqual({ code: "line" });
});

test("of what is true of half of the slow requests the surest comes first", () => {
  const late = { ...blocked, isOnlyLate: true, isIdle: true };
  expect(knownCause(false, [...times(5, late), ...times(5, { ...usual, isOnlyLate: true })], 0)).toEqual({
    code: "block",
    place,
    time: 90,
    requests: 5,
  });
  expect(knownCause(false, [...times(3, blocked), ...times(7, { ...usual, isOnlyLate: true })], 0)).toEqual({
    code: "sentLate",
    requests: 7,
  });
});

test("else what is true of most of them, and nothing if it is true of none", () => {
  const some = [...times(2, { ...usual, isIdle: true }), ...times(1, blocked), ...times(7, usual)];
  expect(knownCause(false, some, 0)).toEqual({ code: "idle", requests: 2 });
  expect(knownCause(false, times(10, usual), 0)).toEqual({ code: "unknown" });
  expect(knownCause(false, [], 0)).toEqual({ code: "unknown" });
});

test("a block of a small part of a request does not explain it", () => {
  const short = { ...usual, blocked: { ...place, time: 40, blocks: 1 } };
  expect(knownCause(false, times(10, short), 0)).toEqual({ code: "unknown" });
  expect(knownCause(false, times(10, { ...short, noCpu: 30 }), 0)).toMatchObject({ code: "block", requests: 10 });
});

test("requests that took as long only for want of a processor count as such", () => {
  expect(knownCause(false, times(10, usual), 12)).toEqual({ code: "noCpu", requests: 12 });
  expect(knownCause(false, times(10, { ...usual, noCpu: 60 }), 0)).toEqual({ code: "noCpu", requests: 10 });
});
