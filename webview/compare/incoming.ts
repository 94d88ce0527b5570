import * as v from "valibot";
import type { ToCompare } from "../messages.ts";

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const per = v.picklist(["request", "second", "run"]);
const verdict = v.picklist(["faster", "slower", "new", "vanished", "noise"]);

const run = v.object({
  name: v.string(),
  startedAt: v.string(),
  commit: v.string(),
  load: v.optional(v.object({ requestsPerSecond: v.optional(amount), p50Ms: v.optional(amount), p99Ms: v.optional(amount) })),
  busyMs: amount,
  cpuMs: v.optional(amount),
});

const row = v.object({
  name: v.string(),
  place: v.string(),
  beforeMs: v.optional(amount),
  afterMs: v.optional(amount),
  changeMs: v.pipe(v.number(), v.finite()),
  errorMs: amount,
  verdict,
  edited: v.boolean(),
  hasCode: v.boolean(),
});

const comparison = v.object({
  per,
  canBePerRequest: v.boolean(),
  before: run,
  after: run,
  warnings: v.array(v.string()),
  functions: v.array(row),
  lines: v.array(row),
});

const flame = v.pipe(
  v.object({
    per,
    frames: v.array(v.object({ name: v.string(), place: v.string(), hasCode: v.boolean() })),
    frame: v.array(index),
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

/** Schema of the messages that the compare panel accepts; messages.ts explains them. */
export const toCompare: v.GenericSchema<unknown, ToCompare> = v.variant("type", [
  v.object({ type: v.literal("waiting") }),
  v.object({ type: v.literal("comparison"), key: v.string(), comparison }),
  v.object({ type: v.literal("differenceFlame"), key: v.string(), flame }),
  v.object({ type: v.literal("failed"), message: v.string(), remedy: v.string() }),
  v.object({ type: v.literal("codeShows"), changes: v.boolean() }),
]);
