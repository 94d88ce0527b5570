import net from "node:net";
import path from "node:path";
import type { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { HeatlineSession } from "./session.ts";

/** For the watchdog, when a debug adapter was killed: this bundle recovers its run, with what reads logs in the worker's. */
export { recoverRun } from "../../language-server/recording/processes/recovered-run.ts";

/**
 * The debug adapter: one DAP session over stdin and stdout, then exits. With `--server=PORT` it serves the session on 127.0.0.1, for
 * debugging the adapter.
 */
function main(): void {
  const { values } = parseArgs({ options: { server: { type: "string" } }, strict: false });
  if (typeof values.server === "string") serve(Number(values.server));
  else serveStdio();
}

function serveStdio(): void {
  const session = newSession(process.stdout);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => session.shutdown());
  // The client may close the pipe before our last output: shut the app down all the same.
  process.stdout.on("error", () => session.shutdown());
  session.start(process.stdin, process.stdout);
}

function serve(port: number): void {
  const server = net.createServer((socket) => {
    const session = newSession(socket);
    socket.on("error", () => session.shutdown()).on("close", () => session.shutdown());
    session.start(socket, socket);
  });
  server.listen(port, "127.0.0.1", () => console.error(`The debug adapter listens on port ${(server.address() as net.AddressInfo).port}.`));
}

function newSession(out: Writable): HeatlineSession {
  const folder = path.dirname(process.argv[1] ?? "");
  return new HeatlineSession(
    {
      watchdog: path.join(folder, "watchdog.js"),
      tickLogWorker: path.join(folder, "tick-log-worker.js"),
      autocannonChild: path.join(folder, "autocannon-child.js"),
      inApp: path.join(folder, "in-app"),
    },
    out,
  );
}

// VS Code may load it by `--eval`, so it is not always the main module; the watchdog has its code as a library.
if (path.basename(process.argv[1] ?? "") === "debug-adapter.js") main();
