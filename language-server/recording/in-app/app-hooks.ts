import type { Microseconds } from "../../analysis/units.ts";
import { mainClockScript, workerClockScript, type ThreadClock } from "../ticks/thread-clock.ts";

/** The binding through which the hooks speak to us; the app sees it for no longer than the hooks take to run. */
export const hookBinding = "__heatlineReport";

/** What the hooks tell, as JSON by the binding. */
export type HookMessage =
  /** A thread has left the preload: its first line comes now. The time is that of the machine's monotonic clock. */
  | { readonly kind: "running"; readonly atUs: Microseconds; readonly clock: ThreadClock }
  /** `origin`: where a client of this machine reaches the server, such as `https://127.0.0.1:3000`. */
  | { readonly kind: "listening"; readonly server: number; readonly origin: string }
  | { readonly kind: "closed"; readonly server: number }
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals }
  | { readonly kind: "exiting"; readonly code: number; readonly meters: MeterReading }
  | { readonly kind: "worker-exiting"; readonly clock: ThreadClock }
  /** The process exits, and waits for a moment until its workers are let go of, of which it has started so many. */
  | { readonly kind: "releasing-workers"; readonly started: number }
  | { readonly kind: "closing-inspector" };

/** What a process counts of itself since its start. */
export interface MeterReading {
  readonly cpuUs: number;
  readonly idleMs: number;
  readonly activeMs: number;
  /** How late timers came since the reading before; undefined in the first one. */
  readonly delay?: { readonly p99Ms: number; readonly maxMs: number };
  /** Of the process since its start. */
  readonly warnings: readonly AppWarning[];
}

