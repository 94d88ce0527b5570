import { UserError } from "../../analysis/user-error.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";
import type { CodedText, TextValue } from "../../texts/coded-text.ts";
import type { Microseconds } from "../../analysis/units.ts";
import { withPlacedImports } from "../../history/imports/placed-imports.ts";
import { importCpuprofile } from "../../analysis/importers/cpuprofile.ts";
import type { Problem } from "../../analysis/profile/profile.ts";
import { ProcessGoneError } from "./inspector.ts";
import { type TimedProfile, withoutExit, coveredTime } from "./profile-end.ts";
import { withoutOwnFrames } from "./recorder-frames.ts";
import { readThreadScripts, textVersions, type ThreadScripts } from "./thread-scripts.ts";
import type { ThreadClock } from "../in-app/messages.ts";
import { lacksShortWork, ownBetween } from "../short-work.ts";
import { answerWithin, PausedError } from "../time-limit.ts";
import { ThreadGoneError } from "./worker-session.ts";
import type { AppProcessTarget, AppThreadTarget, RecordedThread, Recorder, RecorderLaunch } from "../recorder.ts";
import { madeOnce } from "../../analysis/made-once.ts";

type Outcome =
  | { readonly kind: "recorded"; readonly thread: RecordedThread; readonly modules: readonly string[] }
  /** Ended without handing over its samples. */
  | { readonly kind: "lost"; readonly thread: AppThreadTarget; readonly error: Error }
  /** Ended before its first line. */
  | { readonly kind: "unbegun"; readonly thread: AppThreadTarget };

/** How long an app may take to hand its profile over: it may be blocked in native code, which cannot be interrupted. */
const fetchLimitMs = 15_000;
const answerLimitMs = 10_000;

/**
 * Records with the inspector's sampling profiler, on every thread of every process. Works on any Node without arguments; loses a thread's
 * samples only if its process is killed by force. The analysis infers what it cannot know (lines of callers, inlined leaves).
 */
export class InspectorRecorder implements Recorder {
  readonly kind = "inspector";
  readonly nodeArgs: readonly string[] = [];
  readonly #interval: number;
  readonly #note: CodedText | undefined;
  readonly #threads = new Set<AppThreadTarget>();
  /** Fetches of this window, one per thread, started by the first request. */
  /** What the threads had counted at the window's start, or at their first lines, and at their ends. */
  readonly #clocks = new Map<AppThreadTarget, Clocks>();
  readonly #fetches = new Map<AppThreadTarget, Promise<Outcome>>();
  #isRecording = false;

  /** `note`: why the exact recorder was not used, if it was requested. */
  constructor(launch: Pick<RecorderLaunch, "interval">, note?: CodedText) {
    this.#interval = launch.interval;
    this.#note = note;
  }

