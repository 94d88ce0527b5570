import { type Band, bands, type Block } from "../../../language-server/analysis/timeline/strip.ts";
import type { Span, TimelineView } from "../../../webview/timeline/incoming.ts";

/** A run of which is known what it did at each moment, so that any part of it can be drawn. */
export interface PlantedRun {
  /** In microseconds. */
  readonly length: number;
  readonly threads: number;
  readonly blocks: readonly Block[];
  readonly blockTexts: readonly string[];
  readonly hasLoad: boolean;
  readonly hasReadings: boolean;
  readonly listenedAt?: number;
  readonly missing: readonly string[];
}

const second = 1e6;

const planted: readonly (readonly [block: Block, text: string])[] = [
  [block(0, 2, 2.31, "block", ["/app/src/sync.js", 12, "crunch"]), "sync.js:12 crunch, 0.31 s"],
  [block(1, 3, 3.2, "block", ["/app/src/worker.js", 40, "hash"]), "worker.js:40 hash, 0.20 s"],
  [block(0, 4.5, 4.62, "block", ["/app/src/passwords.js", 9, "verify"]), "passwords.js:9 verify, 0.12 s"],
  [block(0, 6.2, 6.9, "block", ["/app/src/sync.js", 12, "crunch"]), "sync.js:12 crunch, 0.70 s"],
  [block(0, 8.1, 8.4, "busyTurn"), "busy turn, 0.30 s"],
  [block(1, 8.5, 8.7, "gc"), "Garbage collection, 0.20 s"],
  [block(0, 9, 9.2, "noCpu"), "no CPU, 0.20 s"],
];

/** Ten seconds of a server under load, and a worker; times are in seconds here. */
export const demoRun: PlantedRun = {
  length: 10 * second,
  threads: 2,
  blocks: planted.map(([each]) => each),
  blockTexts: planted.map(([, text]) => text),
  hasLoad: true,
  hasReadings: true,
  missing: [],
};

export const withoutLoad: PlantedRun = { ...demoRun, hasLoad: false, hasReadings: false, missing: ["This run has no load."] };

/** The strip of a part of it, as the server aggregates it. */
export function stripOf(run: PlantedRun, columns: number, span: Span = { from: 0, to: run.length }): TimelineView {
  const width = (span.to - span.from) / columns;
  const middles = Array.from({ length: columns }, (_, column) => span.from + (column + 0.5) * width);
  const threads = Array.from({ length: run.threads }, (_, thread) => {
    const bytes = bands.map(() => new Uint8Array(columns));
    const [ticks, hottest] = [new Uint32Array(columns), new Int32Array(columns)];
    for (const [column, time] of middles.entries()) {
      const did = activity(run, thread, time);
      for (const [index, band] of bands.entries()) bytes[index]![column] = Math.floor(255 * (did.shares[band] ?? 0));
      ticks[column] = Math.round((did.busy * width) / 1000);
      hottest[column] = did.busy === 0 ? -1 : did.line;
    }
    return {
      id: thread,
      name: thread === 0 ? "main" : `worker ${thread}`,
      busyTicks: ticks.reduce((sum, each) => sum + each, 0),
      interval: 1000,
      shares: bytes.map(base64),
      ticks: base64(ticks),
      hottest: base64(hottest),
    };
  });
  const load = {
    from: 0.5 * second,
    to: run.length - 0.5 * second,
    perSecond: middles.map((time) => (isBlocked(run, time) ? 0 : 780 + 60 * wave(time, 3) + 30 * wave(time, 11))),
    p50Ms: middles.map((time) => (isBlocked(run, time) ? null : 12 + 2 * wave(time, 5))),
    p99Ms: middles.map((time) => (isBlocked(run, time) ? null : latency(run, time))),
    errors: middles.map((time) => (Math.abs(time - 7 * second) < width ? 3 : 0)),
    underWay: middles.map((time) => (isBlocked(run, time) ? 12 : 8)),
  };
  const values = Array.from({ length: Math.floor(run.length / (second / 2)) }, (_, index) => {
    const at = ((index + 1) * second) / 2;
    return { at, busy: 0.7 + 0.2 * wave(at, 2), delayP99Ms: 12 + 8 * wave(at, 3), heapUsed: 4e7 + 3e7 * ((at / second / 4) % 1) };
  });
  return {
    length: run.length,
    ...span,
    columns,
    threads,
    lines: [
      { label: "sync.js:12", name: "crunch" },
      { label: "routes.js:31", name: "render" },
    ],
    blocks: run.blocks.map((each) => each),
    blockTexts: run.blockTexts,
    listenedAt: run.listenedAt,
    load: run.hasLoad ? load : undefined,
    readings: run.hasReadings ? [{ thread: 0, values }] : [],
    missing: run.missing,
  };
}

function block(thread: number, from: number, to: number, kind: Block["kind"], line?: readonly [string, number, string]): Block {
  const hottest = line && { path: line[0], line: line[1], name: line[2], ticks: Math.round(1000 * (to - from)) };
  return { thread, from: from * second, to: to * second, kind, hottest };
}

interface Activity {
  readonly shares: Partial<Record<Band, number>>;
  readonly busy: number;
  readonly line: number;
}

function activity(run: PlantedRun, thread: number, time: number): Activity {
  const inside = run.blocks.find((each) => each.thread === thread && time >= each.from && time < each.to);
  if (inside?.kind === "noCpu") return { shares: { noCpu: 1 }, busy: 0, line: -1 };
  if (inside !== undefined) return { shares: { own: 0.92, gc: 0.05, idle: 0.03 }, busy: 0.97, line: 0 };
  const busy = (thread === 0 ? 0.62 : 0.5 / thread) + 0.14 * wave(time, 7) + 0.08 * wave(time, 29);
  const parts = { own: 0.46, dependency: 0.2, node: 0.14, native: 0.08, gc: 0.06, program: 0.04, compile: 0.02 };
  const shares = Object.fromEntries(Object.entries(parts).map(([band, part]) => [band, part * busy]));
  return { shares: { ...shares, idle: 1 - busy }, busy, line: 1 };
}

/** Between −1 and 1, so many times in ten seconds, never in step with another. */
function wave(time: number, times: number): number {
  return Math.sin((2 * Math.PI * times * time) / (10 * second) + times);
}

function isBlocked(run: PlantedRun, time: number): boolean {
  return run.blocks.some((each) => each.thread === 0 && time >= each.from && time < each.to);
}

function latency(run: PlantedRun, time: number): number {
  const late = run.blocks.find((each) => each.thread === 0 && time >= each.to && time < each.to + 0.15 * second);
  return late === undefined ? 34 + 9 * wave(time, 17) : (late.to - late.from) / 1000;
}

function base64(values: Uint8Array | Uint32Array | Int32Array): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("base64");
}
