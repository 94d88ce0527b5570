import type { ProblemCounts } from "../../profile/profile.ts";
import type { Microseconds } from "../../units.ts";
import { type JsonObject, listOf, recordOf } from "../json-values.ts";
import { eventStretches } from "./speedscope-events.ts";
import type { SpeedscopeFrames } from "./speedscope-frames.ts";
import { lengthOfUnit, unitOf, usualLength } from "./speedscope-units.ts";

/** Larger sums cannot be numbers of samples. */
export const mostTicks = 2_000_000;
/** Longer times are damage: a year. */
export const longestStretch: Microseconds = 31_536_000_000_000;

/** An interval with one stack: row of the thread's stacks, -1 for none. */
export interface Stretch {
  readonly stack: number;
  readonly length: Microseconds;
  /** The number of samples in it. */
  readonly count: number;
}

/** What one profile of a file says; entries that make no sense are counted in `problems`. */
export function stretchesOf(profile: JsonObject, frames: SpeedscopeFrames, problems: ProblemCounts): readonly Stretch[] {
  const unit = unitOf(profile);
  const perUnit = lengthOfUnit(unit) ?? usualLength;
  const isEvented = profile["type"] === "evented" || (profile["type"] !== "sampled" && !Array.isArray(profile["samples"]));
  const all = isEvented ? eventStretches(profile, frames, problems) : weightedStretches(profile, frames, problems);
  const weighed = all.filter(({ length }) => length > 0 && length * perUnit < longestStretch);
  const tooLong = all.filter(({ length }) => length * perUnit >= longestStretch).length;
  if (tooLong > 0) problems.count("speedscope.badWeights", undefined, tooLong);
  const sum = weighed.reduce((total, { length }) => total + length, 0);
  const areCounts = unit === "none" && sum <= mostTicks && weighed.every(({ length }) => Number.isInteger(length));
  return weighed.map(({ stack, length }) => ({ stack, length: length * perUnit, count: areCounts ? length : 1 }));
}

/** When the first stretch begins, by a clock that the file's profiles may share; Infinity if unknown, or if that counts no time. */
export function startOf(profile: JsonObject): Microseconds {
  const events = listOf(profile["events"]).map(recordOf);
  const start = events.find(({ at }) => typeof at === "number")?.["at"] ?? profile["startValue"];
  const unit = unitOf(profile);
  return typeof start === "number" && unit !== "none" ? start * (lengthOfUnit(unit) ?? Infinity) : Infinity;
}

/** Samples and their weights, in units of the profile. */
function weightedStretches(profile: JsonObject, frames: SpeedscopeFrames, problems: ProblemCounts): readonly Omit<Stretch, "count">[] {
  const samples = listOf(profile["samples"]);
  const weights = profile["weights"] === undefined ? undefined : listOf(profile["weights"]);
  if (weights === undefined && samples.length > 0) problems.count("speedscope.noWeights");
  const surplus = (weights?.length ?? 0) - samples.length;
  if (surplus > 0) problems.count("speedscope.badWeights", undefined, surplus);
  return samples.flatMap((sample, index) => {
    const weight = weights === undefined ? 1 : weights[index];
    if (!Array.isArray(sample)) problems.count("speedscope.badSamples");
    else if (typeof weight !== "number" || !(weight >= 0)) problems.count("speedscope.badWeights");
    else return [{ stack: sample.reduce<number>((under, frame: unknown) => frames.on(under, frames.row(frame)), -1), length: weight }];
    return [];
  });
}
