import type { Milliseconds } from "../../analysis/units.ts";
import type { RequestedLoad } from "../requested-load.ts";
import type { StatusLine } from "./status-line.ts";
import type { Words } from "../words/words.ts";
import path from "node:path";
import type { AppLaunch } from "../../recording/app/app-command.ts";
import type { RecordingBundles } from "../../recording/session/recording-options.ts";

const tickMs: Milliseconds = 1000;
/** After this time without a server, says what the load is waiting for. */
const reportSeconds = 5;
/** By then a server is usually there: what may keep it is said. */
const adviceSeconds = 15;

/** Reports how long a load has been waiting for the app to listen, until it is disposed of. */
export function reportWaiting({ wanted, port }: RequestedLoad, status: StatusLine, { say }: Words): Disposable {
  const startedAt = performance.now();
  const place = wanted ?? (port === undefined ? undefined : String(port));
  let reported = 0;
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (reported === 0 && seconds >= reportSeconds) {
      reported = 1;
      status.say(place === undefined ? { code: "command.waiting" } : { code: "command.waitingAt", values: { port: place } });
    }
    if (reported === 1 && seconds >= adviceSeconds) {
      reported = 2;
      status.say({ code: "command.waitingLong", values: { seconds } });
    }
    status.show(say({ code: "command.waitingFor", values: { seconds } }));
  }, tickMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Accepts `node …` and any other program; a script's name alone is run by node. */
export function launchFrom([file = "", ...args]: readonly string[], cwd: string): AppLaunch {
  if (/\.[cm]?[jt]s$/.test(file)) return { cwd, program: path.resolve(cwd, file), args };
  return { cwd, runtimeExecutable: file, runtimeArgs: args };
}

/** They are beside the one that runs. */
export function ownBundles(): RecordingBundles {
  return {
    watchdog: path.join(__dirname, "watchdog.js"),
    tickLogWorker: path.join(__dirname, "tick-log-worker.js"),
    autocannonChild: path.join(__dirname, "autocannon-child.js"),
    inApp: path.join(__dirname, "in-app"),
  };
}
