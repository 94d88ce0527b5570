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

/** A stretch of time with one stack: frames by their row, callers first. */
interface Stretch {
  readonly frames: readonly number[];
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
      const stretches = stretchesOf(each);
      const interval = intervalOf(stretches);
      const profile = profileOf(stretches, frames, interval);
      const name = typeof each["name"] === "string" && each["name"] !== "" ? each["name"] : `thread ${index + 1}`;
      return profile.times.length === 0 ? [] : [{ name, ticks: profile.times.length, profile: profile.profile(interval), scripts: [] }];
    });
  if (threads.length === 0)
    throw new UserError("This speedscope profile has no samples.", "Record again, for longer, while the app works.");
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
    throw new UserError("This speedscope profile is cut short or damaged: it is not whole JSON.", "Copy or record it again.", {
      cause: error,
    });
  }
}

function stretchesOf(profile: Fields): readonly Stretch[] {
  const perUnit = units[String(profile["unit"])] ?? units["none"]!;
  const all = profile["type"] === "evented" ? stretchesBetween(listOf(profile["events"])) : stretchesWithWeights(profile);
  return all.flatMap(({ frames, length }) => (length > 0 ? [{ frames, length: length * perUnit }] : []));
}

function stretchesWithWeights(profile: Fields): readonly Stretch[] {
  const weights = listOf(profile["weights"]);
  return listOf(profile["samples"]).map((frames, index) => ({ frames: listOf(frames).map(Number), length: Number(weights[index] ?? 1) }));
}

/** Between an opening or closing of a frame and the next one the stack stays what it is. */
function stretchesBetween(events: readonly unknown[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const open: number[] = [];
  let last = Number.NaN;
  for (const { type, frame, at } of events.map(fieldsOf)) {
    if (open.length > 0 && Number(at) > last) stretches.push({ frames: [...open], length: Number(at) - last });
    last = Number(at);
    if (type === "O") open.push(Number(frame));
    else if (open.at(-1) === Number(frame)) open.pop();
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
function profileOf(stretches: readonly Stretch[], frames: readonly Fields[], interval: Microseconds): StackProfile {
  const profile = new StackProfile();
  const functions = new Map<number, number>();
  const functionOf = (index: number): number | undefined => {
    const frame = frames[index];
    if (frame === undefined || functions.has(index)) return functions.get(index);
    const { name, file, line, col } = frame;
    const func = profile.functionRow({
      name: typeof name === "string" ? name : "",
      url: typeof file === "string" ? file : "",
      line: wholeOf(line),
      column: wholeOf(col),
    });
    functions.set(index, func);
    return func;
  };
  let end = 0;
  let looks = 0;
  for (const { frames: stack, length } of stretches) {
    end += length;
    let row = -1;
    for (const index of stack) {
      const func = functionOf(index);
      if (func !== undefined) row = profile.stackRow(row, func);
    }
    const count = Math.round(end / interval) - looks;
    // Where no stack is, nothing ran.
    if (row !== -1) profile.add(row, looks * interval, count);
    looks += count;
  }
  return profile;
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
