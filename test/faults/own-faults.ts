import { mkdir, watch, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { listRuns } from "../../language-server/history/run-store.ts";
import { waitUntilGone } from "../drivers/adapter/session-processes.ts";
import { recorders } from "../drivers/adapter/dap-client.ts";
import type { Fault } from "./fault.ts";
import type { FaultySession } from "./faulty-session.ts";
import { someOf } from "../workbench/some-of.mjs";

/** Longer than this load may take in all: it may be 10 s late. */
const [loadSeconds, asleepMs] = [10, 60_000];

/** Name of a file with the number of milliseconds by which the clock of Heatline's processes is moved. */
const jump = "clock-jump";

/** A test cannot set the system's clock, so it moves the clock that Heatline's processes see. */
async function withClock(temporary: string): Promise<Readonly<Record<string, string>>> {
  const file = path.join(temporary, "clock.cjs");
  await writeFile(
    file,
    `if (/debug-adapter|watchdog/.test(process.argv[1] ?? "")) {
  const { readFileSync } = require("node:fs");
  const now = Date.now;
  Date.now = () => {
    let offset = 0;
    try { offset = Number(readFileSync(${JSON.stringify(path.join(temporary, jump))}, "utf8")); } catch {}
    return now() + offset;
  };
}\n`,
  );
  return { NODE_OPTIONS: `--require ${file}` };
}

/** A run's folder gets its name when it is complete. */
async function recovered(session: FaultySession): Promise<void> {
  await mkdir(session.runsFolder, { recursive: true });
  const changes = watch(session.runsFolder)[Symbol.asyncIterator]();
  for (let change = changes.next(); (await listRuns(session.runsFolder)).length === 0; change = changes.next()) await change;
  await changes.return?.();
}

/** What happens to Heatline's own processes and to the machine. */
export const ownFaults: readonly Fault[] = [
  {
    name: "the adapter is killed",
    recorders,
    async strike(session) {
      await session.measureRequests();
      session.client.process.kill("SIGKILL");
      await session.client.processesLeft();
    },
    kept: ["recovered"],
    keptByInspector: [],
    keepsRequests: true,
  },
  {
    name: "the adapter is killed while the app marks its requests",
    async strike(session) {
      await session.measure({}, "server.js", { routes: true });
      await session.noted();
      session.client.process.kill("SIGKILL");
      await session.client.processesLeft();
    },
    kept: ["recovered"],
    problems: ["run.recoveredNoMarks"],
  },
  {
    name: "the adapter is asked to end (SIGTERM)",
    isThorough: true,
    recorders,
    async strike(session) {
      await session.measure();
      session.client.process.kill("SIGTERM");
      await session.client.exited();
    },
    kept: ["stopped"],
  },
  {
    name: "the window closes: the adapter's input ends",
    recorders,
    async strike(session) {
      await session.measure();
      session.client.process.stdin?.end();
      await session.client.exited();
    },
    kept: ["stopped"],
  },
  {
    name: "the editor is killed: the adapter's pipes break",
    isThorough: true,
    async strike(session) {
      await session.measure();
      session.client.process.stdout?.destroy();
      session.client.process.stdin?.destroy();
      await session.client.exited();
    },
    kept: ["stopped"],
  },
  {
    name: "the watchdog is killed, and the session goes on",
    isThorough: true,
    async strike(session) {
      await session.measure();
      await session.signal("watchdog.js", "SIGKILL");
      await session.moreRequests();
      await session.client.stop();
    },
    kept: ["stopped"],
  },
  {
    name: "the watchdog is killed first, then the adapter",
    isThorough: true,
    async strike(session) {
      await session.measure();
      const first = await session.pidOf("watchdog.js");
      process.kill(first, "SIGKILL");
      while ((await session.pidOf("watchdog.js").catch(() => first)) === first) await session.moreRequests(1);
      await session.noted();
      session.client.process.kill("SIGKILL");
      await session.client.processesLeft();
    },
    kept: ["recovered"],
  },
  {
    name: "the adapter and the watchdog are killed at once: the next session ends and keeps what they left",
    async strike(session) {
      await session.measure();
      await session.noted();
      const adapter = Number(session.client.process.pid);
      for (const pid of [adapter, await session.pidOf("watchdog.js")]) process.kill(pid, "SIGSTOP");
      for (const name of ["watchdog.js", "debug-adapter.js"]) await session.signal(name, "SIGKILL");
      await session.client.exited();
      await using next = await session.beside("exact");
      await next.launch("server.js");
      await next.client.waitForPort();
      await next.client.stop();
      await waitUntilGone(session.client.mark);
    },
    kept: ["recovered"],
  },
  {
    name: "everything is stopped under load beyond its deadline, as when a machine sleeps, and goes on",
    isThorough: true,
    async strike(session) {
      await session.measure({ durationSeconds: loadSeconds });
      const pids = await session.client.processes();
      for (const { pid } of pids) process.kill(pid, "SIGSTOP");
      if (session.client.all("heatline.loadEnded").length > 0) throw new Error("The load ended before all was stopped.");
      await delay(asleepMs);
      for (const { pid } of pids.toReversed()) process.kill(pid, "SIGCONT");
      const { load } = await session.client.run();
      if ((load?.durationSeconds ?? 0) > 2 * loadSeconds) throw new Error(`The sleep counts as load: ${load?.durationSeconds} s.`);
    },
    kept: ["load-ended"],
  },
  {
    name: "two windows record into the same folder, and the adapter of one is killed",
    isThorough: true,
    async strike(session) {
      await using other = await session.beside("exact");
      await session.measure();
      await session.noted();
      await other.measure();
      session.client.process.kill("SIGKILL");
      await recovered(session);
      await other.client.stop();
      await other.client.run();
    },
    kept: ["recovered", "stopped"],
  },
  ...someOf(1, [3_600_000, -3_600_000]).map((offset): Fault => ({
    name: `the clock jumps by ${offset / 3_600_000} h`,
    prepare: withClock,
    async strike(session) {
      await session.measure();
      await writeFile(path.join(session.temporary, jump), String(offset));
      await session.moreRequests();
      await session.client.stop();
    },
    kept: ["stopped"],
  })),
  ...someOf(1, [3_600_000, -3_600_000]).map((offset): Fault => ({
    name: `the clock jumps by ${offset / 3_600_000} h, and the adapter is killed`,
    isThorough: true,
    prepare: withClock,
    async strike(session) {
      await session.measure();
      await session.noted();
      await writeFile(path.join(session.temporary, jump), String(offset));
      session.client.process.kill("SIGKILL");
      await session.client.processesLeft();
    },
    kept: ["recovered"],
  })),
];
