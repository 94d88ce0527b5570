import { expect, test } from "vitest";
import { isSameCommand } from "../../../language-server/analysis/compare/before/program.ts";
import { caveatsOf, type ComparedSide } from "../../../language-server/analysis/compare/comparability.ts";

type Ran = Parameters<typeof isSameCommand>[0];

test.each([
  ["a plain secret of an older Heatline", ["x.js", "--pin", "1234"], ["x.js", "--pin", "***"], true],
  ["two plain ones", ["x.js", "--token=a"], ["x.js", "--token=b"], true],
  ["another mask", ["x.js", "--url=https://h/?a=***&key=***#t"], ["x.js", "--url=https://h/?a=1&key=k#t"], true],
  ["a value that was masked once", ["x.js", "--auth", "***"], ["x.js", "--auth", "none"], true],
  ["a shell's line", ["-c", "TOKEN=a node x.js"], ["-c", "TOKEN=*** node x.js"], true],
  ["another program", ["x.js", "--token=a"], ["y.js", "--token=a"], false],
  ["another harmless value", ["x.js", "--size", "80"], ["x.js", "--size", "81"], false],
  ["another value beside a mask", ["x.js", "https://h/?a=***&n=1"], ["x.js", "https://h/?a=2&n=2"], false],
  ["more words", ["x.js", "***"], ["x.js"], false],
])("%s: whether the runs are of one app", (_what, before, after, isSame) => {
  const ran = (argv: readonly string[]): Ran => ({ app: { cwd: "/app", argv: ["node", ...argv] } });
  const [one, other] = [ran(before), ran(after)];
  expect(isSameCommand(one, other)).toBe(isSame);
  expect(isSameCommand(other, one)).toBe(isSame);
});

test("two loads that differ only in what was masked are the same load", () => {
  const side = (label: string): ComparedSide =>
    ({
      interval: 1000,
      busySamples: 5000,
      problems: [],
      functions: [],
      lines: [],
      run: {
        id: "run",
        name: "shop",
        startedAt: "2026-11-28T12:00:00.000Z",
        end: "load-ended",
        threads: [{ busyTicks: 5000 }],
        recorder: "exact",
        durationMs: 1000,
        cpuMs: 1000,
        app: { cwd: "/app", argv: ["node", "/app/x.js"], nodeVersion: "24.0.0" },
        load: { tool: "wrk", url: "", label, latency: {}, durationSeconds: 10, cancelled: false, requests: 10 },
      },
    }) as unknown as ComparedSide;
  const text = String;
  const figures = { count: text, duration: text, share: text, factor: text, bytes: text };
  const kinds = (before: string, after: string): readonly string[] =>
    caveatsOf({ base: side(before), next: side(after), asked: "second", per: "second", drift: 1, matched: 1, unclear: [] }, figures).map(
      ({ kind }) => kind,
    );
  expect(kinds("GET /?pin=1234&sig=a", "GET /?pin=***&sig=***")).toEqual([]);
  expect(kinds("GET /?id=***", "GET /?id=3f2504e0")).toEqual([]);
  expect(kinds("GET /?n=1", "GET /?n=2")).toEqual(["requests"]);
});
