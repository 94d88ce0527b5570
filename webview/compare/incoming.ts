import * as v from "valibot";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";

const key = v.string();
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
/** What costs are divided by, to make two runs comparable. */
const per = v.picklist(["request", "second", "run", "start"]);
/** `load`: it changed no more than unchanged code at another request rate; `noise`: no significant change. */
const verdict = v.picklist(["faster", "slower", "new", "vanished", "load", "noise"]);

const run = v.object({
  name: v.string(),
  /** ISO 8601. */
  startedAt: v.string(),
  /** Short hash, or "". */
  commit: v.string(),
  /** Figures that the load tool did not report are left out. */
  load: v.optional(v.object({ requestsPerSecond: v.optional(amount), p50Ms: v.optional(amount), p99Ms: v.optional(amount) })),
  /** All of the run's busy time, in the comparison's unit. */
  busyMs: amount,
  /** CPU time of all its threads in that unit, if known: work that a fix moves to native threads still costs. */
  cpuMs: v.optional(amount),
});

const row = v.object({
  name: v.string(),
  /** `util.js:24`; "" if it has none. */
  place: v.string(),
  /** Undefined if the run does not have it. */
  beforeMs: v.optional(amount),
  afterMs: v.optional(amount),
  changeMs: v.pipe(v.number(), v.finite()),
  /** Distance from the change to the end of its 95 % interval that is nearer to zero. */
  errorMs: amount,
  verdict,
  /** Its text was edited between the runs, so its own samples decide the verdict. */
  edited: v.boolean(),
  /** Whether it is in a file that can be opened. */
  hasCode: v.boolean(),
});

/** Two runs side by side. Costs are milliseconds of busy time per request, or per second of the measured window. */
const comparison = v.object({
  per,
  /** False if one of the runs counted no requests. */
  canBePerRequest: v.boolean(),
  before: run,
  after: run,
  /** What is said of the figures of both runs; without a word a figure only has its ratio. */
  figures: v.array(
    v.object({
      name: v.picklist(["requestsPerSecond", "p50", "p99", "busy", "cpu"]),
      /** After ÷ before. */
      ratio: amount,
      /** By how much the ratio may be wrong, as a share, for all figures at once. */
      error: v.optional(amount),
      word: v.optional(v.picklist(["better", "worse", "noChange"])),
    }),
  ),
  /** Starts of equal code from which it is known what two starts differ by; 0: the usual 15 % is assumed. */
  starts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Whether measuring both again may show what these runs do not. */
  canRepeat: v.boolean(),
  /** Whether a span of time is selected, which can be compared with the rest of its run. */
  canCompareSpan: v.optional(v.boolean(), false),
  /** It is a span of time with the rest of its run, not two runs. */
  isOfSpan: v.optional(v.boolean(), false),
  /** The load's figures are of all threads, and what is compared is of some. */
  isOfThreads: v.optional(v.boolean(), false),
  /** What of both is compared, if not everything. */
  selectionFacts: v.optional(v.array(v.string()), []),
  /** Full sentences: why this comparison may mislead. */
  warnings: v.array(v.string()),
  /** Significant changes first, largest on top. */
  functions: v.array(row),
  lines: v.array(row),
});

/** Both runs' stacks as one tree, parents before their children; costs in the comparison's unit. */
const flame = v.pipe(
  v.object({
    per,
    frames: v.array(v.object({ name: v.string(), place: v.string() })),
    /** Index into `frames` per node. */
    frame: v.array(index),
    /** Index of the parent node, or -1 for a root. */
    parent: v.array(v.pipe(v.number(), v.integer(), v.minValue(-1))),
    beforeMs: v.array(amount),
    afterMs: v.array(amount),
    verdict: v.array(verdict),
  }),
  v.check(
    ({ frame, parent, beforeMs, afterMs, verdict: verdicts }) =>
      [parent, beforeMs, afterMs, verdicts].every((each) => each.length === frame.length),
    "the flame's columns differ in length",
  ),
  v.check(({ frame, frames }) => frame.every((each) => each < frames.length), "a node has no frame"),
  v.check(({ parent }) => parent.every((each, node) => each < node), "a node stands before its parent"),
);

/** Extension → compare panel. */
export const toCompare = v.variant("type", [
  /** A comparison is being computed. */
  v.object({ type: v.literal("waiting") }),
  /** Replaces what was shown. `key` identifies it and is repeated in answers. */
  v.object({ type: v.literal("comparison"), key, comparison }),
  v.object({ type: v.literal("differenceFlame"), key, flame }),
  v.object({ type: v.literal("failed"), message: v.string(), remedy: v.string() }),
  /** Whether the code shows the comparison (true) or the run's plain heat. */
  v.object({ type: v.literal("codeShows"), changes: v.boolean() }),
]);

export type ToCompare = ReadOnly<v.InferOutput<typeof toCompare>>;
export type ComparisonView = ReadOnly<v.InferOutput<typeof comparison>>;
export type ComparedRun = ReadOnly<v.InferOutput<typeof run>>;
export type ComparedRow = ReadOnly<v.InferOutput<typeof row>>;
export type DifferenceFlameView = ReadOnly<v.InferOutput<typeof flame>>;
export type ComparedFigure = ReadOnly<v.InferOutput<typeof comparison>>["figures"][number];
export type CostUnit = ReadOnly<v.InferOutput<typeof per>>;
export type Verdict = ReadOnly<v.InferOutput<typeof verdict>>;
