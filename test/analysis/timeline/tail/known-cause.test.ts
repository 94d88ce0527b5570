import { expect, test } from "vitest";
import { isIdle, knownCause, type Waited } from "../../../../language-server/analysis/timeline/tail/known-cause.ts";

const usual: Waited = { blocked: undefined, time: 100, noCpu: 0, gc: 0, isOnlyLate: false, isIdle: false };
const place = { path: "/app/a.js", line: 3, name: "f" };
const blocked: Waited = { ...usual, blocked: { ...place, time: 90, blocks: 1 } };

function times(count: number, request: Waited): readonly Waited[] {
  return Array.from({ length: count }, () => request);
}

test("a line that statistics name comes first if it ran more in half of the slow requests, else what is true of more", () => {
  expect(knownCause(5, times(10, blocked), 0)).toEqual({ code: "line", requests: 5 });
  const idle = [...times(2, usual), ...times(8, { ...usual, isIdle: true })];
  expect(knownCause(2, idle, 0)).toEqual({ code: "idle", requests: 8 });
  expect(knownCause(2, times(10, usual), 0)).toEqual({ code: "line", requests: 2 });
});

test("a garbage collection is no rest of the app", () => {
  const collected = { ...usual, gc: 80, isIdle: true };
  expect(knownCause(0, times(4, collected), 0)).toEqual({ code: "gc", requests: 4 });
  expect(isIdle(collected)).toBe(false);
});

test("of what is true of half of the slow requests the surest comes first", () => {
  const late = { ...blocked, isOnlyLate: true, isIdle: true };
  expect(knownCause(0, [...times(5, late), ...times(5, { ...usual, isOnlyLate: true })], 0)).toEqual({
    code: "block",
    place,
    time: 90,
    requests: 5,
  });
  expect(knownCause(0, [...times(3, blocked), ...times(7, { ...usual, isOnlyLate: true })], 0)).toEqual({
    code: "sentLate",
    requests: 7,
  });
});

test("else what is true of most of them, and nothing if it is true of none", () => {
  const some = [...times(2, { ...usual, isIdle: true }), ...times(1, blocked), ...times(7, usual)];
  expect(knownCause(0, some, 0)).toEqual({ code: "idle", requests: 2 });
  expect(knownCause(0, times(10, usual), 0)).toEqual({ code: "unknown" });
  expect(knownCause(0, [], 0)).toEqual({ code: "unknown" });
});

test("a block of a small part of a request does not explain it", () => {
  const short = { ...usual, blocked: { ...place, time: 40, blocks: 1 } };
  expect(knownCause(0, times(10, short), 0)).toEqual({ code: "unknown" });
  expect(knownCause(0, times(10, { ...short, noCpu: 30 }), 0)).toMatchObject({ code: "block", requests: 10 });
});

test("requests that took as long only for want of a processor count as such", () => {
  expect(knownCause(0, times(10, usual), 12)).toEqual({ code: "noCpu", requests: 12 });
  expect(knownCause(0, times(10, { ...usual, noCpu: 60 }), 0)).toEqual({ code: "noCpu", requests: 10 });
});
