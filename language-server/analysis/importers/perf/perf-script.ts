import { budget, FileBudget } from "../../budget.ts";
import type { Problem } from "../../profile/profile.ts";
import type { Microseconds } from "../../units.ts";
import { UserError } from "../../user-error.ts";
import type { ImportedFile, TextImporter } from "../importer.ts";
import { StackTextProfile } from "../stack-text.ts";
import { eventKind, shownEvents } from "./perf-events.ts";
import { PerfHeader, PerfSampleReader, type StackSample } from "./perf-samples.ts";
import { sampleLengths } from "./perf-lengths.ts";
import { beginsAsPerf } from "./perf-lines.ts";
import { stackFile } from "../stack-profile.ts";
import { grouped, madeOnce } from "../../collections.ts";

/** For all threads beyond the budget, which are merged. */
const otherThreads = "other threads";
/** The kernel's thread of a processor without work. */
const idleThread = /^swapper(?:\/\d+)?$/;

/** Output of `perf script` for a recording of `node --perf-basic-prof`. */
export const perfScriptImporter: TextImporter = {
  name: "perf script output",
  title: "format.perf",
  extensions: ["perf", "txt"],
  reads: "text",
  recognises: (head) => /^# =+\r?\n# captured on/.test(head) || beginsAsPerf(head.split(/\r?\n/)),
  read: readPerfScript,
};

/** Throws a UserError if there is no sample with a stack, or none of time. Ignores comments and other lines. */
function readPerfScript(text: string): ImportedFile {
  const header = new PerfHeader();
  const reader = new PerfSampleReader(header);
  reader.read(text);
  const all = reader.samples;
  const byEvent = grouped(all, (sample) => sample.event);
  const events = shownEvents(new Map([...byEvent].map(([event, samples]) => [event, samples.length])));
  const [event] = events;
  if (event === undefined) throw new UserError("perfScript.empty");
  if (eventKind(event) === "occurrence") throw new UserError("perfScript.occurrences", { event });
  const samples = inOrder(all.filter((sample) => events.includes(sample.event)));
  const { lengths, isAssumed } = sampleLengths(samples, header);
  const threads = threadsOf(samples, lengths);
  const left = all.length - samples.length;
  return stackFile(threads, {
    hasTimes: samples.some(({ time }) => time === undefined) ? false : undefined,
    duration: threads.reduce((longest, { profile }) => Math.max(longest, profile.times.at(-1) ?? 0), 0),
    problems: [
      { code: threads.some(({ profile }) => profile.scripted > 0) ? "perfScript.onlyFunctions" : "perfScript.noJavaScript", count: 1 },
      ...(eventKind(event) === "counter" ? [problem("perfScript.notTime", 1, { event: events.join(", ") })] : []),
      ...(samples.every(({ frames, leaf }) => leaf !== undefined && frames.length === 1) ? [problem("perfScript.noStacks")] : []),
      ...(isAssumed ? [problem("perfScript.noInterval")] : []),
      ...(left > 0 ? [problem("perfScript.otherEvents", left)] : []),
      ...(reader.unnamed > 0 ? [problem("perfScript.unnamed", reader.unnamed)] : []),
    ],
  });
}

function problem(code: Problem["code"], count = 1, values?: Problem["values"]): Problem {
  return { code, count, ...(values === undefined ? {} : { values }) };
}

/** By time: perf may have merged what several processors recorded. Times count only if all samples have one. */
function inOrder(samples: readonly StackSample[]): readonly StackSample[] {
  if (samples.some(({ time }) => time === undefined)) return samples.map((sample) => ({ ...sample, time: undefined }));
  return samples.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0));
}

interface ReadThread {
  readonly name: string;
  readonly profile: StackTextProfile;
}

/** With most samples first. */
function threadsOf(samples: readonly StackSample[], lengths: readonly Microseconds[]): readonly ReadThread[] {
  const threads = new Map<number | string, ReadThread>();
  const start = samples[0]?.time ?? 0;
  const fileBudget = new FileBudget();
  let now = 0;
  samples.forEach(({ command, thread, time, frames }, index) => {
    const own = thread ?? command;
    const id = threads.has(own) || threads.size < budget.threads ? own : otherThreads;
    const known = madeOnce(threads, id, () => ({
      name: id === otherThreads ? id : nameOf(command, thread),
      profile: new StackTextProfile(fileBudget),
    }));
    const length = lengths[index] as number;
    known.profile.addTexts(idleThread.test(command) ? ["(idle)"] : frames, time === undefined ? now : time - start, 1, length);
    now += length;
  });
  return [...threads.values()].toSorted((a, b) => b.profile.times.length - a.profile.times.length);
}

function nameOf(command: string, thread: number | undefined): string {
  return [command, thread ?? ""].join(" ").trim() || "main";
}
