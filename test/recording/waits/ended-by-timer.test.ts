import { beforeEach, expect, test } from "vitest";
import { AwaitedNow, ranks } from "../../../language-server/recording/in-app/waits/awaited/awaited-now.ts";

const [timer, query] = [1, 2];
let request = 1;
let awaited: AwaitedNow;

beforeEach(() => {
  request = 1;
  awaited = new AwaitedNow(
    () => request,
    (what) => (what === timer ? 5 : undefined),
  );
});

/** A callback that is not a promise's, and then perhaps the timer's own code. */
function callback(): void {
  awaited.callbackBegins(() => false);
}
function timerRuns(): void {
  callback();
  awaited.timerRuns(15, 60);
}

const unknown = { what: 0, dueMs: Number.NaN };

test("what settles in the callback of a timer was due with it, also behind promises", () => {
  timerRuns();
  awaited.callbackBegins(() => true);
  expect(awaited.take(12, 61)).toEqual({ what: 0, dueMs: 15 });
});

test("another callback, another request, and a wait that began in the callback have nothing to do with it", () => {
  timerRuns();
  request = 2;
  expect(awaited.take(12, 61)).toEqual(unknown);
  request = 1;
  expect(awaited.take(60.5, 61)).toEqual(unknown);
  callback();
  expect(awaited.take(12, 62)).toEqual(unknown);
});

test("a thread whose callbacks are not seen shows nothing", () => {
  awaited.timerRuns(15, 60);
  expect(awaited.take(12, 61)).toEqual(unknown);
});

test("a promise of a timer that was set before is due with it, whatever settles it", () => {
  const soon = Promise.resolve();
  awaited.setTimer(soon, timer, 15);
  awaited.keep(12, soon);
  awaited.keep(13, Promise.resolve());
  callback();
  expect(awaited.take(12, 61)).toEqual({ what: timer, dueMs: 15 });
  expect(awaited.take(13, 61)).toEqual(unknown);
});

test("of a timer that the operand sets its delay is reported, and what else was awaited keeps its name", () => {
  awaited.begin(timer, ranks.timer, 10);
  awaited.keep(10, undefined);
  awaited.begin(query, ranks.whole, 11);
  awaited.keep(11, undefined);
  timerRuns();
  expect(awaited.take(10, 61)).toEqual({ what: timer, dueMs: Number.NaN });
  expect(awaited.take(11, 61)).toEqual({ what: query, dueMs: 15 });
});
