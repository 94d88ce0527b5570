import type { LoadPlan, LoadProgress } from "../../analysis/load/load.ts";
import type { AskedPass } from "../../analysis/passes/asked-passes.ts";
import type { Milliseconds, Seconds } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import { readRun, type StoredRun } from "../../history/run-store.ts";
import type { OnOutput } from "../app/app-process.ts";
import { Deferred } from "../deferred.ts";
import { Recording } from "../session/recording.ts";
import type { RecordingOptions } from "../session/recording-options.ts";
import { isFailedLoad } from "../load/report-problem.ts";
import { routesSchedule, scheduledSeconds } from "./routes/routes-schedule.ts";
import { passRecorders } from "./pass-recorders.ts";
import { socketAddress, isLoopback } from "../../analysis/load/socket-address.ts";

interface AskedPasses {
  /** Of the run that the passes are of. */
  readonly folder: string;
  /** In the order in which they are measured. */
  readonly kinds: readonly AskedPass[];
  /** What the run was loaded with, with its secrets. */
  readonly plan: LoadPlan;
}

interface PassProgress {
  readonly kind: AskedPass;
  /** 1-based. */
  readonly pass: number;
  readonly of: number;
  /** Until the last pass is over, without the app's starts; undefined if only the load tool knows. */
  readonly secondsLeft?: Seconds;
  /** The app has not opened its port yet. */
  readonly isStarting: boolean;
}

export interface PassEvents {
  readonly output: OnOutput;
  readonly progress: (progress: PassProgress) => void;
  readonly passWritten: (pass: StoredRun) => void;
  /** About a pass that was written. */
  readonly problem: (problem: UserError) => void;
}

/** An app opens its ports one after the other: how long the one of before may follow. */
const otherPortMs: Milliseconds = 3000;

/**
 * For each pass: starts the app, waits until it listens, sends the load, writes the pass into the run and ends the app. Once `signal` aborts,
 * the pass under way is dropped. Rejects with a UserError at the first pass that fails. Passes written before are kept.
 */
export async function runPasses(
  options: RecordingOptions,
  { folder, kinds, plan }: AskedPasses,
  events: PassEvents,
  signal: AbortSignal,
): Promise<void> {
  // Not after a load of minutes.
  await readRun(folder);
  const seconds = kinds.map((kind) => secondsOf(kind, plan));
  for (const [index, kind] of kinds.entries()) {
    if (signal.aborted) return;
    const [own = 0, ...others] = seconds.slice(index);
    const later = others.reduce((sum, each) => sum + each, 0);
    const say = (isStarting: boolean, secondsLeft: Seconds | undefined): void =>
      events.progress({
        kind,
        pass: index + 1,
        of: kinds.length,
        isStarting,
        ...(secondsLeft === undefined ? {} : { secondsLeft: secondsLeft + later }),
      });
    say(true, own);
    const createRecorder = passRecorders[kind] ?? options.createRecorder;
    const asPass = { ...options, passOf: folder, loadsByRoutes: kind === "routes", awaitsLoad: true, keepsStart: false };
    await new Pass(kind, { ...asPass, ...(createRecorder && { createRecorder }) }, plan, events, say).measure(signal);
  }
}

/** How long its load takes. */
function secondsOf(kind: AskedPass, plan: LoadPlan): Seconds {
  const schedule = kind === "routes" ? routesSchedule(plan) : undefined;
  return plan.warmupSeconds + (schedule === undefined ? plan.durationSeconds : scheduledSeconds(schedule));
}

/** One start of the app with one load. */
class Pass {
  readonly #kind: AskedPass;
  readonly #options: RecordingOptions;
  readonly #plan: LoadPlan;
  readonly #seconds: Seconds;
  readonly #events: PassEvents;
  readonly #say: (isStarting: boolean, secondsLeft: Seconds | undefined) => void;
  readonly #problems: UserError[] = [];
  /** The load or the app is over, or the user does not want it any more. */
  readonly #over = new Deferred<void>();
  #recording: Recording | undefined;
  #origins: readonly string[] = [];
  #patience: NodeJS.Timeout | undefined;
  #isLoaded = false;
  #hasEnded = false;
  #written: StoredRun | undefined;

