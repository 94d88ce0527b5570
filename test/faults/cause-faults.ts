import type { Fault } from "./fault.ts";

/** Options of an app that spoil V8's log: its costs come from the inspector, and the run names the option. */
const spoiling = ["--no-logfile-per-isolate", "--no-prof", "--logfile=/dev/null", "--no-log-source-position", "--always-sparkplug"];

/** What a person would look for elsewhere if Heatline did not name the cause. */
export const causeFaults: readonly Fault[] = [
  ...spoiling.map((option, index): Fault => ({
    name: `the app is started with ${option}`,
    ...(index === 0 ? {} : { isThorough: true }),
    async strike(session) {
      await session.launch("script.js", { runtimeArgs: [option] });
      await session.client.waitFor("terminated");
    },
    kept: ["exited"],
    noted: new RegExp(`^The app is started with ${option}, which contradicts an option`),
  })),
  {
    name: "a script starts the app with --no-logfile-per-isolate",
    async strike(session) {
      await session.launch("", { runtimeExecutable: "sh", runtimeArgs: ["-c", "node --no-logfile-per-isolate script.js"] });
      await session.client.waitFor("terminated");
    },
    kept: ["exited"],
    noted: /^The app is started with --no-logfile-per-isolate, which contradicts an option/,
  },
  {
    name: "the app has an argument of its own that looks like one of Node's profiler",
    async strike(session) {
      await session.launch("script.js", { args: ["--cpu-prof", "--no-prof"] });
      await session.client.waitFor("terminated");
    },
    kept: ["exited"],
    noted: /^$/,
  },
];
