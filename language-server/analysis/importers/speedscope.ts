import { budget, checkJson, FileBudget } from "../budget.ts";
import { exporters } from "../flame/flame-reduction.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { type JsonObject, listOf, recordOf } from "./json-values.ts";
import { lengthOf, StackProfile, weighedThreads } from "./stack-profile.ts";

/** Length of a unit in microseconds; weights of a profile without times are numbers of samples. */
const units: Readonly<Record<string, number>> = { nanoseconds: 1e-3, microseconds: 1, milliseconds: 1000, seconds: 1e6, none: 1000 };
/** Larger sums cannot be numbers of samples. */
const mostTicks = 2_000_000;
/** Longer times are damage: a year. */
const longestStretch: Microseconds = 31_536_000_000_000;

/** An interval with one stack: row of the thread's stacks, -1 for none. */
interface Stretch {
  readonly stack: number;
  readonly length: Microseconds;
  /** The number of samples in it. */
  readonly count: number;
}

/**
 * speedscope's own format (file-format-spec.ts in its sources), exported by speedscope, Heatline and many profilers: stacks, or the
 * beginnings and ends of calls.
 */
export const speedscopeImporter: TextImporter = {
  name: "speedscope",
  reads: "text",
  recognises: (head) =>
    /^\s*\{/.test(head) && /"\$schema"\s*:\s*"https?:\/\/www\.speedscope\.app\/|"shared"\s*:\s*\{\s*"frames"\s*:/.test(head),
  read: readSpeedscope,
};

/** Throws a UserError if it is another kind of file or has no samples. Ignores invalid entries. */
function readSpeedscope(text: string): ImportedFile {
  const file = parsed(text);
  const frames = listOf(recordOf(file["shared"])["frames"]).map(recordOf);
  const profiles = listOf(file["profiles"]);
  const fileBudget = new FileBudget();
  const threads = profiles
    .slice(0, budget.threads)
    .map(recordOf)
    .flatMap((each, index) => {
      const profile = new StackProfile(fileBudget);
      const stretches = stretchesOf(each, new Frames(profile, frames));
      const name = typeof each["name"] === "string" && each["name"] !== "" ? each["name"] : `thread ${index + 1}`;
      return stretches.some(({ stack }) => stack !== -1) ? [{ name, profile, stretches }] : [];
    });
  if (threads.length === 0) throw new UserError("speedscope.empty");
  return {
    recorder: "inspector",
    hasPositions: false,
    threads: file["exporter"] === exporters.counts ? (countedThreads(threads) ?? withStretches(threads)) : withStretches(threads),
    v8Version: "",
    duration: Math.max(...threads.map(({ profile }) => lengthOf(profile))),
    problems: [
      { code: "speedscope.onlyFunctions", count: 1 },
      ...(profiles.length > budget.threads ? [{ code: "profile.manyThreads" as const, count: profiles.length - budget.threads }] : []),
    ],
  };
}

function parsed(text: string): JsonObject {
  checkJson(text);
  try {
    return recordOf(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch (error) {
    throw new UserError(
      "speedscope.damaged",
      {},
      {
        cause: error,
      },
    );
  }
}

function stretchesOf(profile: JsonObject, frames: Frames): readonly Stretch[] {
  const unit = typeof profile["unit"] === "string" ? profile["unit"] : "none";
  if (unit === "bytes") throw new UserError("speedscope.bytes");
  const perUnit = units[unit] ?? units["none"]!;
  const all = profile["type"] === "evented" ? stretchesBetween(listOf(profile["events"]), frames) : stretchesWithWeights(profile, frames);
  const weighed = all.filter(({ length }) => length > 0 && length * perUnit < longestStretch);
  const sum = weighed.reduce((total, { length }) => total + length, 0);
  const areCounts = unit === "none" && sum <= mostTicks && weighed.every(({ length }) => Number.isInteger(length));
  return weighed.map(({ stack, length }) => ({ stack, length: length * perUnit, count: areCounts ? length : 1 }));
}

function stretchesWithWeights(profile: JsonObject, frames: Frames): readonly Omit<Stretch, "count">[] {
  const weights = listOf(profile["weights"]);
  return listOf(profile["samples"]).map((sample, index) => ({
    stack: listOf(sample).reduce<number>((under, frame) => frames.on(under, Number(frame)), -1),
    length: Number(weights[index] ?? 1),
  }));
}

/** The stack is constant between events that open or close a frame. */
function stretchesBetween(events: readonly unknown[], frames: Frames): readonly Omit<Stretch, "count">[] {
  const stretches: Omit<Stretch, "count">[] = [];
  const open: { readonly frame: number; readonly stack: number }[] = [];
  let last = Number.NaN;
  for (const { type, frame, at } of events.map(recordOf)) {
    const stack = open.at(-1)?.stack ?? -1;
    if (Number(at) > last) stretches.push({ stack, length: Number(at) - last });
    last = Number(at);
    if (type === "O") open.push({ frame: Number(frame), stack: frames.on(stack, Number(frame)) });
    else if (open.at(-1)?.frame === Number(frame)) open.pop();
  }
  return stretches;
}

interface ReadThread {
  readonly name: string;
  readonly profile: StackProfile;
  readonly stretches: readonly Stretch[];
}

/** Each interval is one sample, worth its length. */
function withStretches(threads: readonly ReadThread[]): ImportedFile["threads"] {
  for (const { profile, stretches } of threads) {
    let start = 0;
    for (const { stack, length, count } of stretches) {
      // Without a stack nothing was running.
      if (stack !== -1) profile.add(stack, start, count, length / count);
      start += length;
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
  return threads.map(({ name, profile, stretches }, index) => {
    const interval = intervals[index] as number;
    let looks = 0;
    for (const { stack, length } of stretches) {
      const count = Math.round(length / interval);
      profile.add(stack, looks * interval, count, interval);
      looks += count;
    }
    return { name, profile: profile.profile(interval), scripts: [] };
  });
}

/** The file's frames in one thread, each created at its first occurrence. */
class Frames {
  readonly #profile: StackProfile;
  readonly #frames: readonly JsonObject[];
  readonly #rows = new Map<number, number>();

  constructor(profile: StackProfile, frames: readonly JsonObject[]) {
    this.#profile = profile;
    this.#frames = frames;
  }

  /** The stack with the frame on top; unchanged if the file has no such frame. */
  on(stack: number, index: number): number {
    const func = this.#rows.get(index) ?? this.#row(index);
    return func === undefined ? stack : this.#profile.stackRow(stack, func);
  }

  #row(index: number): number | undefined {
    const frame = this.#frames[index];
    if (frame === undefined) return undefined;
    const { name, file, line, col } = frame;
    const func = this.#profile.functionRow({
      name: typeof name === "string" ? name : "",
      url: typeof file === "string" ? file : "",
      line: wholeOf(line),
      column: wholeOf(col),
    });
    this.#rows.set(index, func);
    return func;
  }
}

function wholeOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : 0;
}
