import path from "node:path";
import { HeatlineSession } from "./session.ts";

/** The debug adapter: DAP over stdin and stdout, one session, then it ends. */
function main(): void {
  const folder = path.dirname(process.argv[1] ?? "");
  const session = new HeatlineSession({
    watchdog: path.join(folder, "watchdog.js"),
    tickLogWorker: path.join(folder, "tick-log-worker.js"),
    autocannonChild: path.join(folder, "autocannon-child.js"),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => session.shutdown());
  // The client may be gone before our last words: that is no reason to leave the app running.
  process.stdout.on("error", () => session.shutdown());
  session.start(process.stdin, process.stdout);
}

main();