  async attach(_process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    this.#threads.add(thread);
    await thread.send("Profiler.enable");
    await thread.send("Profiler.setSamplingInterval", { interval: this.#interval });
    if (this.#isRecording) await thread.send("Profiler.start");
  }

  async leaving(_process: AppProcessTarget, thread: AppThreadTarget): Promise<void> {
    this.#threads.delete(thread);
    if (this.#isRecording || this.#fetches.has(thread)) await this.#startFetch(thread, withoutExit);
  }

  running(thread: AppThreadTarget, _atUs: Microseconds, clock: ThreadClock): void {
    if (this.#threads.has(thread) && this.#isRecording) this.#clocks.set(thread, { start: clock });
  }

  /** The thread runs its last JavaScript. */
  exiting(thread: AppThreadTarget, end: ThreadClock): void {
    const clocks = this.#clocks.get(thread);
    if (clocks !== undefined) this.#clocks.set(thread, { end, ...clocks });
  }

  async start(): Promise<void> {
    this.#fetches.clear();
    this.#clocks.clear();
    this.#isRecording = true;
    await this.#onAll(async (thread) => {
      await thread.send("Profiler.start");
      this.#clocks.set(thread, { start: await thread.readClock() });
    });
  }

  async stop(): Promise<readonly RecordedThread[]> {
    this.#isRecording = false;
    for (const thread of this.#threads) void this.#startFetch(thread, (profile) => profile);
    const outcomes = await Promise.all(this.#fetches.values());
    const recorded = onOneClock(
      outcomes.flatMap((outcome) => (outcome.kind === "recorded" ? [withImports(outcome.thread, outcome.modules)] : [])),
    );
    const lost = outcomes.flatMap((outcome): Problem[] =>
      outcome.kind === "lost"
        ? [{ code: "inspector.lostSamples", values: { name: outcome.thread.name, reason: lossOf(outcome.error) }, count: 1 }]
        : [],
    );
    this.#fetches.clear();
    for (const outcome of outcomes) if (outcome.kind !== "recorded") this.#threads.delete(outcome.thread);
    const paused = outcomes.find((outcome) => outcome.kind === "lost" && outcome.error instanceof PausedError);
    if (recorded.length === 0 && paused?.kind === "lost") throw new UserError("app.pausedUnread", { pid: paused.thread.pid });
    const [first, ...rest] = recorded;
    return first === undefined ? [] : [{ ...first, problems: [...first.problems, ...lost] }, ...rest];
  }

  async discard(): Promise<void> {
    this.#isRecording = false;
    this.#fetches.clear();
    await this.#onAll(async (thread) => {
      // `disable` drops the samples without sending them.
      await thread.send("Profiler.disable");
      await thread.send("Profiler.enable");
      await thread.send("Profiler.setSamplingInterval", { interval: this.#interval });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isRecording = false;
    this.#threads.clear();
    await Promise.resolve();
  }

  #startFetch(thread: AppThreadTarget, cut: Cut): Promise<Outcome> {
    return madeOnce(this.#fetches, thread, () => this.#fetch(thread, cut));
  }

  async #fetch(thread: AppThreadTarget, cut: Cut): Promise<Outcome> {
    const { start } = this.#clocks.get(thread) ?? {};
    // It cannot be asked any more once it ends, and has told.
    const end = start && (this.#clocks.get(thread)?.end ?? (await thread.readClock()));
    const own = start && end && ownBetween(start, end);
    const lacks = (profile: TimedProfile): boolean =>
      own !== undefined && lacksShortWork({ covered: coveredTime(profile, this.#interval), ...own });
    return fetchThread(thread, this.#note, cut, lacks);
  }

  async #onAll(action: (thread: AppThreadTarget) => Promise<unknown>): Promise<void> {
    const all = [...this.#threads];
    const results = await Promise.allSettled(all.map((thread) => answerWithin(action(thread), answerLimitMs, thread.name, thread.pid)));
    results.forEach((result, index) => {
      const thread = all[index];
      if (result.status === "rejected" && thread !== undefined) this.#threads.delete(thread);
    });
  }
}

/** Times of all threads since the first of them began: V8 starts each profile by the machine's clock, and its samples at 0. */
export function onOneClock(recorded: readonly RecordedThread[]): readonly RecordedThread[] {
  const first = recorded.reduce((earliest, { zeroUs }) => Math.min(earliest, zeroUs), Infinity);
  return recorded.map((thread) => {
    const { profile, zeroUs } = thread;
    const time = profile.samples.time.map((when) => when + zeroUs - first);
    return { ...thread, zeroUs: first, profile: { ...profile, samples: { ...profile.samples, time } } };
  });
}

/** V8's stacks do not have them. Done when nobody waits for it. */
function withImports(thread: RecordedThread, loaded: readonly string[]): RecordedThread {
  const texts = new Map(thread.scripts.map(({ url, text }) => [url, text]));
  const textOf = (script: number): string | undefined => texts.get(thread.profile.scripts.url[script] ?? "");
  return { ...thread, profile: withPlacedImports(thread.profile, { textOf, loaded }) };
}

/** Takes out of a profile what is not the app's. */
type Cut = (profile: TimedProfile) => TimedProfile;

interface Clocks {
  readonly start: ThreadClock;
  readonly end?: ThreadClock;
}

async function fetchThread(
  thread: AppThreadTarget,
  recorderNote: CodedText | undefined,
  cut: Cut,
  lacks: (profile: TimedProfile) => boolean,
): Promise<Outcome> {
  try {
    const { modules, ...fetched } = await answerWithin(fetchProfile(thread, cut, lacks), fetchLimitMs, thread.name, thread.pid);
    return { kind: "recorded", thread: { ...fetched, recorder: "inspector", recorderNote }, modules };
  } catch (error) {
    if (error instanceof TypeError || !(error instanceof Error)) throw error;
    if (!thread.hasBegun()) return { kind: "unbegun", thread };
    return { kind: "lost", thread, error };
  }
}

function lossOf(error: Error): TextValue {
  if (error instanceof ThreadGoneError) return { code: "inspector.endedEarly" };
  if (error instanceof ProcessGoneError) return { code: "inspector.processKilled" };
  return reasonOf(error);
}

async function fetchProfile(
  thread: AppThreadTarget,
  cut: Cut,
  lacks: (profile: TimedProfile) => boolean,
): Promise<Omit<RecordedThread, "recorder" | "recorderNote"> & Pick<ThreadScripts, "modules">> {
  const { profile } = await thread.send("Profiler.stop");
  const raw = withoutOwnFrames(cut(profile as TimedProfile));
  const wanted = new Map<string, string>();
  for (const { callFrame } of raw.nodes) if (callFrame.url !== "") wanted.set(callFrame.scriptId, callFrame.url);
  let read: ThreadScripts = { scripts: [], modules: [] };
  const problems: Problem[] = [];
  try {
    read = await readThreadScripts(thread, wanted);
  } catch (error) {
    if (error instanceof TypeError || !(error instanceof Error)) throw error;
    problems.push({ code: "inspector.noSources", values: { name: thread.name, reason: reasonOf(error) }, count: 1 });
  }
  const { scripts, modules } = read;
  const versions = textVersions(scripts);
  const imported = importCpuprofile(raw, { hashOf: (_url, scriptId) => versions.get(scriptId) ?? "" });
  const { url, hash } = imported.profile.scripts;
  // In the order of the profile's scripts: it has one for each text.
  const texts = url.flatMap((each, row) => {
    return scripts.find((script) => script.url === each && versions.get(script.scriptId) === hash[row]) ?? [];
  });
  return {
    pid: thread.pid,
    name: thread.name,
    profile: imported.profile,
    zeroUs: raw.startTime,
    // V8 lists its own samples, by one clock, a few microseconds out of order where a function is deoptimised.
    problems: [...imported.problems.filter(({ code }) => code !== "cpuprofile.clockBackwards"), ...problems],
    modules,
    ...(lacks(raw) ? { lacksShortWork: true } : {}),
    scripts: texts.map(({ url: address, text, sourceMapUrl }) => ({ url: address, text, sourceMapUrl })),
  };
}
