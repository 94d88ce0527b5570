import type { CodedText } from "../../texts/coded-text.ts";
import type { Microseconds } from "../../analysis/units.ts";
import { withPlacedImports } from "../../history/imports/placed-imports.ts";
import { importCpuprofile } from "../../analysis/importers/cpuprofile.ts";
import { type TimedProfile, withoutExit, coveredTime } from "./profile-end.ts";
import { withoutOwnFrames } from "./recorder-frames.ts";
import { type ProfileTexts, readProfileTexts } from "./thread-scripts.ts";
import type { ThreadClock } from "../in-app/messages.ts";
import { lacksShortWork, ownBetween } from "../short-work.ts";
import { FetchingRecorder } from "./fetching-recorder.ts";
import type { AppThreadTarget, RecordedThread, RecorderLaunch } from "../recorder.ts";

interface Fetched {
  readonly thread: RecordedThread;
  readonly modules: readonly string[];
}

/**
 * Records with the inspector's sampling profiler, on every thread of every process. Works on any Node without arguments. The analysis infers what
 * it cannot know (lines of callers, inlined leaves).
 */
export class InspectorRecorder extends FetchingRecorder<Fetched> {
  readonly #interval: number;
  readonly #note: CodedText | undefined;
  /** What the threads had counted at the window's start, or at their first lines, and at their ends. */
  readonly #clocks = new Map<AppThreadTarget, Clocks>();

  /** `note`: why the exact recorder was not used, if it was requested. */
  constructor(launch: Pick<RecorderLaunch, "interval">, note?: CodedText) {
    super();
    this.#interval = launch.interval;
    this.#note = note;
  }

  running(thread: AppThreadTarget, _atUs: Microseconds, clock: ThreadClock): void {
    if (this.isRecorded(thread)) this.#clocks.set(thread, { start: clock });
  }

  /** The thread runs its last JavaScript. */
  exiting(thread: AppThreadTarget, end: ThreadClock): void {
    const clocks = this.#clocks.get(thread);
    if (clocks !== undefined) this.#clocks.set(thread, { end, ...clocks });
  }

  override async start(): Promise<void> {
    this.#clocks.clear();
    await super.start();
  }

  protected async begin(thread: AppThreadTarget, isRecording: boolean): Promise<void> {
    await thread.send("Profiler.enable");
    await thread.send("Profiler.setSamplingInterval", { interval: this.#interval });
    if (isRecording) await thread.send("Profiler.start");
  }

  protected async startIn(thread: AppThreadTarget): Promise<void> {
    await thread.send("Profiler.start");
    this.#clocks.set(thread, { start: await thread.readClock() });
  }

  protected async discardIn(thread: AppThreadTarget): Promise<void> {
    // `disable` drops the samples without sending them.
    await thread.send("Profiler.disable");
    await thread.send("Profiler.enable");
    await thread.send("Profiler.setSamplingInterval", { interval: this.#interval });
  }

  protected async fetch(thread: AppThreadTarget, isEnding: boolean): Promise<Fetched> {
    const { start } = this.#clocks.get(thread) ?? {};
    // It cannot be asked any more once it ends, and has reported.
    const end = start && (this.#clocks.get(thread)?.end ?? (await thread.readClock()));
    const own = start && end && ownBetween(start, end);
    const lacks = (profile: TimedProfile): boolean =>
      own !== undefined && lacksShortWork({ covered: coveredTime(profile, this.#interval), ...own });
    const { modules, ...fetched } = await fetchProfile(thread, isEnding ? withoutExit : (profile) => profile, lacks);
    return { thread: { ...fetched, recorder: "inspector", recorderNote: this.#note }, modules };
  }

  protected recorded(fetched: readonly Fetched[]): readonly RecordedThread[] {
    return onOneClock(fetched.map(({ thread, modules }) => withImports(thread, modules)));
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

async function fetchProfile(
  thread: AppThreadTarget,
  cut: Cut,
  lacks: (profile: TimedProfile) => boolean,
): Promise<Omit<RecordedThread, "recorder" | "recorderNote"> & Pick<ProfileTexts, "modules">> {
  const { profile } = await thread.send("Profiler.stop");
  const raw = withoutOwnFrames(cut(profile as TimedProfile));
  const texts = await readProfileTexts(
    thread,
    raw.nodes.map(({ callFrame }) => callFrame),
  );
  const imported = importCpuprofile(raw, texts);
  return {
    pid: thread.pid,
    name: thread.name,
    profile: imported.profile,
    zeroUs: raw.startTime,
    // V8 lists its own samples, by one clock, a few microseconds out of order where a function is deoptimised.
    problems: [...imported.problems.filter(({ code }) => code !== "cpuprofile.clockBackwards"), ...texts.problems],
    modules: texts.modules,
    ...(lacks(raw) ? { lacksShortWork: true } : {}),
    scripts: texts.of(imported.profile.scripts),
  };
}