  constructor(
    kind: AskedPass,
    options: RecordingOptions,
    plan: LoadPlan,
    events: PassEvents,
    say: (isStarting: boolean, left: Seconds | undefined) => void,
  ) {
    this.#kind = kind;
    this.#options = { ...options, pass: kind };
    this.#plan = plan;
    this.#seconds = secondsOf(kind, plan);
    this.#events = events;
    this.#say = say;
  }

  async measure(signal: AbortSignal): Promise<void> {
    const abort = (): void => this.#over.resolve();
    signal.addEventListener("abort", abort);
    try {
      const recording = await Recording.start(this.#options, {
        output: this.#events.output,
        ready: ({ origins }) => this.#listening(origins),
        recording: () => undefined,
        loadProgress: (progress) => this.#say(false, this.#secondsLeft(progress)),
        loadEnded: ({ error }) => {
          if (error !== undefined) this.#problems.push(error);
          this.#over.resolve();
        },
        runWritten: (run) => (this.#written = run),
        problem: (problem) => this.#problems.push(problem),
        ended: (_exit, isAsked) => {
          this.#hasEnded = !isAsked;
          this.#over.resolve();
        },
      });
      this.#recording = recording;
      this.#listening(this.#origins);
      if (signal.aborted) abort();
      await this.#over.promise;
      if (signal.aborted) await recording.discard();
      await recording.stop();
      if (!signal.aborted) this.#report();
    } finally {
      clearTimeout(this.#patience);
      signal.removeEventListener("abort", abort);
    }
  }

  #listening(origins: readonly string[]): void {
    this.#origins = origins;
    if (this.#recording === undefined || this.#isLoaded || origins.length === 0) return;
    this.#load(false);
    if (!this.#isLoaded) this.#patience ??= setTimeout(() => this.#load(true), otherPortMs);
  }

  #load(isSettled: boolean): void {
    if (this.#recording === undefined || this.#isLoaded) return;
    const plan = reachedPlan(this.#plan, this.#origins, isSettled);
    if (plan === undefined) return;
    this.#isLoaded = true;
    try {
      this.#recording.startLoad(plan);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#problems.push(error);
      this.#over.resolve();
    }
  }

  #secondsLeft({ phase, remainingSeconds }: LoadProgress): Seconds | undefined {
    const { warmupSeconds } = this.#plan;
    if (phase === "setup" || phase === "waiting") return this.#seconds;
    return remainingSeconds === undefined ? undefined : remainingSeconds + (phase === "warmup" ? this.#seconds - warmupSeconds : 0);
  }

  /** Throws a UserError if the pass was not written. */
  #report(): void {
    const written = this.#written;
    if (written !== undefined) {
      for (const problem of this.#problems) this.#events.problem(problem);
      this.#events.passWritten(written);
      return;
    }
    // The app's end is reported last, and is why the load failed.
    const why = this.#problems.findLast((problem) => this.#hasEnded || isFailedLoad(problem)) ?? this.#problems.at(-1);
    if (why === undefined) throw new UserError(this.#hasEnded ? "pass.appEnded" : "pass.notWritten");
    throw new UserError(`pass.failed.${this.#kind}`, { why: why.coded }, { cause: why, place: why.place });
  }
}

/**
 * The plan at the address where the app listens after its restart, which may be another port. Undefined as long as it may still open the port
 * of before; `isSettled`: it opens no more. Plans for other machines are unchanged.
 */
export function reachedPlan(plan: LoadPlan, origins: readonly string[], isSettled: boolean): LoadPlan | undefined {
  const { baseUrl } = plan;
  if (origins.some((origin) => placeOf(origin) === placeOf(baseUrl)) || !isThisMachine(baseUrl)) return plan;
  const [first] = origins;
  return isSettled && first !== undefined ? { ...plan, baseUrl: first } : undefined;
}

/** A port is the same place by any name of this machine. */
function placeOf(url: string): string {
  const socket = socketAddress(url);
  if (socket !== undefined) return socket.path;
  const { protocol, port } = new URL(url);
  return port === "" ? protocol : port;
}

function isThisMachine(url: string): boolean {
  return socketAddress(url) !== undefined || isLoopback(new URL(url).hostname);
}
