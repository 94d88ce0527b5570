import type { Problem } from "../profile/profile.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { eachLine, StackTextProfile } from "./stack-text.ts";

/** `node  7583/7590 [001]  2652.814749:    1001001 cpu-clock: `: command, process and thread, processor, seconds, period, event. */
const sampleLine = /^(\S.*?)\s+(?:\d+\/)?(\d+)\s+(?:\[\d+\]\s+)?(?:[\w.]{4,5}\s+)?(\d+\.\d+):\s+(?:\d+\s+)?[\w\-:/=,.]+:\s*$/;
/** `	    7f12 JS:*hash /app/util.js:24:11+0x1a (/tmp/perf-42.map)`: address, symbol, offset in it, file. */
const frameLine = /^\s+[\da-f]+ (.*) \(.*\)\s*$/;
/** perf prints no longer ones. */
const longestLine = 2000;
const offset = /\+0x[\da-f]+$/;
/** Where the sampling rate cannot be told from a single sample. */
const usualInterval: Microseconds = 1000;

/** What `perf script` prints of a recording of `node --perf-basic-prof`. */
export const perfScriptImporter: TextImporter = {
  name: "perf script output",
  reads: "text",
  recognises: (head) => head.split("\n", 20).some((line) => line.length <= longestLine && sampleLine.test(line)),
  read: readPerfScript,
};

interface PerfThread {
  readonly name: string;
  readonly profile: StackTextProfile;
}

/** Throws a UserError where there is no sample with a stack. Comments, events and lines of other kinds are passed over. */
function readPerfScript(text: string): ImportedFile {
  const threads = new Map<string, PerfThread>();
  let unnamed = 0;
  let start: Microseconds | undefined;
  let current: { readonly thread: PerfThread; readonly time: Microseconds } | undefined;
  let frames: string[] = [];
  const end = (): void => {
    if (current !== undefined && frames.length > 0) current.thread.profile.add(frames.reverse(), current.time);
    frames = [];
  };
  for (const line of eachLine(text)) {
    if (line.length > longestLine) continue;
    const frame = frameLine.exec(line)?.[1];
    if (frame !== undefined) {
      if (frame === "[unknown]") unnamed++;
      frames.push(frame.replace(offset, ""));
      continue;
    }
    const [, command = "", id = "", seconds] = sampleLine.exec(line) ?? [];
    if (seconds === undefined) continue;
    end();
    const thread = threads.get(id) ?? { name: `${command} ${id}`, profile: new StackTextProfile() };
    threads.set(id, thread);
    const time = Number(seconds) * 1e6;
    start ??= time;
    current = { thread, time: time - start };
  }
  end();
  return importedThreads([...threads.values()], unnamed);
}

function importedThreads(threads: readonly PerfThread[], unnamed: number): ImportedFile {
  const kept = threads
    .filter(({ profile }) => profile.times.length > 0)
    .toSorted((a, b) => b.profile.times.length - a.profile.times.length);
  if (kept.length === 0) throw new UserError("perfScript.empty");
  return {
    recorder: "inspector",
    hasPositions: false,
    threads: kept.map(({ name, profile }) => ({ name, profile: profile.profile(medianStep(profile.times)), scripts: [] })),
    v8Version: "",
    duration: kept.reduce((longest, { profile }) => Math.max(longest, profile.times.at(-1) ?? 0), 0),
    problems: problemsOf(kept, unnamed),
  };
}

function problemsOf(threads: readonly PerfThread[], unnamed: number): readonly Problem[] {
  const scripted = threads.reduce((sum, { profile }) => sum + profile.scripted, 0);
  return [
    ...(scripted === 0
      ? [{ message: "No stack names a JavaScript function. Record an app that was started with node --perf-basic-prof.", count: 1 }]
      : [{ message: "perf names functions and no lines, so only functions have costs.", count: 1 }]),
    ...(unnamed > 0 ? [{ message: "perf found no name for some frames ([unknown]).", count: unnamed }] : []),
  ];
}

/** perf samples running threads alone: pauses must not count as long ticks. */
function medianStep(times: readonly Microseconds[]): Microseconds {
  const steps = times.flatMap((time, index) => (index === 0 ? [] : [time - (times[index - 1] as number)])).filter((step) => step > 0);
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? usualInterval;
}
