import { execFileSync } from "node:child_process";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import type { Fault } from "./fault.ts";
import type { FaultySession } from "./faulty-session.ts";

/** Options of an app that spoil V8's log: its costs come from the inspector, and the run names the option. */
const spoiling = ["--no-logfile-per-isolate", "--no-prof", "--logfile=/dev/null", "--no-log-source-position", "--always-sparkplug"];

/** Bytes that the adapter may write to a file from now on. */
function limitFiles({ client }: FaultySession, bytes: number): void {
  execFileSync("prlimit", [`--pid=${client.process.pid}`, `--fsize=${bytes}`]);
}

/** Launches an app whose shell sets a limit for it. */
async function limited(session: FaultySession, limit: string, command: string): Promise<void> {
  await session.launch("", { runtimeExecutable: "sh", runtimeArgs: ["-c", `ulimit ${limit} && ${command}`] });
  await session.client.waitFor("terminated");
}

/** What a person would look for elsewhere if Heatline did not name the cause. */
export const causeFaults: readonly Fault[] = [
  ...spoiling.map((option, index): Fault => ({
    name: `the app is started with ${option}`,
    ...(index === 0 ? {} : { isThorough: true }),
    // Node 18 has no such option.
    ...(option === "--no-log-source-position" ? { nodes: [20, Infinity] } : {}),
    async strike(session) {
      await session.launch("script.js", { runtimeArgs: [option] });
      await session.client.waitFor("terminated");
    },
    kept: ["exited"],
    noted: new RegExp(`^The app is started with ${option}, which contradicts an option`),
  })),
  {
    name: "a script starts the app with --no-logfile-per-isolate",
    isThorough: true,
    async strike(session) {
      await session.launch("", { runtimeExecutable: "sh", runtimeArgs: ["-c", "node --no-logfile-per-isolate script.js"] });
      await session.client.waitFor("terminated");
    },
    kept: ["exited"],
    noted: /^The app is started with --no-logfile-per-isolate, which contradicts an option/,
  },
  {
    name: "the app has an argument of its own that looks like one of Node's profiler",
    isThorough: true,
    async strike(session) {
      await session.launch("script.js", { args: ["--cpu-prof", "--no-prof"] });
      await session.client.waitFor("terminated");
    },
    kept: ["exited"],
    noted: /^$/,
  },
  {
    name: "the app may write only small files (ulimit -f)",
    isThorough: true,
    strike: (session) => limited(session, "-f 2000", "node script.js"),
    kept: ["exited"],
    noted: /^Files can have at most \d(?:\.\d+)? MB here \(ulimit -f\), too little for V8's log/,
  },
  {
    name: "V8's log reaches the limit of a file's size",
    isThorough: true,
    strike: (session) => limited(session, "-f 36000", "node long-log.js"),
    reported: /^V8's log reached the largest size that a file can have here \(ulimit -f\).+Raise the limit \(ulimit -f unlimited\)[^\n]+$/,
    kept: ["exited"],
    keptOr: ["stopped"],
  },
  {
    name: "Heatline may write only files that are smaller than its own (ulimit -f)",
    async strike(session) {
      limitFiles(session, 100_000);
      await session.launch("script.js");
    },
    reported: /^Files can have at most 0\.095 MB here \(ulimit -f\), and Heatline has to write larger ones/,
    kept: [],
  },
  {
    name: "a file of the run reaches the limit of a file's size",
    isThorough: true,
    async strike(session) {
      await session.measure();
      await session.moreRequests();
      limitFiles(session, 1000);
      await session.client.stop();
    },
    reported: /could not be written to .+: the file would be larger than a file can be here \(ulimit -f\)/,
    kept: [],
  },
  {
    name: "no answer of the app is complete within the time of the load",
    isThorough: true,
    async strike(session) {
      await session.launch("endless.js");
      const port = await session.client.waitForPort();
      await session.client.request("heatline.startLoad", { plan: loadPlan(port, { warmupSeconds: 0 }) });
      await session.client.run();
    },
    reported:
      /^No answer from http:\/\/127\.0\.0\.1:\d+\/ was complete in time, though [1-9][\d.]* MB of them had arrived\.[^\n]+a longer duration[^\n]+$/,
    kept: ["load-ended"],
  },
  {
    name: "the app's Node cannot reserve memory (ulimit -v)",
    isThorough: true,
    strike: (session) => limited(session, "-v 400000", "exec node script.js"),
    reported: /Fatal process [^\n]+\. Node\.js could not reserve memory[^\n]+\(ulimit -v unlimited\)[^\n]+$/,
    kept: [],
    keptOr: ["crashed"],
  },
  {
    name: "the load tool's Node cannot reserve memory (ulimit -v)",
    isThorough: true,
    async strike(session) {
      execFileSync("prlimit", [`--pid=${session.client.process.pid}`, "--as=4000000000"]);
      await session.launch("server.js");
      const port = await session.client.waitForPort();
      await session.client.request("heatline.startLoad", { plan: loadPlan(port) });
      await session.client.waitFor("heatline.loadEnded");
    },
    // A newer Node makes do with less for WebAssembly, and the load succeeds.
    nodes: [18, 22],
    reported: /^The load tool could not reserve memory: WebAssembly[^\n]+Out of memory[^\n]+\(ulimit -v unlimited\)[^\n]+$/,
    kept: [],
  },
];
