import { expect, test } from "vitest";
import { wholeRun } from "../../../language-server/analysis/selection/selection.ts";
import { scopeFrom, type ScopeValues } from "../../../language-server/cli/selection/scope-options.ts";
import { drawnProfile } from "../../analysis/drawn-profile.ts";

type Recorded = Parameters<ReturnType<typeof scopeFrom>>[0];

const routes = { routes: [{ name: "GET /orders" }, { name: "POST /login" }] };

/** Four samples, at 0 to 3 s, in a window of `seconds`; two threads have one name. */
function recorded(seconds: number): Recorded {
  const profile = drawnProfile("a@app.js:1  a@app.js:1  b@app.js:2  b@app.js:2", { interval: 1e6 });
  const threads = ["main", "worker 1", "child 4711", "worker 1"].map((name, at) => ({ id: 10 + at, name, profile }));
  return { run: { name: "shop", durationMs: seconds * 1000 }, threads, hasTimes: true, analysis: { routes } } as unknown as Recorded;
}

function scopeOf(values: ScopeValues, seconds = 4): unknown {
  return scopeFrom(values)(recorded(seconds));
}

test("threads are chosen by name, a span by the seconds of the window", () => {
  expect(scopeOf({})).toEqual(wholeRun);
  expect(scopeOf({ thread: ["worker 1", "main"] })).toEqual({ ...wholeRun, threads: [11, 13, 10] });
  expect(scopeOf({ thread: ["child"] })).toEqual({ ...wholeRun, threads: [12] });
  expect(scopeOf({ from: "1.1", to: "2.3" })).toEqual({ ...wholeRun, spans: [{ from: 1_100_000, to: 2_300_000 }] });
  expect(scopeOf({ from: "1.5" })).toEqual({ ...wholeRun, spans: [{ from: 1_500_000, to: 4_000_000 }] });
  expect(scopeOf({ to: "9" })).toEqual({ ...wholeRun, spans: [{ from: 0, to: 4_000_000 }] });
});

test("routes are chosen by name, in any case of letters, and what runs for none", () => {
  expect(scopeOf({ route: ["get /orders"] })).toEqual({ ...wholeRun, routes: ["GET /orders"] });
  expect(scopeOf({ route: ["POST /login", "none"] })).toEqual({ ...wholeRun, routes: ["POST /login", ""] });
});

test("an open end has the last sample, also where it is the window's end or after it", () => {
  for (const seconds of [3, 2.5])
    expect(scopeOf({ from: "2" }, seconds)).toEqual({ ...wholeRun, spans: [{ from: 2_000_000, to: 3_000_001 }] });
});

test("a thread that is not there is answered with those that are, a span outside with the window's length", () => {
  const textOf = (values: ScopeValues): string => {
    try {
      return JSON.stringify(scopeOf(values));
    } catch (error) {
      return (error as { readonly text: string }).text;
    }
  };
  expect(textOf({ thread: ["main", "worker 2"] })).toBe(
    "shop has no thread called “worker 2”. Its threads are: “main”, “worker 1”, “child 4711”.",
  );
  expect(textOf({ route: ["GET /gone"] })).toBe("shop has no route called “GET /gone”. Its routes are: “GET /orders”, “POST /login”.");
  expect(textOf({ from: "4" })).toBe("shop was recorded for 4 s, so nothing of it is after 4 s. Choose a span within these 4 s.");
  expect(textOf({ from: "3.9" })).toContain('"from":3900000');
});

test.each([
  [{ from: "2", to: "2" }, "command.badSpan"],
  [{ from: "3", to: "1.5" }, "command.badSpan"],
  [{ from: "soon" }, "command.notNumber"],
  [{ to: "-1" }, "command.notNumber"],
  [{ to: "0" }, "command.badSpan"],
])("%j is wrong usage, before anything is read: %s", (values, code) => {
  expect(() => scopeFrom(values)).toThrow(code);
});
