import { budget } from "../../budget.ts";
import type { Problem } from "../../profile/profile.ts";
import { UserError } from "../../user-error.ts";
import { importPlacedProfiles, type PlacedProfile } from "../cpuprofile.ts";
import type { ImportedFile, TextImporter } from "../importer.ts";
import { completedTrace } from "./cut-trace.ts";
import { isRecord, type JsonObject, jsonOf, listOf, recordOf, textOf } from "../json-values.ts";
import { madeOnce } from "../../collections.ts";

/**
 * Traces of Chrome DevTools' Performance panel, of Chromium and of Node's `createTracing` (Trace Event Format): V8 writes its samples into them as one
 * `Profile` event for each thread, and `ProfileChunk` events with what came since (v8/src/profiler/profile-generator.cc).
 */
export const traceImporter: TextImporter = {
  name: "DevTools trace",
  title: "format.trace",
  extensions: ["json", "log"],
  files: /^Trace-.*\.json(\.gz)?$|^node_trace\..*\.log$/,
  reads: "text",
  readsCut: true,
  recognises: (head) =>
    /^\s*\{[^]*?"traceEvents"\s*:\s*\[/.test(head) ||
    /^\s*\{\s*"metadata"\s*:\s*\{/.test(head) ||
    /^\s*\[\s*\{(?:[^{}]*"(?:ph|pid|tid)"\s*:|[^]*?"ph"\s*:\s*"\w"\s*[,}])/.test(head),
  read: readTrace,
};

/** The threads in which a page's or an app's own code runs. */
const mainThreads: ReadonlySet<string> = new Set(["CrRendererMain", "JavaScriptMainThread"]);

/** Throws a UserError if the file has another format after all, or no samples. Invalid entries are skipped. */
function readTrace(text: string): ImportedFile {
  const { trace, isCut } = parsedTrace(text);
  const events = listOf(Array.isArray(trace) ? trace : recordOf(trace)["traceEvents"]).filter(isRecord);
  const found = profilesIn(events);
  if (found.length === 0) throw new UserError("trace.noProfile");
  const threads = mainFirst(found, threadNames(events)).slice(0, budget.threads);
  const imported = importPlacedProfiles(threads);
  const left = found.length - threads.length;
  return {
    recorder: "inspector",
    hasPositions: false,
    threads: imported.map(({ profile }, index) => ({ name: threads[index]?.name ?? "", profile, scripts: [] })),
    v8Version: "",
    duration: Math.max(...imported.map(({ profile: { samples, interval } }) => samples.stack.length * interval)),
    problems: [
      ...(isCut ? [{ code: "trace.cutShort" as const, count: 1 }] : []),
      ...problemsOf(imported),
      ...(left > 0 ? [{ code: "profile.manyThreads" as const, count: left }] : []),
    ],
  };
}

/** The browsers' tools, and Node, leave a trace without its end if they are killed. */
function parsedTrace(text: string): { readonly trace: unknown; readonly isCut: boolean } {
  try {
    return { trace: jsonOf(text, "trace.damaged"), isCut: false };
  } catch (error) {
    const completed = error instanceof UserError && error.coded.code === "trace.damaged" ? completedTrace(text) : undefined;
    if (completed === undefined) throw error;
    return { trace: jsonOf(completed.text, "trace.damaged"), isCut: completed.isCut };
  }
}

/** A thread's name by its process and number. */
function threadNames(events: readonly JsonObject[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, pid, tid, args } of events) {
    const thread = name === "thread_name" ? recordOf(args)["name"] : undefined;
    if (typeof thread === "string") names.set(threadKey(pid, tid), thread);
  }
  return names;
}

interface TracedThread extends PlacedProfile {
  readonly key: string;
}

interface NamedThread extends TracedThread {
  readonly name: string;
}

/** What is gathered of a profile while its chunks are read. */
class Growing {
  readonly nodes: unknown[] = [];
  readonly samples: unknown[] = [];
  readonly timeDeltas: unknown[] = [];
  readonly lines: unknown[] = [];
  readonly columns: unknown[] = [];
  readonly key: string;
  readonly startTime: unknown;
  endTime: unknown;

  constructor(key: string, startTime: unknown) {
    this.key = key;
    this.startTime = startTime;
  }

  add(chunk: JsonObject): void {
    const profile = recordOf(chunk["cpuProfile"]);
    append(this.nodes, listOf(profile["nodes"]));
    append(this.samples, listOf(profile["samples"]));
    append(this.timeDeltas, listOf(chunk["timeDeltas"] ?? profile["timeDeltas"]));
    append(this.lines, listOf(chunk["lines"]));
    append(this.columns, listOf(chunk["columns"]));
    // If a chunk lacks a list, it is filled up, so that the next chunk's values stay with their samples.
    for (const list of [this.timeDeltas, this.lines, this.columns]) {
      list.length = Math.min(list.length, this.samples.length);
      while (list.length < this.samples.length) list.push(0);
    }
    this.endTime = chunk["endTime"] ?? this.endTime;
  }
}

function append(list: unknown[], more: readonly unknown[]): void {
  for (const each of more) list.push(each);
}

/** In the order of their beginnings; those without a sample are left out. */
function profilesIn(events: readonly JsonObject[]): readonly TracedThread[] {
  const ofProfiles = events.filter(({ name }) => name === "Profile" || name === "ProfileChunk" || name === "CpuProfile");
  const inOrder = ofProfiles.sort((a, b) => rankOf(a) - rankOf(b) || timeOf(a) - timeOf(b));
  const profiles = new Map<string, Growing>();
  inOrder.forEach(({ name, pid, tid, id, id2, args }, index) => {
    const data = recordOf(recordOf(args)["data"]);
    // Chunks are written by one of V8's own threads, so only a profile's first event names its thread. Old Chromes wrote it all as one
    // event.
    const own =
      name === "CpuProfile" ? `whole ${index}` : `${textOf(pid)} ${textOf(id ?? recordOf(id2)["local"] ?? recordOf(id2)["global"])}`;
    const startTime = data["startTime"] ?? recordOf(data["cpuProfile"])["startTime"];
    const known = madeOnce(profiles, own, () => new Growing(threadKey(pid, tid), startTime));
    if (name !== "Profile") known.add(data);
    if (name === "CpuProfile") known.endTime ??= recordOf(data["cpuProfile"])["endTime"];
  });
  return [...profiles.values()].filter(({ samples }) => samples.length > 0);
}

/** Names the busiest of the main threads `main` and puts it first. */
function mainFirst(found: readonly TracedThread[], names: ReadonlyMap<string, string>): readonly NamedThread[] {
  const named = found.map((thread) => ({ ...thread, name: names.get(thread.key) ?? "" }));
  const isMain = ({ name }: NamedThread): boolean => mainThreads.has(name);
  const candidates = named.some(isMain) ? named.filter(isMain) : named.slice(0, 1);
  const main = candidates.reduce((best, each) => (busySamples(each) > busySamples(best) ? each : best));
  const taken = new Map<string, number>();
  return [main, ...named.filter((each) => each !== main)].map((thread) => {
    const name = thread === main ? "main" : thread.name === "" ? "thread" : thread.name;
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return { ...thread, name: before === 0 ? name : `${name} ${before + 1}` };
  });
}

function busySamples({ nodes, samples }: PlacedProfile): number {
  const idle = nodes.map(recordOf).find(({ callFrame }) => recordOf(callFrame)["functionName"] === "(idle)")?.["id"];
  return samples.filter((id) => id !== idle).length;
}

/** Merges equal problems of several threads. Samples out of order are usual in a trace, so they are not reported. */
function problemsOf(imported: readonly { readonly problems: readonly Problem[] }[]): readonly Problem[] {
  const counts = new Map<Problem["code"], Problem>();
  for (const problem of imported.flatMap(({ problems }) => problems).filter(({ code }) => code !== "cpuprofile.clockBackwards"))
    counts.set(problem.code, { ...problem, count: problem.count + (counts.get(problem.code)?.count ?? 0) });
  return [...counts.values()];
}

/** `Profile` events first: the events of a trace are not in chronological order. */
function rankOf({ name }: JsonObject): number {
  return name === "Profile" ? 0 : 1;
}

function timeOf({ ts }: JsonObject): number {
  return typeof ts === "number" ? ts : 0;
}

function threadKey(pid: unknown, tid: unknown): string {
  return `${textOf(pid)} ${textOf(tid)}`;
}
