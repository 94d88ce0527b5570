import type * as Inspector from "node:inspector";
import { isMainThread } from "node:worker_threads";
import { watchServers } from "./listening-servers.ts";
import { hookBinding, hooksSymbol, type AppHooks, type Tell } from "./messages.ts";
import { Meters } from "./meters.ts";
import { SignalGuard } from "./signal-guard.ts";
import { mainClock, workerClock } from "./thread-clock.ts";
import { WorkerHold } from "./worker-hold.ts";

type InspectorModule = Pick<typeof Inspector, "close">;

const key = Symbol.for(hooksSymbol);

/**
 * Installs the hooks of an app that we start. They report events and are no frame on any later stack. `inspector.close()` is put off until the recording is
 * fetched (`closeInspector`).
 */
export function installHooks(inspector: InspectorModule): AppHooks {
  const { close } = inspector;
  const reporter = createReporter();
  const replaceClose = (closing: () => void): unknown => Object.assign(inspector, { close: closing });
  replaceClose(() => reporter.tell({ kind: "closing-inspector" }));
  return install(reporter, { restore: () => replaceClose(close), close });
}

/** The same in a running app that we join: its inspector is not touched, so that it goes on as it was even if we end without a word. */
export function installAttachedHooks(): void {
  (globalThis as { readonly [key]?: AppHooks })[key]?.uninstall();
  const reporter = createReporter();
  install(reporter, { restore: () => undefined, close: () => undefined });
  reporter.connect();
}

interface Reporter {
  readonly tell: Tell;
  /** False where the recorder has added no binding. */
  readonly connect: () => boolean;
}

/** How the app's `inspector.close` comes back, and what it does. */
interface TakenInspector {
  readonly restore: () => void;
  readonly close: () => void;
}

function install({ tell, connect }: Reporter, inspector: TakenInspector): AppHooks {
  const forgetServers = watchServers(tell);
  const meters = new Meters();
  const workers = new WorkerHold(tell);
  const signals = new SignalGuard(tell);
  const onExit = isMainThread
    ? (code: number): void => {
        // Read before the wait, which is not the app's.
        if (signals.isOn) tell({ kind: "exiting", code, meters: meters.read() });
        workers.release();
      }
    : (): void => tell({ kind: "worker-exiting", clock: workerClock() });
  meters.start();
  workers.start();
  process.on("exit", onExit);
  const hooks: AppHooks = {
    running: () => {
      if (!connect()) return false;
      tell({ kind: "running", atUs: Number(process.hrtime.bigint()) / 1000, clock: isMainThread ? mainClock() : workerClock() });
      return true;
    },
    guardSignals: () => signals.guard(),
    unguardSignals: () => signals.unguard(),
    die: (signal) => signals.die(signal),
    holdWorkers: () => workers.hold(),
    releaseWorkers: () => workers.letGo(),
    closeInspector: () => {
      inspector.restore();
      setImmediate(inspector.close);
    },
    readMeters: () => meters.read(),
    uninstall: () => {
      signals.unguard();
      process.removeListener("exit", onExit);
      workers.stop();
      meters.stop();
      forgetServers();
      inspector.restore();
      delete (globalThis as { [key]?: AppHooks })[key];
    },
  };
  Object.defineProperty(globalThis, key, { value: hooks, configurable: true });
  return hooks;
}

/** What is told before the recorder has added its binding is kept until `connect`, which takes the binding out of the app's sight. */
function createReporter(): Reporter {
  const early: string[] = [];
  let send: ((text: string) => void) | undefined;
  return {
    tell: (message) => {
      const text = JSON.stringify(message);
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
