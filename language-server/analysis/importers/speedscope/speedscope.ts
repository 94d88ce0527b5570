import { budget, FileBudget } from "../../budget.ts";
import { exporters } from "../../flame/flame-reduction.ts";
import { ProblemCounts } from "../../profile/profile.ts";
import { UserError } from "../../user-error.ts";
import type { ImportedFile, TextImporter } from "../importer.ts";
import type { Microseconds } from "../../units.ts";
import { jsonOf, listOf, recordOf } from "../json-values.ts";
import { lengthOf, StackProfile, weighedThreads } from "../stack-profile.ts";
import { SpeedscopeFrames } from "./speedscope-frames.ts";
import { longestStretch, mostTicks, startOf, type Stretch, stretchesOf } from "./speedscope-stretches.ts";
import { lengthOfUnit, profilesOfUnit } from "./speedscope-units.ts";

/**
 * speedscope's own format (file-format-spec.ts in its sources), exported by speedscope, Heatline and many profilers: stacks, or the
 * beginnings and ends of calls.
 */
export const speedscopeImporter: TextImporter = {
  name: "speedscope",
  extensions: ["json"],
  files: /\.speedscope\.json(\.gz)?$/,
  reads: "text",
  recognises: (head) =>
    /^\s*\{/.test(head) && /"\$schema"\s*:\s*"https?:\/\/www\.speedscope\.app\/|"shared"\s*:\s*\{\s*"frames"\s*:/.test(head),
  read: readSpeedscope,
};

/** Throws a UserError if it is another kind of file or has no samples. What is odd in it becomes problems. */
function readSpeedscope(text: string): ImportedFile {
  const file = recordOf(jsonOf(text, "speedscope.damaged"));
  const frames = listOf(recordOf(file["shared"])["frames"]).map(recordOf);
  const all = listOf(file["profiles"]).map(recordOf);
  const { profiles, unit, left } = profilesOfUnit(all, file["activeProfileIndex"]);
  const problems = new ProblemCounts();
  const fileBudget = new FileBudget();
  const read = profiles.slice(0, budget.threads).flatMap((each) => {
    const profile = new StackProfile(fileBudget);
    const stretches = stretchesOf(each, new SpeedscopeFrames(profile, frames, problems), problems);
    const name = typeof each["name"] === "string" && each["name"] !== "" ? each["name"] : `thread ${all.indexOf(each) + 1}`;
    return stretches.some(({ stack }) => stack !== -1) ? [{ name, profile, stretches, start: startOf(each) }] : [];
  });
  if (read.length === 0) throw new UserError("speedscope.empty");
  // By one clock for all, which begins with the first of them. One that may not be by the same clock begins then, too.
  const first = Math.min(...read.map(({ start }) => start));
  const since = (start: Microseconds): Microseconds => (start - first < longestStretch ? start - first : 0);
  const threads: readonly ReadThread[] = read.map((thread) => ({ ...thread, start: since(thread.start) }));
  const further = profiles.length - budget.threads;
  return {
    recorder: "inspector",
    hasPositions: false,
    ...(unit === "none" || lengthOfUnit(unit) === undefined ? { hasTimes: false } : {}),
    threads: file["exporter"] === exporters.counts ? (countedThreads(threads) ?? withStretches(threads)) : withStretches(threads),
    v8Version: "",
    duration: Math.max(...threads.map(({ profile, start }) => start + lengthOf(profile))),
    problems: [
      { code: "speedscope.onlyFunctions", count: 1 },
      ...(lengthOfUnit(unit) === undefined ? [{ code: "speedscope.unknownUnit" as const, values: { unit }, count: 1 }] : []),
      ...(left > 0 ? [{ code: "speedscope.otherUnits" as const, count: left }] : []),
      ...problems.list(),
      ...(further > 0 ? [{ code: "profile.manyThreads" as const, count: further }] : []),
    ],
  };
}

interface ReadThread {
  readonly name: string;
  readonly profile: StackProfile;
  readonly stretches: readonly Stretch[];
  readonly start: Microseconds;
}

/** Each interval is one sample, worth its length. */
function withStretches(threads: readonly ReadThread[]): ImportedFile["threads"] {
  for (const { profile, stretches, start } of threads) {
    let at = start;
    for (const { stack, length, count } of stretches) {
      // Without a stack nothing was running.
      if (stack !== -1) profile.add(stack, at, count, length / count);
      at += length;
    }
  }
  return weighedThreads(threads);
}

/**
 * Of samples without weights Heatline's own export counts them: its intervals are multiples of the sampling interval, which is the
 * shortest. Undefined if they are not.
 */
function countedThreads(threads: readonly ReadThread[]): ImportedFile["threads"] | undefined {
  const intervals = threads.map(({ stretches }) =>
    stretches.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY),
  );
  const isCounted = threads.every(({ stretches }, index) =>
    stretches.every(({ length }) => {
      const count = length / (intervals[index] as number);
      return count <= mostTicks && Math.abs(count - Math.round(count)) < 1e-4;
    }),
  );
  if (!isCounted) return undefined;
  return threads.map(({ name, profile, stretches, start }, index) => {
    const interval = intervals[index] as number;
    let looks = 0;
    for (const { stack, length } of stretches) {
      const count = Math.round(length / interval);
      profile.add(stack, start + looks * interval, count, interval);
      looks += count;
    }
    return { name, profile: profile.profile(interval), scripts: [] };
  });
}
