import * as fs from "node:fs";
import type * as Inspector from "node:inspector";
import { AnsweredRequests } from "./answered-requests.ts";
import { ExitWatch } from "./channel/exit-watch.ts";
import { LoopWatch, type Sampler } from "./event-loop/loop-watch.ts";
import { watchServers } from "./listening-servers.ts";
import { isMainThread } from "./channel/main-thread.ts";
import { hookBinding, hooksSymbol, type AppHooks, type TaskCpu, type Report, type ThreadClock } from "./messages.ts";
import { Meters } from "./meters.ts";
import type { RunningPass } from "./pass/pass-protocol.ts";
import { listen, unlisten } from "./process-listeners.ts";
import { SignalGuard } from "./signal-guard.ts";
import { mainClock, monotonicUs, ownCpu, workerClock } from "./thread-clock.ts";
import { WorkerHold } from "./worker-hold.ts";
import { WorkerTimes } from "./channel/worker-times.ts";

type ReallyExit = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Reports when the thread has run its last `exit` listener, as far as `process.exit` ends it: what Node does then, such as waiting for our
 * inspector, is not the app's work. Packages replace `process.reallyExit`, too; each calls the one before. Returns what restores it.
 */
function watchEnd(report: Report): () => void {
  const target = process as unknown as { reallyExit: ReallyExit };
  const { reallyExit } = target;
  const marked: ReallyExit = function (this: unknown, ...args) {
    report({ kind: "ended", atUs: monotonicUs() });
    return reallyExit.apply(this, args);
  };
  Object.defineProperty(marked, "name", { value: "reallyExit" });
  const replaced = { ...Object.getOwnPropertyDescriptor(target, "reallyExit"), value: marked };
  // The app may have frozen `process`.
  if (!Reflect.defineProperty(target, "reallyExit", replaced)) return () => undefined;
  return () => {
    if (target.reallyExit === marked) target.reallyExit = reallyExit;
  };
}

type InspectorModule = Pick<typeof Inspector, "close" | "open">;

const key = Symbol.for(hooksSymbol);
/** Before the app can replace it. */
const { stringify } = JSON;

/**
 * Installs the hooks in an app that we start, and that is recorded by its inspector. They report events, and stay on no stack of the app.
 * `inspector.close()` is delayed until the recording has been fetched (`closeInspector`).
 */
export function installHooks(inspector: InspectorModule, pass?: RunningPass): AppHooks {
  const { close } = inspector;
  const reporter = createReporter();
  const replaceClose = (closing: () => void): unknown => Object.assign(inspector, { close: closing });
  replaceClose(() => reporter.report({ kind: "closing-inspector" }));
  return install(reporter, { restore: () => replaceClose(close), close }, new WorkerHold(reporter.report), "inspector", pass);
}

/** The same in a thread that the recorder reaches by the channel: nothing waits for the recorder. */
export function installChannelHooks(report: Report, pass?: RunningPass): AppHooks {
  return install({ report, connect: () => true }, { restore: () => undefined, close: () => undefined }, new WorkerTimes(), "log", pass);
}

/** The same for a running app that we attach to: its inspector is left alone, so the app continues normally even if we crash. */
export function installAttachedHooks(): void {
  (globalThis as { readonly [key]?: AppHooks })[key]?.uninstall();
  const reporter = createReporter();
  install(reporter, { restore: () => undefined, close: () => undefined }, new WorkerHold(reporter.report), "inspector");
  reporter.connect();
}

interface Reporter {
  readonly report: Report;
  /** False if the recorder has added no binding. */
  readonly connect: () => boolean;
}

/** The app's own `inspector.close`, to restore or to call. */
interface TakenInspector {
  readonly restore: () => void;
  readonly close: () => void;
}

/** What a process does for its workers, which end with it. */
type Workers = Pick<WorkerHold, "start" | "stop" | "hold" | "letGo" | "release"> & { readonly tasks: () => readonly TaskCpu[] | undefined };

