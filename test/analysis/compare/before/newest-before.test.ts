import * as fc from "fast-check";
import { expect, test } from "vitest";
import { judgedBefore, newestGood } from "../../../../language-server/analysis/compare/before/judged-pair.ts";
import { isFitBefore, newestBefore, standingOf } from "../../../../language-server/analysis/compare/before/standing.ts";
import { isEarlier, type RunFacts } from "../../../../language-server/analysis/compare/before/program.ts";
import { unlikenesses } from "../../../../language-server/analysis/compare/before/unlikeness.ts";
import { crashedStart, load, ran, runOf, script } from "./history.ts";

const share = String;

function isFit(base: Partial<RunFacts>, next: Partial<RunFacts> = {}): boolean {
  return isFitBefore(runOf(base), runOf(next));
}

test("measured, broken, fixed, measured: the run before the crash, whatever ran between", () => {
  const first = runOf();
  const between = [
    runOf(crashedStart),
    runOf({ end: "cancelled", load: { ...load, cancelled: true } }),
    runOf({ load: { ...load, non2xx: 1000 } }),
    runOf({ threads: [{ busyTicks: 0 }] }),
    runOf({ ...script, name: "shop · sum.js", ...ran("/shop/sum.js") }),
    runOf({ app: { cwd: "/blog", argv: ["node", "/blog/server.js"] } }),
    runOf({ load: { ...load, label: "GET /fast" } }),
    runOf({ load: { ...load, connections: 100 } }),
    runOf({ load: { ...load, tool: "wrk" } }),
    runOf(script),
  ];
  const last = runOf();
  const history = [last, ...between.toReversed(), first];
  expect(newestBefore(last, history)).toBe(first);
  const { base, passed } = judgedBefore(last, history, share);
  expect(base).toBe(first);
  expect(passed.map(({ run }) => run)).toEqual(between.toReversed());
  expect(passed.map(({ why }) => (why.kind === "unlike" ? why.unlikeness.kind : why.kind))).toEqual([
    "standing",
    "tool",
    "connections",
    "requests",
    "folder",
    "command",
    "standing",
    "standing",
    "standing",
    "standing",
  ]);
});

test("the baseline is before, also if it is later, but only if it fits", () => {
  const [first, last, later] = [runOf(), runOf(), runOf({ baseline: true })];
  expect(newestBefore(last, [later, last, first])).toBe(later);
  const unfit = runOf({ baseline: true, load: { ...load, connections: 100 } });
  expect(newestBefore(last, [unfit, last, first])).toBe(first);
});

test("a run that shows nothing has no run before it; a load that was cancelled has", () => {
  const first = runOf();
  const failed = runOf(crashedStart);
  expect(newestBefore(failed, [failed, first])).toBeUndefined();
  const cancelled = runOf({ end: "cancelled", load: { ...load, cancelled: true } });
  expect(newestBefore(cancelled, [cancelled, first])).toBe(first);
});

test("the newest good run is judged, and newer ones are named", () => {
  const [first, failed] = [runOf(), runOf(crashedStart)];
  expect(newestGood([failed, first])).toEqual({
    run: first,
    passed: [{ run: failed, why: { kind: "standing", standing: { kind: "failedStart" } } }],
  });
  expect(newestGood([failed])).toBeUndefined();
});

test.each<[string, Pick<RunFacts, "app" | "load">, Pick<RunFacts, "app" | "load">]>([
  ["a relative path", ran("server.js"), ran("/shop/server.js")],
  ["a path with ./", ran("./server.js", "--config=./a.json"), ran("/shop/server.js", "--config=/shop/a.json")],
  ["another Node.js", { app: { cwd: "/shop", argv: ["node", "/shop/server.js"] } }, ran("/shop/server.js")],
  ["a folder with a slash at its end", { app: { cwd: "/shop/", argv: ["node", "/shop/server.js"] } }, ran("/shop/server.js")],
  ["a port in an option", ran("server.js", "--port", "41234"), ran("server.js", "--port", "35117")],
  ["a port after =", ran("server.js", "--http-port=41234"), ran("server.js", "--http-port=35117")],
  ["a short option", ran("server.js", "-p", "41234"), ran("server.js", "-p", "35117")],
  ["a port in an address", ran("server.js", "http://localhost:41234/x"), ran("server.js", "http://localhost:35117/x")],
  ["a port to listen on", ran("server.js", "127.0.0.1:41234"), ran("server.js", "127.0.0.1:35117")],
  [
    "the port at which it was loaded",
    { ...ran("server.js", "41234"), load: { ...load, url: "http://127.0.0.1:41234/slow" } },
    { ...ran("server.js", "35117"), load: { ...load, url: "http://127.0.0.1:35117/slow" } },
  ],
  ["a secret that was kept once", ran("server.js", "--token", "s3cr3t-s3cr3t"), ran("server.js", "--token", "***")],
  [
    "a secret of the request",
    { ...ran("server.js"), load: { ...load, label: "GET /slow?token=s3cr3ts3cr3t" } },
    { ...ran("server.js"), load: { ...load, label: "GET /slow?token=***" } },
  ],
  [
    "Windows: case of the drive, and slashes",
    { app: { cwd: "C:\\shop", argv: ["node.exe", "C:\\shop\\bin\\www"] } },
    { app: { cwd: "c:/shop", argv: ["node.exe", "bin\\www"] } },
  ],
])("the same command in spite of %s", (_what, base, next) => {
  expect(isFit(base, next)).toBe(true);
  expect(isFit(next, base)).toBe(true);
});

