import type { ComparedCost, ComparedRun, Comparison } from "../../../language-server/protocol/compare/comparison.ts";

const cost = (base: number, next: number, verdict: ComparedCost["verdict"]): ComparedCost => ({
  base,
  next,
  delta: next - base,
  low: next - base - 1,
  high: next - base + 1,
  verdict,
});

export const run = (id: string, requests: number | undefined): ComparedRun => ({
  folder: `/runs/${id}`,
  id,
  name: "GET /test",
  startedAt: "2026-11-21T10:00:00.000Z",
  commit: "",
  nodeVersion: "v24.0.0",
  recorder: "exact",
  intervalUs: 1000,
  durationMs: 10_000,
  ticks: 10_000,
  busyTicks: 9000,
  load:
    requests === undefined
      ? undefined
      : {
          tool: "autocannon",
          url: "http://127.0.0.1:3000",
          label: "GET /test",
          requests,
          requestsPerSecond: requests / 10,
          latency: { averageMs: 1, p50Ms: 2, p90Ms: 3, p97_5Ms: 4, p99Ms: 5, maxMs: 6 },
          errors: 0,
          timeouts: 0,
          non2xx: 0,
          statusCounts: {},
          bytes: 0,
          durationSeconds: 10,
          connections: 10,
          cancelled: false,
        },
});

const at = { uri: "file:///app/util.js", range: { start: { line: 23, character: 0 }, end: { line: 23, character: 0 } } };
const none = { slower: 0, faster: 0, new: 0, vanished: 0, load: 0, noise: 0 };

export const comparison: Comparison = {
  base: { ...run("a", 337), cpuMs: 31 },
  next: run("b", 57_340),
  per: "request",
  by: "withLibraries",
  selectionText: "",
  selectionFacts: [],
  loadRatio: 170,
  headline: {
    figures: [
      { name: "requestsPerSecond", before: 33.7, after: 5734, ratio: 170, interval: { low: 120, high: 240 }, word: "better" },
      { name: "p50", before: 2, after: 2, ratio: 1, interval: { low: 0.8, high: 1.25 }, word: "noChange" },
      { name: "busy", before: 29, after: 1, ratio: 1 / 29 },
    ],
    word: "better",
    starts: 0,
  },
  isRepeatWorthwhile: false,
  summary: "33.7 → 5,734 req/s, ×170 · util.js:24 gone",
  busy: cost(29, 1, "faster"),
  drift: 1,
  warnings: [{ kind: "node", text: "The Node versions differ." }],
  functions: [
    { ...cost(20, 0, "vanished"), name: "hash", label: "util.js:24", category: "own", edited: true, location: at },
    { ...cost(0, 3, "new"), name: "fresh", baseName: "stale", label: "util.js:30", baseLabel: "old.js:2", category: "own", edited: false },
  ],
  lines: [{ ...cost(5, 4, "noise"), label: "util.js:24", functionName: "hash", text: "", category: "own", location: at }],
  composition: {} as Comparison["composition"],
  functionCounts: none,
  lineCounts: none,
};