function install(
  { report: send, connect }: Reporter,
  inspector: TakenInspector,
  workers: Workers,
  sampledBy: Sampler,
  { flush: flushMarks, takeAllocated = () => undefined }: RunningPass = { flush: () => undefined },
): AppHooks {
  const forgetServers = watchServers(send);
  const forgetEnd = watchEnd(send);
  const loop = new LoopWatch((report) => send({ kind: "loop", ...report }), sampledBy);
  const meters = new Meters(loop);
  const signals = new SignalGuard(send);
  const answered = new AnsweredRequests(send);
  const reportLoop = (report: Report): void => {
    const last = loop.stop();
    if (last !== undefined) report({ kind: "loop", ...last });
  };
  const exitListener = (report: Report, isReported: () => boolean) =>
    isMainThread
      ? (code: number): void => {
          // Read before waiting, since the wait is not the app's time.
          if (isReported()) report({ kind: "exiting", code, meters: meters.readLast(), tasks: workers.tasks(), atUs: monotonicUs() });
          reportLoop(report);
          workers.release();
        }
      : (): void => {
          report({ kind: "worker-exiting", clock: workerClock(ownCpu(fs)), atUs: monotonicUs() });
          reportLoop(report);
        };
  const exiting = exitListener(send, () => signals.isOn || workers instanceof WorkerTimes);
  const onExit = (code: number): void => {
    exiting(code);
    flushMarks(false);
  };
  // V8 compiles what is called first, which at the exit would be in the app's time.
  exitListener(
    (message) => stringify(message),
    () => true,
  )(0);
  meters.start();
  workers.start();
  if (isMainThread) answered.start();
  const exit = isMainThread && workers instanceof WorkerTimes ? new ExitWatch(onExit) : undefined;
  if (exit === undefined) listen("exit", onExit);
  exit?.arm();
  const readClock = (): ThreadClock => (isMainThread ? mainClock : workerClock)(ownCpu(fs));
  const hooks: AppHooks = {
    running: () => {
      if (!connect()) return false;
      const read = isMainThread ? { meters: meters.readLast() } : {};
      loop.start();
      send({ kind: "running", atUs: monotonicUs(), clock: readClock(), ...read });
      return true;
    },
    guardSignals: () => {
      exit?.arm();
      return signals.guard();
    },
    unguardSignals: () => signals.unguard(),
    die: (signal) => {
      flushMarks(false);
      signals.die(signal);
    },
    holdWorkers: () => workers.hold(),
    releaseWorkers: () => workers.letGo(),
    closeInspector: () => {
      inspector.restore();
      setImmediate(inspector.close);
    },
    readClock,
    watchLoop: () => loop.start(),
    unwatchLoop: () => loop.stop(),
    readMeters: () => meters.read(),
    pauseRequests: () => answered.pause(),
    resumeRequests: (turns) => answered.resume(turns),
    flushMarks,
    takeAllocated,
    uninstall: () => {
      signals.unguard();
      exit?.disarm();
      if (exit === undefined) unlisten("exit", onExit);
      workers.stop();
      meters.stop();
      loop.stop();
      answered.stop();
      forgetServers();
      forgetEnd();
      inspector.restore();
      delete (globalThis as { [key]?: AppHooks })[key];
    },
  };
  Object.defineProperty(globalThis, key, { value: hooks, configurable: true });
  return hooks;
}

/** Buffers reports until the recorder has added its binding; `connect` sends them and hides the binding from the app. */
function createReporter(): Reporter {
  const early: string[] = [];
  let send: ((text: string) => void) | undefined;
  return {
    report: (message) => {
      const text = stringify(message);
      if (send === undefined) early.push(text);
      else send(text);
    },
    connect: () => {
      const global = globalThis as { [hookBinding]?: (text: string) => void };
      send = global[hookBinding];
      if (send === undefined) return false;
      delete global[hookBinding];
      for (const text of early) send(text);
      return true;
    },
  };
}