/** A warning that Node or the app gave (`process.emitWarning`). */
export interface AppWarning {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

const mostWarnings = 100;
/** Nobody may be there any more who would let go of the workers. */
const longestHoldMs = 3000;
const releaseSliceMs = 2;
/** Node's own timer for the delay fires this often; it runs no JavaScript and keeps no process alive. */
const delayResolutionMs = 10;

/**
 * An expression, evaluated in every thread before its first line. It asks the app for its listening ports by
 * wrapping `net.Server.prototype.listen`, which http, https, http2 and cluster workers all go through: an event, no poll, and no frame
 * of ours on any later stack. Servers that listen already are found among the active handles.
 *
 * `guard(true)`, for the time of a recording, catches the signals that would end the process at once and tells them instead; the
 * recording is fetched, then `die` gives the signal its default effect. Handlers of the app itself stay in charge: with any of
 * them present ours does nothing. It hides from `process.listeners`, by which the package signal-exit decides whether it is alone.
 * At its own end a process joins its workers, and no message to or from them passes then; a worker that waits for us would wait for ever. So a process
 * that has started workers, or was told of them by `hold(true)`, waits until `hold(false)` says that they are let go of.
 * It also tells the meters on exit: when the inspector says that a process leaves, no JavaScript can be run in it any more.
 * `inspector.close()` is put off until the recording is fetched (`release`).
 */
export const installHooks = hooksWith(
  "return",
  `
  const close = inspector.close;
  inspector.close = () => tell({ kind: "closing-inspector" });
  const release = () => {
    inspector.close = close;
    close();
  };`,
);

/**
 * The same for a running app that we join: neither its signals nor its inspector are taken in hand, so that it goes on as it was even if we
 * end without a word.
 */
export const installAttachedHooks = hooksWith("globalThis[key].uninstall()", "const release = () => {};");

/** `again`: what to do where they are there already. */
function hooksWith(again: string, ending: string): string {
  return `(() => {
  const key = Symbol.for("heatline");
  if (globalThis[key]) ${again};
  // In a worker require is the preload's, in the main thread the inspector's.
  const report = globalThis.${hookBinding};
  delete globalThis.${hookBinding};
  const tell = (message) => report(JSON.stringify(message));
  const load = typeof require === "function" ? require : process.getBuiltinModule;
  const net = load("net");
  const inspector = load("inspector");
  const known = new WeakMap();
  let count = 0;
  const watch = (server) => {
    if (known.has(server)) return;
    const id = ++count;
    known.set(server, id);
    const listening = () => {
      const address = server.address();
      if (address && typeof address === "object") {
        const scheme = typeof server.setSecureContext === "function" ? "https" : "http";
        const host = address.address === "::1" ? "[::1]" : "127.0.0.1";
        tell({ kind: "listening", server: id, origin: scheme + "://" + host + ":" + address.port });
      }
      server.once("close", () => tell({ kind: "closed", server: id }));
    };
    if (server.listening) listening();
    else server.on("listening", listening);
  };
  const listen = net.Server.prototype.listen;
  const watched = function (...args) {
    watch(this);
    return listen.apply(this, args);
  };
  net.Server.prototype.listen = watched;
  for (const handle of process._getActiveHandles()) if (handle instanceof net.Server) watch(handle);

  const warnings = [];
  process.on("warning", (warning) => {
    if (warnings.length < ${mostWarnings} && warning instanceof Error)
      warnings.push({ name: String(warning.name), message: String(warning.message), stack: String(warning.stack) });
  });

  const { performance, monitorEventLoopDelay } = load("perf_hooks");
  let histogram;
  const delay = () => {
    const resolution = ${delayResolutionMs};
    const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
    const found = histogram && histogram.max > 0 ? { p99Ms: late(histogram.percentile(99)), maxMs: late(histogram.max) } : undefined;
    if (!histogram) (histogram = monitorEventLoopDelay({ resolution })).enable();
    histogram.reset();
    return found;
  };
  const meters = () => {
    const { user, system } = process.cpuUsage();
    const { idle, active } = performance.eventLoopUtilization();
    return { cpuUs: user + system, idleMs: idle, activeMs: active, delay: delay(), warnings };
  };
  let isGuarded = false;
  const exiting = (code) => {
    // Before the wait, which is none of the app's.
    if (isGuarded) tell({ kind: "exiting", code, meters: meters() });
    releasing();
  };
  let holds = false;
  let started = 0;
  const onWorker = () => {
    started += 1;
    holds = true;
  };
  const { Worker } = load("worker_threads");
  const isTold = Number.parseInt(process.versions.node, 10) >= 20;
  load("diagnostics_channel").channel("worker_threads").subscribe(onWorker);
  // Node 18 tells it a tick too late; each new worker listens for its listeners.
  const listenTo = Worker.prototype.on;
  const counted = function (event, ...rest) {
    if (event === "newListener") onWorker();
    return listenTo.call(this, event, ...rest);
  };
  if (!isTold) Worker.prototype.on = counted;
  const hold = (on) => void (holds = on);
  const releasing = () => {
    if (!holds) return;
    tell({ kind: "releasing-workers", started });
    const latest = performance.now() + ${longestHoldMs};
    // V8 knows this for a wait; between two of them it hears us.
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (holds && performance.now() < latest) Atomics.wait(cell, 0, 0, ${releaseSliceMs});
  };
  if (load("worker_threads").isMainThread) process.on("exit", exiting);
  else process.on("exit", () => tell({ kind: "worker-exiting", clock: ${workerClockScript} }));

  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const handlers = new Map();
  const listeners = process.listeners;
  const hidden = (event) => listeners.call(process, event).filter((each) => each !== handlers.get(event));
  const guard = (on) => {
    for (const signal of signals) {
      const handler = handlers.get(signal);
      if (on && !handler) {
        const onSignal = () => {
          if (process.listenerCount(signal) === 1) tell({ kind: "signal", signal });
        };
        handlers.set(signal, onSignal);
        process.on(signal, onSignal);
      } else if (!on && handler) {
        handlers.delete(signal);
        process.removeListener(signal, handler);
      }
    }
    isGuarded = on;
    if (on) process.listeners = hidden;
    else if (process.listeners === hidden) delete process.listeners;
  };
  const die = (signal) => {
    guard(false);
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  ${ending}
  const clock = () => (load("worker_threads").isMainThread ? ${mainClockScript} : ${workerClockScript});
  const running = () => tell({ kind: "running", atUs: Number(process.hrtime.bigint()) / 1000, clock: clock() });
  const uninstall = () => {
    guard(false);
    process.removeListener("exit", exiting);
    load("diagnostics_channel").channel("worker_threads").unsubscribe(onWorker);
    if (Worker.prototype.on === counted) delete Worker.prototype.on;
    if (net.Server.prototype.listen === watched) net.Server.prototype.listen = listen;
    delete globalThis[key];
  };
  Object.defineProperty(globalThis, key, { value: { running, guard, hold, die, release, uninstall, load, meters }, configurable: true });
})()`;
}

export const hooks = `globalThis[Symbol.for("heatline")]`;

/**
 * Gives an expression `require`, from the hooks. The inspector's own (`includeCommandLineAPI`) crashes a Node process that is about to exit
 * (seen on 20.20): it is used before the first line, and by people who type into the Debug Console.
 */
export function withRequire(expression: string): string {
  return `((require) => (${expression}))(${hooks}.load)`;
}

export const holdWorkers = `${hooks}.hold(true)`;
export const releaseWorkers = `${hooks}.hold(false)`;
export const guardSignals = `${hooks}.guard(true)`;
export const unguardSignals = `${hooks}.guard(false)`;
export const uninstallHooks = `${hooks}.uninstall()`;
export const releaseInspector = `setImmediate(${hooks}.release)`;
/** Ends the process as the signal would have; answers nothing when it does. */
export function dieBy(signal: NodeJS.Signals): string {
  return `${hooks}.die(${JSON.stringify(signal)})`;
}

/** Counters of a process for the edges of a window: CPU in µs, event loop utilisation since its start. */
export const readMeters = `${hooks}.meters()`;