test.each<[string, Partial<RunFacts>, Partial<RunFacts>]>([
  ["size of the work", { ...script, ...ran("sum.js", "1000") }, { ...script, ...ran("sum.js", "2000") }],
  ["number of processes", ran("server.js", "-p", "4"), ran("server.js", "-p", "8")],
  ["line of a file", { ...script, ...ran("mocha", "cart.js:12") }, { ...script, ...ran("mocha", "cart.js:40") }],
  ["option", ran("server.js"), ran("server.js", "--fast")],
  ["server to be loaded", { load: { ...load, url: "http://stage:3000/slow" } }, {}],
  ["program, if neither says what ran", { app: { cwd: "/shop", argv: [] } }, { app: { cwd: "/shop", argv: [] } }],
  ["part of a mix", mix("GET /a", "GET /b"), mix("GET /a", "GET /c")],
])("another command or load by its %s", (_what, base, next) => {
  expect(isFit(base, next)).toBe(false);
});

test("a mix is the same in any order; what a tool does not report is not another one", () => {
  expect(isFit(mix("GET /a", "GET /b"), mix("GET /b", "GET /a"))).toBe(true);
  expect(isFit({ load: { ...load, connections: undefined } })).toBe(true);
});

function mix(...labels: readonly string[]): Partial<RunFacts> {
  return { load: { ...load, label: "mix", perRequest: labels.map((label) => ({ label, requests: 1, failed: 0 })) } };
}

const word = fc.constantFrom("--port", "3000", "41234", "--token", "s3cr3t-value", "***", "./a.json", "/shop/a.json", "-p", "8", "x:1");
const facts: fc.Arbitrary<RunFacts> = fc
  .record({
    argv: fc.array(word, { maxLength: 4 }),
    cwd: fc.constantFrom("/shop", "/shop/", "/blog"),
    end: fc.constantFrom("load-ended", "cancelled", "exited", "stopped", "crashed", "time-cap", "disconnected", "recovered"),
    exitCode: fc.constantFrom(undefined, 0, 1),
    window: fc.constantFrom(undefined, "first-line", "measured"),
    lacksLoad: fc.constantFrom(undefined, true),
    baseline: fc.constantFrom(undefined, true),
    load: fc.option(
      fc.record({
        label: fc.constantFrom("GET /a", "GET /b"),
        port: fc.constantFrom(3000, 41234),
        tool: fc.constantFrom("autocannon", "wrk"),
        connections: fc.constantFrom(undefined, 10, 100),
        non2xx: fc.constantFrom(undefined, 0, 9, 10, 1000),
        cancelled: fc.boolean(),
        rate: fc.constantFrom(undefined, 0, 100),
      }),
      { nil: undefined },
    ),
    busyTicks: fc.constantFrom(0, 900),
    test: fc.constantFrom(undefined, undefined, { runner: "Vitest", file: "/shop/a.test.ts", name: "adds" }),
  })
  .map(({ argv, cwd, busyTicks, load: given, ...rest }) => {
    const { port, rate, ...figures } = given ?? { port: 0, rate: undefined };
    const sent = rate === undefined ? {} : { sent: { requests: "a1", setup: "", ratePerSecond: rate, pipelining: 1 } };
    const loaded = given === undefined ? undefined : { ...load, ...figures, ...sent, url: `http://127.0.0.1:${port}/a` };
    return runOf({ ...rest, app: { cwd, argv: ["node", "/shop/server.js", ...argv] }, load: loaded, threads: [{ busyTicks }] });
  });

test("whatever the history: Before is good, differs in nothing, and no run that would fit lies between", () => {
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 8 }), (runs) => {
      const newestFirst = runs.toSorted((a, b) => (isEarlier(a, b) ? 1 : -1));
      for (const next of newestFirst) {
        const base = newestBefore(next, newestFirst);
        if (base === undefined) continue;
        expect(base.id).not.toBe(next.id);
        expect(standingOf(base, newestFirst).kind).toBe("good");
        expect(unlikenesses(base, next, share, newestFirst).filter(({ kind }) => kind !== "standing")).toEqual([]);
        if (base.baseline === true) continue;
        expect(isEarlier(base, next)).toBe(true);
        const between = newestFirst.filter((run) => isEarlier(base, run) && isEarlier(run, next));
        for (const run of between) expect(unlikenesses(run, next, share, newestFirst)).not.toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
});

test("being alike has no direction, and each run is like itself", () => {
  fc.assert(
    fc.property(facts, facts, (a, b) => {
      const kinds = (base: RunFacts, next: RunFacts): readonly string[] => unlikenesses(base, next, share).map(({ kind }) => kind);
      expect(kinds(a, b)).toEqual(kinds(b, a));
      expect(kinds(a, a).filter((kind) => kind !== "standing")).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test("a run that has the start of its app is no other's before by itself, and by choice that is said", () => {
  const alone = { load: undefined, end: "exited", window: "measured" } as const;
  const fromStart = { ...alone, window: "first-line", listenedAtMs: 700 } as const;
  expect([isFit(fromStart, fromStart), isFit(alone, alone)]).toEqual([true, true]);
  expect([isFit(fromStart, alone), isFit(alone, fromStart)]).toEqual([false, false]);
  const kinds = unlikenesses(runOf(fromStart), runOf(alone), share).map(({ kind }) => kind);
  expect(kinds).toContain("fromStart");
});
