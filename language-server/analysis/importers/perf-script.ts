import { budget, FileBudget } from "../budget.ts";
import type { Problem } from "../profile/profile.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { perfFrame, perfSample, type PerfSample } from "./perf-lines.ts";
import { weighedThreads } from "./stack-profile.ts";
import { eachLine, StackTextProfile } from "./stack-text.ts";

/** perf prints no longer lines, except in its header. */
const longestLine = 2000;
/** Thread number for all threads beyond the budget, which are merged. */
const otherThreads = -1;
const offset = /\+0x[\da-f]+$/;
/** Used if the sampling rate cannot be determined from a single sample. */
const usualInterval: Microseconds = 1000;
/** The period of these events is a time in nanoseconds. */
const clocks = /^(cpu|task)-clock\b/;

/** Output of `perf script` for a recording of `node --perf-basic-prof`. */
export const perfScriptImporter: TextImporter = {
  name: "perf script output",
  reads: "text",
  recognises: (head) =>
    /^# =+\r?\n# captured on/.test(head) ||
    head.split("\n", 20).some((line) => line.length <= longestLine && perfSample(line) !== undefined),
  read: readPerfScript,
};

interface StackSample extends PerfSample {
  readonly frames: readonly string[];
}

/** Throws a UserError if there is no sample with a stack. Ignores comments, events and other lines. */
function readPerfScript(text: string): ImportedFile {
  const samples: StackSample[] = [];
  let unnamed = 0;
  let current: PerfSample | undefined;
  let frames: string[] = [];
  const end = (): void => {
    if (current !== undefined && frames.length > 0) samples.push({ ...current, frames: frames.reverse() });
    frames = [];
  };
  for (const line of eachLine(text)) {
    if (line.length > longestLine || line.startsWith("#")) continue;
    const frame = perfFrame(line);
    if (frame !== undefined) {
      if (frame === "[unknown]") unnamed++;
      frames.push(frame.replace(offset, ""));
      continue;
    }
    const sample = perfSample(line);
    if (sample === undefined) continue;
    end();
    current = sample;
  }
  end();
  return importedSamples(samples, unnamed);
}

/** If several events were recorded, uses only the most frequent one: the same time would count twice. */
function importedSamples(all: readonly StackSample[], unnamed: number): ImportedFile {
  if (all.length === 0) throw new UserError("perfScript.empty");
  const byEvent = grouped(all, ({ event }) => event);
  const [event, recorded] = [...byEvent].reduce((most, each) => (each[1].length > most[1].length ? each : most));
  const samples = inOrder(recorded);
  const lengthOfPeriod = periodLength(event, samples);
  const threads = new Map<number, { readonly name: string; readonly profile: StackTextProfile }>();
  const start = samples[0]?.time ?? 0;
  const fileBudget = new FileBudget();
  samples.forEach(({ command, thread, time, period, frames }, index) => {
    const id = threads.has(thread) || threads.size < budget.threads ? thread : otherThreads;
    const name = id === otherThreads ? "other threads" : `${command} ${thread}`;
    const known = threads.get(id) ?? { name, profile: new StackTextProfile(fileBudget) };
    threads.set(id, known);
    known.profile.add(frames, time === undefined ? index * usualInterval : time - start, 1, period * lengthOfPeriod);
  });
  const kept = [...threads.values()].toSorted((a, b) => b.profile.times.length - a.profile.times.length);
  return {
    recorder: "inspector",
    hasPositions: false,
    threads: weighedThreads(kept),
    v8Version: "",
    duration: kept.reduce((longest, { profile }) => Math.max(longest, profile.times.at(-1) ?? 0), 0),
    problems: problemsOf(
      kept.map(({ profile }) => profile),
      { unnamed, others: all.length - samples.length, event },
    ),
  };
}

/** By time: perf may have merged what several processors recorded. Times count only if all samples have one. */
function inOrder(samples: readonly StackSample[]): readonly StackSample[] {
  if (samples.some(({ time }) => time === undefined)) return samples.map((sample) => ({ ...sample, time: undefined }));
  return samples.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0));
}

/**
 * Duration of one unit of the period. All threads of a recording are sampled alike; unless the event is a clock, the thread with the most
 * samples shows how often.
 */
function periodLength(event: string, samples: readonly StackSample[]): Microseconds {
  if (clocks.test(event) && samples.every(({ period }) => period > 1)) return 1e-3;
  const byThread = [...grouped(samples, ({ thread }) => thread).values()];
  const busiest = byThread.reduce((most, each) => (each.length > most.length ? each : most));
  const mean = samples.reduce((sum, { period }) => sum + period, 0) / samples.length;
  return medianStep(busiest.flatMap(({ time }) => time ?? [])) / mean;
}

function grouped<Key>(samples: readonly StackSample[], keyOf: (sample: StackSample) => Key): ReadonlyMap<Key, readonly StackSample[]> {
  const groups = new Map<Key, StackSample[]>();
  for (const sample of samples) {
    const group = groups.get(keyOf(sample));
    if (group === undefined) groups.set(keyOf(sample), [sample]);
    else group.push(sample);
  }
  return groups;
}

/** perf samples running threads only: pauses must not count as long ticks. */
function medianStep(times: readonly Microseconds[]): Microseconds {
  const steps = times.flatMap((time, index) => (index === 0 ? [] : [time - (times[index - 1] as number)])).filter((step) => step > 0);
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? usualInterval;
}

function problemsOf(
  profiles: readonly StackTextProfile[],
  { unnamed, others, event }: { readonly unnamed: number; readonly others: number; readonly event: string },
): readonly Problem[] {
  const isScripted = profiles.some(({ scripted }) => scripted > 0);
  const isTime = event === "" || clocks.test(event) || /cycles/.test(event);
  return [
    isScripted ? { code: "perfScript.onlyFunctions", count: 1 } : { code: "perfScript.noJavaScript", count: 1 },
    ...(isTime ? [] : [{ code: "perfScript.notTime", values: { event }, count: 1 } as const]),
    ...(others > 0 ? [{ code: "perfScript.otherEvents", count: others } as const] : []),
    ...(unnamed > 0 ? [{ code: "perfScript.unnamed", count: unnamed } as const] : []),
  ];
}
