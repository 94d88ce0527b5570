import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { StackProfile } from "./stack-profile.ts";

/** How many microseconds one is; a profile without times has weights that count samples. */
const units: Readonly<Record<string, number>> = { nanoseconds: 1e-3, microseconds: 1, milliseconds: 1000, seconds: 1e6, none: 1000 };
const usualInterval: Microseconds = 1000;
/** Each takes its own tables. */
const mostThreads = 256;
/** However finely a profile is cut. */
const mostTicks = 2_000_000;

/** A stretch of time with one stack: row of the thread's stacks, -1 for none. */
interface Stretch {
  readonly stack: number;
  readonly length: Microseconds;
}

/** speedscope's own format (file-format-spec.ts in its sources), which its page and Heatline export and many profilers write: stacks, or the beginnings and ends of calls. */
export const speedscopeImporter: TextImporter = {
  name: "speedscope",
  reads: "text",
  recognises: (head) =>
    /^\s*\{/.test(head) && /"\$schema"\s*:\s*"https?:\/\/www\.speedscope\.app\/|"shared"\s*:\s*\{\s*"frames"\s*:/.test(head),
  read: readSpeedscope,
};

/** Throws a UserError for what is no such file after all, or has no samples. Entries that are not what they should be are passed over. */
function readSpeedscope(text: string): ImportedFile {
  const file = parsed(text);
  const frames = listOf(fieldsOf(file["shared"])["frames"]).map(fieldsOf);
  const profiles = listOf(file["profiles"]);
  const threads = profiles
    .slice(0, mostThreads)
    .map(fieldsOf)
    .flatMap((each, index) => {
      const profile = new StackProfile();
      const stretches = stretchesOf(each, new Frames(profile, frames));
      const interval = intervalOf(stretches);
      addTicks(profile, stretches, interval);
      const name = typeof each["name"] === "string" && each["name"] !== "" ? each["name"] : `thread ${index + 1}`;
      return profile.times.length === 0 ? [] : [{ name, ticks: profile.times.length, profile: profile.profile(interval), scripts: [] }];
    });
  if (threads.length === 0) throw new UserError("speedscope.empty");
  return {
    recorder: "inspector",
    hasPositions: false,
    threads,
    v8Version: "",
    duration: Math.max(...threads.map(({ ticks, profile }) => ticks * profile.interval)),
    problems: [
      { message: "speedscope's format names functions and no lines in them, so only functions have costs.", count: 1 },
      ...(profiles.length > mostThreads
        ? [{ message: "Threads beyond the first 256 were left out.", count: profiles.length - mostThreads }]
        : []),
    ],
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text.replace(/^\uFEFF/, "")));
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

function stretchesOf(profile: Fields, frames: Frames): readonly Stretch[] {
  const perUnit = units[String(profile["unit"])] ?? units["none"]!;
  const all = profile["type"] === "evented" ? stretchesBetween(listOf(profile["events"]), frames) : stretchesWithWeights(profile, frames);
  return all.flatMap(({ stack, length }) => (length > 0 ? [{ stack, length: length * perUnit }] : []));
}

function stretchesWithWeights(profile: Fields, frames: Frames): readonly Stretch[] {
  const weights = listOf(profile["weights"]);
  return listOf(profile["samples"]).map((sample, index) => ({
    stack: listOf(sample).reduce<number>((under, frame) => frames.on(under, Number(frame)), -1),
    length: Number(weights[index] ?? 1),
  }));
}

/** Between an opening or closing of a frame and the next one the stack stays what it is. */
function stretchesBetween(events: readonly unknown[], frames: Frames): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const open: { readonly frame: number; readonly stack: number }[] = [];
  let last = Number.NaN;
  for (const { type, frame, at } of events.map(fieldsOf)) {
    const stack = open.at(-1)?.stack ?? -1;
    if (Number(at) > last) stretches.push({ stack, length: Number(at) - last });
    last = Number(at);
    if (type === "O") open.push({ frame: Number(frame), stack: frames.on(stack, Number(frame)) });
    else if (open.at(-1)?.frame === Number(frame)) open.pop();
  }
  return stretches;
}

/** About the shortest stretch: most profiles cut time by their sampling interval. */
function intervalOf(stretches: readonly Stretch[]): Microseconds {
  const lengths = Float64Array.from(stretches, ({ length }) => length).sort();
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const short = lengths[Math.floor(lengths.length / 10)] ?? usualInterval;
  return Number.isFinite(all) ? Math.max(short, all / mostTicks) : usualInterval;
}

/** Looks at the stack once every interval. */
function addTicks(profile: StackProfile, stretches: readonly Stretch[], interval: Microseconds): void {
  let end = 0;
  let looks = 0;
  for (const { stack, length } of stretches) {
    end += length;
    const count = Math.round(end / interval) - looks;
    // Where no stack is, nothing ran.
    if (stack !== -1) profile.add(stack, looks * interval, count);
    looks += count;
  }
}

/** The file's frames in one thread, each made when it first occurs. */
class Frames {
  readonly #profile: StackProfile;
  readonly #frames: readonly Fields[];
  readonly #rows = new Map<number, number>();

  constructor(profile: StackProfile, frames: readonly Fields[]) {
    this.#profile = profile;
    this.#frames = frames;
  }

  /** The stack with the frame on top; without it where the file has no such frame. */
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

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function wholeOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : 0;
}
