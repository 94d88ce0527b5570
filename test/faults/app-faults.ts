import { rm } from "node:fs/promises";
import path from "node:path";
import { loadPlan, recorders } from "../drivers/adapter/dap-client.ts";
import type { Fault } from "./fault.ts";
import type { FaultySession } from "./faulty-session.ts";

const terminated = (session: FaultySession): Promise<unknown> => session.client.waitFor("terminated");
const problem = (session: FaultySession, text: RegExp): Promise<unknown> =>
  session.client.waitFor("heatline.problem", ({ message, remedy }) => text.test(`${String(message)} ${String(remedy)}`));

/** Launches an app that works and then closes its sockets. */
async function closeSockets(session: FaultySession): Promise<void> {
  await session.launch("close-descriptors.js", { args: ["sockets"] });
  await session.client.waitFor("heatline.ready");
  await session.client.waitFor("output", ({ output }) => output === "working\n");
  process.kill(session.appPid, "SIGUSR2");
}

/** Throws unless the app still answers. */
async function isServing(port: number): Promise<void> {
  const { ok } = await fetch(`http://127.0.0.1:${port}/`);
  if (!ok) throw new Error("The app has changed.");
}

/** A process that runs for a moment at most when it is asked to go on, as one that a debugger holds. */
function held(pid: number): Disposable {
  const stop = (): void => {
    try {
      process.kill(pid, "SIGSTOP");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  };
  stop();
  const again = setInterval(stop, 1);
  return { [Symbol.dispose]: () => clearInterval(again) };
}

/** Faults of the app: what it does, or what is done to it. */
export const appFaults: readonly Fault[] = [
  {
    name: "the app throws under load",
    recorders,
    async strike(session) {
      const port = await session.measure();
      await fetch(`http://127.0.0.1:${port}/throw`).catch(() => undefined);
      await terminated(session);
    },
    reported: /exit code 1 during the load run: Error: thrown on request \(server\.js:\d+\)\. What was recorded is kept/,
    kept: ["crashed"],
  },
  {
    name: "the app is killed under load",
    recorders,
    async strike(session) {
      await session.measureRequests();
      process.kill(session.appPid, "SIGKILL");
      await terminated(session);
    },
    reported: /ended by SIGKILL during the load run/,
    kept: ["crashed"],
    keptByInspector: [],
    keepsRequests: true,
  },
  {
    name: "the app runs out of memory",
    isThorough: true,
    async strike(session) {
      await session.launch("out-of-memory.js", { runtimeArgs: ["--max-old-space-size=40"] });
      await terminated(session);
    },
    reported: /SIGABRT: FATAL ERROR: .+ - JavaScript heap out of memory\./,
    kept: ["crashed"],
  },
  {
    name: "the app aborts in native code",
    isThorough: true,
    async strike(session) {
      await session.launch("aborts.js");
      await terminated(session);
    },
    reported: /ended by SIGABRT\. /,
    kept: ["crashed"],
  },
  {
    name: "the app closes all its file descriptors, on which Node aborts",
    isThorough: true,
    async strike(session) {
      await session.launch("close-descriptors.js", { args: ["all"] });
      await terminated(session);
    },
    reported: /SIGABRT: if it printed nothing, it may have closed file descriptors that it did not open/,
    kept: ["crashed"],
    keptOr: ["disconnected"],
  },
  {
    name: "the app closes the inspector's sockets",
    recorders: ["inspector"],
    async strike(session) {
      await closeSockets(session);
      await problem(session, /connection to the app's inspector was lost/);
    },
    reported: /the samples of that process/,
    kept: [],
  },
  {
    name: "the app closes the connection to Heatline, and goes on",
    async strike(session) {
      await closeSockets(session);
      await session.client.waitFor("output", ({ output }) => output === "closed\n");
      await session.client.stop();
    },
    kept: ["stopped"],
  },
  {
    name: "the app closes its inspector",
    recorders: ["inspector"],
    async strike(session) {
      const port = await session.record();
      await fetch(`http://127.0.0.1:${port}/close-inspector`);
      await session.client.run();
      await isServing(port);
    },
    reported: /closed its inspector/,
    kept: ["disconnected"],
  },
  {
    name: "the app closes its inspector, which the exact recorder does not need",
    isThorough: true,
    async strike(session) {
      const port = await session.record();
      await fetch(`http://127.0.0.1:${port}/close-inspector`);
      await isServing(port);
      await session.client.stop();
    },
    kept: ["stopped"],
  },
  {
    name: "the app is stopped (SIGSTOP), then Stop",
    recorders,
    async strike(session) {
      await session.record();
      process.kill(session.appPid, "SIGSTOP");
      await session.client.stop();
    },
    kept: ["stopped"],
  },
  {
    name: "the app is stopped (SIGSTOP), then Stop Recording",
    isThorough: true,
    recorders,
    async strike(session) {
      await session.record();
      process.kill(session.appPid, "SIGSTOP");
      await session.client.request("heatline.stopRecording");
    },
    kept: ["stopped"],
  },
  {
    name: "the app is stopped (SIGSTOP) under load, then the load is cancelled",
    isThorough: true,
    recorders,
    async strike(session) {
      await session.measure();
      process.kill(session.appPid, "SIGSTOP");
      await session.client.request("heatline.cancelLoad");
    },
    kept: ["cancelled"],
  },
  {
    name: "the app is held (SIGSTOP again and again), then Stop",
    isThorough: true,
    async strike(session) {
      await session.record();
      using _hold = held(session.appPid);
      await session.client.stop();
    },
    // Between two of its stops it may come to the end that it is asked for.
    reported: /^$|did not exit within 2 s/,
    kept: ["stopped"],
  },
  {
    name: "the app ignores SIGTERM",
    async strike(session) {
      await session.record("ignores-sigterm.js");
      await session.client.stop();
    },
    reported: /did not exit within 2 s/,
    kept: ["stopped"],
  },
  {
    name: "the app deletes the session's folder",
    async strike(session) {
      const port = await session.measure();
      await session.seen();
      await rm(await session.sessionFolder(), { recursive: true, maxRetries: 10 });
      await problem(session, /was deleted while the app ran/);
      await isServing(port);
      await session.attempt(session.client.request("heatline.startRecording"));
    },
    reported: /The session's folder .+ was deleted while the app ran/,
    kept: ["stopped"],
  },
  {
    name: "a cleaner deletes the reports in the session's folder",
    isThorough: true,
    async strike(session) {
      await session.measure();
      await session.moreRequests();
      await rm(path.join(await session.sessionFolder(), "reports"), { recursive: true });
      await problem(session, /was deleted while the app ran/);
    },
    reported: /The session's folder .+ was deleted while the app ran/,
    kept: ["stopped"],
  },
  {
    name: "nothing answers where the load is sent",
    isThorough: true,
    async strike(session) {
      await session.launch("server.js");
      await session.client.waitForPort();
      await session.client.request("heatline.startLoad", { plan: loadPlan(1) });
      await session.client.waitFor("heatline.loadEnded");
    },
    reported: /Nothing answers at http:\/\/127\.0\.0\.1:1 \(connection refused\)\. .*port/,
    kept: [],
  },
  {
    name: "all that the app answers is errors",
    isThorough: true,
    async strike(session) {
      await session.launch("server.js");
      const port = await session.client.waitForPort();
      const requests = [{ method: "GET", path: "/fail", headers: {}, body: "" }];
      await session.client.request("heatline.startLoad", { plan: loadPlan(port, { requests }) });
      await session.client.run();
    },
    reported: /Every answer was an error \(500 × \d+\)/,
    kept: ["load-ended"],
  },
  {
    name: "the process of the load is killed",
    recorders,
    async strike(session) {
      await session.measureRequests();
      await session.signal("autocannon-child", "SIGKILL");
      await session.client.waitFor("heatline.loadEnded");
    },
    reported: /autocannon was ended by SIGKILL/,
    kept: ["stopped"],
    keepsRequests: true,
  },
  {
    name: "the process of the load hangs, then Cancel",
    isThorough: true,
    async strike(session) {
      await session.measure();
      await session.signal("autocannon-child", "SIGSTOP");
      await session.client.request("heatline.cancelLoad");
    },
    kept: ["cancelled"],
  },
  {
    name: "another load tool is killed",
    isThorough: true,
    async strike(session) {
      await session.launch("server.js");
      const port = await session.client.waitForPort();
      const plan = loadPlan(port, { tool: "command", command: "sleep 600", warmupSeconds: 0, durationSeconds: 60 });
      await session.client.request("heatline.startLoad", { plan });
      await session.client.waitFor("heatline.loadProgress", ({ phase }) => phase === "measuring");
      for (let count = 0; count < 50; count += 1) await fetch(`http://127.0.0.1:${port}/`);
      await session.signal("sleep 600", "SIGKILL");
      await session.client.waitFor("heatline.loadEnded");
    },
    reported: /sleep was ended by SIGKILL/,
    kept: ["stopped"],
  },
];
